/** The estate as a picture: a tree of lines, an SVG, a page; nothing here may find out what is drawn. */
export { bytesText, latencyText, limitsText, rateText, ratioText, trafficText } from './figures.ts';
export { mapPage } from './map-page.ts';
export { mapSvg } from './map-svg.ts';
export { mapTree } from './map-tree.ts';
