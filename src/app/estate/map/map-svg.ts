import type { EstateGraph, GraphEdge, GraphNode } from '../../../estate/index.ts';
import { drawnEdges } from './drawn-edges.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { limitsText, rateText, trafficText } from './figures.ts';
import { layeredLayout } from './layered-layout.ts';
import type { Point } from './layout.ts';

/** Of a box, in pixels. The width follows the longest line. */
const boxHeight = 62;
const characterWidth = 7.2;
const narrowestBox = 120;
const longestName = 36;

const cut = (text: string): string => (text.length <= longestName ? text : `${text.slice(0, longestName - 1)}…`);

/** One hue for each kind of component, told apart in grey too by the word in the box. */
const colourOf: Readonly<Record<GraphNode['kind'], string>> = {
  service: '#dbe9fb',
  gateway: '#e3dcf7',
  database: '#d9f0df',
  cache: '#e6f3c9',
  queue: '#fdeccb',
  job: '#ececec',
  external: '#f8dcdc',
  host: '#e0e0e0',
  certificate: '#f4e4f0',
};

function linesOf(node: GraphNode): readonly string[] {
  const many = node.replicas === null || node.replicas === 1 ? '' : ` ×${node.replicas}`;
  return [
    cut(node.name) + many,
    [node.kind, limitsText(node)].filter((part) => part !== '').join(' · '),
    node.traffic === null ? 'no calls to it seen' : trafficText(node.traffic),
  ];
}

function titleOf(node: GraphNode): string {
  return [
    node.name,
    `kind: ${node.kind}`,
    `owner: ${node.owner ?? 'none'}`,
    ...(node.image === null ? [] : [`image: ${node.image}`]),
    `seen by: ${node.collectors.join(', ')}`,
    ...node.operations.slice(0, 12),
  ].join('\n');
}

function nodeSvg(node: GraphNode, box: Point, width: number): string {
  const left = box.x - width / 2;
  const top = box.y - boxHeight / 2;
  const [name = '', kind = '', traffic = ''] = linesOf(node).map(escapeMarkup);
  const data = escapeMarkup(node.name);
  return [
    `<g class="node" data-name="${data}"><title>${escapeMarkup(titleOf(node))}</title>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${boxHeight}" rx="6" fill="${colourOf[node.kind]}" stroke="${node.isEntry ? '#1f4e9c' : '#8a8a8a'}" stroke-width="${node.isEntry ? 2 : 1}"/>`,
    `<text x="${box.x}" y="${top + 19}" text-anchor="middle" font-weight="600">${name}</text>`,
    `<text x="${box.x}" y="${top + 36}" text-anchor="middle" class="quiet">${kind}</text>`,
    `<text x="${box.x}" y="${top + 52}" text-anchor="middle" class="quiet">${traffic}</text></g>`,
  ].join('');
}

/** What an edge's line says beside its label: seen and declared, seen only, declared only. */
function edgeClass({ traffic, declaredBy }: GraphEdge, hasConfiguration: boolean): string {
  if (traffic === null) return 'declared';
  return hasConfiguration && declaredBy.length === 0 ? 'undeclared' : 'seen';
}

function edgeSvg(edge: GraphEdge, points: readonly Point[], hasConfiguration: boolean): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');
  const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
  const said = [
    `${edge.from} → ${edge.to}`,
    ...(edge.traffic === null ? ['no call seen'] : [edge.protocols.join(', '), trafficText(edge.traffic)]),
    ...(edge.declaredBy.length === 0 ? ['not declared'] : [`declared by ${edge.declaredBy.join(', ')}`]),
  ].join('\n');
  const ends = `data-from="${escapeMarkup(edge.from)}" data-to="${escapeMarkup(edge.to)}"`;
  const label =
    edge.traffic === null
      ? ''
      : `<text x="${middle.x.toFixed(1)}" y="${(middle.y - 4).toFixed(1)}" text-anchor="middle" class="label">${rateText(edge.traffic.perSecond)}</text>`;
  return `<g class="edge ${edgeClass(edge, hasConfiguration)}" ${ends}><title>${escapeMarkup(said)}</title><path d="${path}" fill="none" marker-end="url(#arrow)"/>${label}</g>`;
}

/** The picture's own style, so that the SVG stands by itself. */
const style = `
  text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #1c1c1c; }
  .quiet { fill: #4a4a4a; font-size: 11px; }
  .label { font-size: 10.5px; fill: #333; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
  .edge path { stroke: #5f6b7a; stroke-width: 1.3px; }
  .edge.declared path { stroke-dasharray: 5 4; stroke: #9aa3ad; }
  .edge.undeclared path { stroke: #c2571a; }
`;

/**
 * Draws the estate: boxes for components in layers along the calls, arrows for calls. Dashed arrows are declared and were
 * not seen; orange ones were seen and are not declared. Laid out by dagre (Sugiyama's layers).
 *
 * @param graph - The estate.
 * @param title - What the picture is called.
 * @returns A whole SVG document.
 */
export function mapSvg(graph: EstateGraph, title: string): string {
  const { nodes } = graph;
  const indexOf = new Map(nodes.map(({ name }, index) => [name, index]));
  const drawn = drawnEdges(graph).flatMap((edge) => {
    const [from, to] = [indexOf.get(edge.from), indexOf.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ edge, ends: [from, to] as const }];
  });
  const widths = nodes.map((node) =>
    Math.max(narrowestBox, Math.max(...linesOf(node).map(({ length }) => length)) * characterWidth + 20),
  );
  const layout = layeredLayout(
    widths.map((width) => ({ width, height: boxHeight })),
    drawn.map(({ ends }) => ends),
  );
  const hasConfiguration = nodes.some(({ collectors }) => collectors.includes('compose'));
  const [wide, high] = [Math.max(200, layout.width), Math.max(80, layout.height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img" aria-label="${escapeMarkup(title)}">`,
    `<title>${escapeMarkup(title)}</title><style>${style}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#5f6b7a"/></marker></defs>',
    `<rect width="${wide}" height="${high}" fill="#fff"/>`,
    ...drawn.map(({ edge }, index) => edgeSvg(edge, layout.lines[index] ?? [], hasConfiguration)),
    ...nodes.map((node, index) => nodeSvg(node, layout.boxes[index] ?? { x: 0, y: 0 }, widths[index] ?? narrowestBox)),
    '</svg>',
  ].join('\n');
}
