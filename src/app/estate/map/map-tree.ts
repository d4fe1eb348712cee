import type { EstateGraph, GraphEdge, GraphNode } from '../../../estate/index.ts';
import { drawnEdges, startOrder } from './drawn-edges.ts';
import { trafficText } from './figures.ts';

/** Deeper than any call path that a person follows; a chain of thousands must not end in a stack overflow. */
const deepest = 60;

function nodeText({ name, kind, replicas, traffic }: GraphNode): string {
  const what = kind === 'service' ? '' : ` (${kind})`;
  const many = replicas === null || replicas === 1 ? '' : ` ×${replicas}`;
  return `${name}${what}${many}${traffic === null ? '' : `  ${trafficText(traffic)}`}`;
}

function edgeNote(
  { traffic, protocols, declaredBy }: GraphEdge,
  { hasConfiguration, hasTraffic }: Pick<Drawing, 'hasConfiguration' | 'hasTraffic'>,
): string {
  if (traffic === null) {
    // A variable says who is called; `depends_on` only who is started first.
    const first = declaredBy.find((reason) => reason !== startOrder) ?? declaredBy[0] ?? '?';
    const more = declaredBy.length > 1 ? ` and ${declaredBy.length - 1} more` : '';
    return `  [declared by ${first}${more}${hasTraffic ? '; no call seen' : ''}]`;
  }
  const notes = [
    ...protocols,
    `${trafficText(traffic)} from here`,
    ...(hasConfiguration && declaredBy.length === 0 ? ['not declared'] : []),
  ];
  return `  [${notes.join(', ')}]`;
}

interface Drawing {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edgesFrom: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly hasConfiguration: boolean;
  /** Where no traffic was read, that no call was seen says nothing. */
  readonly hasTraffic: boolean;
  readonly drawn: Set<string>;
  readonly lines: string[];
}

/** Busiest first: that is the path that people look for. */
const byTraffic = (a: GraphEdge, b: GraphEdge): number =>
  (b.traffic?.perSecond ?? -1) - (a.traffic?.perSecond ?? -1) || (a.to < b.to ? -1 : 1);

function drawChildren(drawing: Drawing, name: string, indent: string, depth: number): void {
  const edges = [...(drawing.edgesFrom.get(name) ?? [])].sort(byTraffic);
  for (const [index, edge] of edges.entries()) {
    const isLast = index === edges.length - 1;
    const node = drawing.nodes.get(edge.to);
    const isKnown = drawing.drawn.has(edge.to);
    const hasMore = (drawing.edgesFrom.get(edge.to) ?? []).length > 0;
    const text = node === undefined ? edge.to : isKnown ? node.name : nodeText(node);
    const above = isKnown && hasMore ? ' (above)' : '';
    drawing.lines.push(`${indent}${isLast ? '└─ ' : '├─ '}${text}${above}${edgeNote(edge, drawing)}`);
    drawing.drawn.add(edge.to);
    if (isKnown || !hasMore) continue;
    if (depth >= deepest) drawing.lines.push(`${indent}${isLast ? '   ' : '│  '}└─ …`);
    else drawChildren(drawing, edge.to, `${indent}${isLast ? '   ' : '│  '}`, depth + 1);
  }
}

/**
 * The estate as an indented tree: from where requests enter along the calls, the busiest first. What was drawn already is
 * named again and not repeated.
 *
 * @param graph - The estate.
 * @returns Lines; those of components that touch nothing come last.
 */
export function mapTree(graph: EstateGraph): readonly string[] {
  const { nodes } = graph;
  const edges = drawnEdges(graph);
  const edgesFrom = Map.groupBy(edges, ({ from }) => from);
  const called = new Set(edges.map(({ to }) => to));
  const drawing: Drawing = {
    nodes: new Map(nodes.map((node) => [node.name, node])),
    edgesFrom,
    hasConfiguration: nodes.some(({ collectors }) => collectors.includes('compose')),
    hasTraffic: edges.some(({ traffic }) => traffic !== null),
    drawn: new Set(),
    lines: [],
  };
  const touches = (name: string): boolean => edgesFrom.has(name) || called.has(name);
  const draw = (node: GraphNode): void => {
    if (drawing.drawn.has(node.name)) return;
    drawing.drawn.add(node.name);
    drawing.lines.push(nodeText(node));
    drawChildren(drawing, node.name, '', 1);
  };
  const busy = [...nodes].sort((a, b) => (b.traffic?.perSecond ?? -1) - (a.traffic?.perSecond ?? -1));
  for (const node of busy) if (touches(node.name) && !called.has(node.name)) draw(node);
  // Circles that nothing outside of them calls: begin where requests enter, else anywhere.
  for (const node of busy) if (node.isEntry && touches(node.name)) draw(node);
  for (const node of busy) if (touches(node.name)) draw(node);
  const alone = nodes.filter(({ name }) => !drawing.drawn.has(name));
  if (alone.length > 0 && drawing.lines.length > 0) drawing.lines.push('');
  return [...drawing.lines, ...alone.map((node) => nodeText(node))];
}
