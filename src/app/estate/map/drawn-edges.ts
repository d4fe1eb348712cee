import type { EstateGraph, GraphEdge } from '../../../estate/index.ts';

/** Says only what is started first, not who calls whom. */
export const startOrder = 'depends_on';

/**
 * The connections that a picture shows. Where the calls of a component were seen, what is merely started before it says
 * nothing about its calls, and is left out; where none was, it is the best that is known.
 *
 * @param graph - The estate.
 */
export function drawnEdges({ edges }: EstateGraph): readonly GraphEdge[] {
  const callers = new Set(edges.filter(({ traffic }) => traffic !== null).map(({ from }) => from));
  return edges.filter(
    ({ from, traffic, declaredBy }) =>
      traffic !== null || !callers.has(from) || declaredBy.some((reason) => reason !== startOrder),
  );
}
