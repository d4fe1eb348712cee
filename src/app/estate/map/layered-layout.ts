import * as dagre from '@dagrejs/dagre';
import { columnLayout } from './column-layout.ts';
import { countBends } from './count-bends.ts';
import type { Layout, Point } from './layout.ts';

/** The slice of dagre that is used; its own types do not resolve under Node's rules for modules. */
interface LayoutGraph {
  setGraph(label: Readonly<Record<string, number | string>>): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(id: string, box: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(id: string): Point;
  edge(from: string, to: string): { readonly points?: readonly Point[] } | undefined;
}

const { Graph, layout } = dagre as unknown as {
  readonly Graph: new () => LayoutGraph;
  readonly layout: (graph: LayoutGraph) => void;
};

/** Network simplex gives the shortest lines; past this many it takes seconds where the tight tree takes a tenth of them. */
const mostLinesOfSimplex = 100;

/** Two seconds of work; ten times as many take minutes and all memory, and nobody can follow the lines of either. */
const mostLinesAndBends = 10_000;

/**
 * Places boxes in layers from left to right along the lines (Sugiyama's method, by dagre); where there are too many lines
 * for that, in plain columns.
 *
 * @param boxes - Their sizes.
 * @param lines - Pairs of places in `boxes`.
 */
export function layeredLayout(
  boxes: readonly { readonly width: number; readonly height: number }[],
  lines: readonly (readonly [from: number, to: number])[],
): Layout {
  if (lines.length + countBends(boxes.length, lines) > mostLinesAndBends) return columnLayout(boxes, lines);
  const ranker = lines.length > mostLinesOfSimplex ? 'tight-tree' : 'network-simplex';
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 90, marginx: 20, marginy: 20, ranker });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [index, box] of boxes.entries()) graph.setNode(String(index), { ...box });
  for (const [from, to] of lines) graph.setEdge(String(from), String(to));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: boxes.map((_, index) => graph.node(String(index))),
    lines: lines.map(([from, to]) => graph.edge(String(from), String(to))?.points ?? []),
  };
}
