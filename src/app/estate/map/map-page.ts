import { createHash } from 'node:crypto';
import type { EstateGraph } from '../../../estate/index.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { limitsText, trafficText } from './figures.ts';
import { mapSvg } from './map-svg.ts';

/** What a page says of the snapshot that it shows. */
export interface MapPage {
  readonly estate: string;
  readonly sha256: string;
  readonly graph: EstateGraph;
}

const style = `
  body { font: 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: #1c1c1c; margin: 24px; }
  h1 { font-size: 20px; margin: 0 0 4px; } p { margin: 4px 0 12px; color: #444; }
  .picture { overflow: auto; border: 1px solid #d5d5d5; border-radius: 6px; max-height: 75vh; }
  .picture svg { max-width: 100%; height: auto; min-width: 70em; display: block; }
  table { border-collapse: collapse; margin-top: 20px; } th, td { text-align: left; padding: 3px 14px 3px 0; border-bottom: 1px solid #e5e5e5; }
  td.number { text-align: right; } .faded { opacity: 0.15; } input { font: inherit; padding: 4px 8px; margin-bottom: 10px; width: 22em; }
`;

/** Pointing at a component leaves it and its neighbours; typing leaves those that match. Without it the page is whole. */
const script = `
  const nodes = [...document.querySelectorAll('.node')], edges = [...document.querySelectorAll('.edge')];
  const show = (isShown) => {
    for (const node of nodes) node.classList.toggle('faded', !isShown(node.dataset.name));
    for (const edge of edges) edge.classList.toggle('faded', !(isShown(edge.dataset.from) && isShown(edge.dataset.to)));
  };
  for (const node of nodes) {
    node.addEventListener('mouseenter', () => {
      const name = node.dataset.name;
      const near = new Set([name]);
      for (const { dataset: { from, to } } of edges) { if (from === name) near.add(to); if (to === name) near.add(from); }
      show((other) => near.has(other));
      for (const edge of edges) edge.classList.toggle('faded', edge.dataset.from !== name && edge.dataset.to !== name);
    });
    node.addEventListener('mouseleave', () => show(() => true));
  }
  document.querySelector('input').addEventListener('input', ({ target }) => {
    const text = target.value.toLowerCase();
    show((name) => name.toLowerCase().includes(text));
  });
`;

/** Names come from outside. Should one ever get past the escaping, the browser still runs nothing but the script above. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
].join('; ');

/**
 * A page that stands by itself: the picture, and the same as a table for people who would rather read or search.
 *
 * @param page - The snapshot.
 */
export function mapPage({ estate, sha256, graph }: MapPage): string {
  const rows = graph.nodes.map((node) => {
    const cells = [
      node.name,
      node.kind,
      node.owner ?? 'no owner',
      node.image ?? '',
      node.replicas === null ? '' : String(node.replicas),
      limitsText(node),
      node.traffic === null ? '' : trafficText(node.traffic),
      node.collectors.join(', '),
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`;
  });
  const headings = ['component', 'kind', 'owner', 'image', 'replicas', 'limits', 'traffic', 'seen by'];
  const title = `Estate ${estate}`;
  const hasEntry = graph.nodes.some(({ isEntry }) => isEntry);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeMarkup(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${graph.nodes.length} components, ${graph.edges.length} connections; snapshot <code>${escapeMarkup(sha256)}</code>.`,
    `A dashed arrow is declared and no call was seen; an orange one was seen and is declared nowhere.${hasEntry ? ' A thick frame marks where requests enter.' : ''}</p>`,
    '<input type="search" placeholder="find a component" aria-label="find a component">',
    `<div class="picture">${mapSvg(graph, title)}</div>`,
    `<table><thead><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead><tbody>`,
    ...rows,
    `</tbody></table><script>${script}</script></body></html>`,
    '',
  ].join('\n');
}
