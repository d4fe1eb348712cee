/** The estate of a snapshot as a graph; nothing here may know how it is drawn. */
export { estateGraph } from './estate-graph.ts';
export type { EstateGraph, GraphEdge, GraphNode } from './estate-graph.ts';
export { FactIndex } from './fact-index.ts';
export type { GraphTraffic } from './graph-traffic.ts';
