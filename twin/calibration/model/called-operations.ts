import { LatencySketch } from '../../../src/estate/index.ts';
import type { SketchData } from '../../../src/estate/index.ts';
import type { EstateView } from '../../preflight/index.ts';

/** An operation of something that sends no spans, as its callers see it. */
export interface CalledOperation {
  readonly component: string;
  readonly operation: string;
  /** What its callers wait for it: network and waiting included. */
  readonly latency: SketchData;
  readonly perSecond: number;
  /** 0 to 1. */
  readonly errorRatio: number;
}

/**
 * The operations that are known by their callers alone: of databases, caches, and whatever sends no spans.
 *
 * @param view - The estate.
 * @returns By component.
 */
export function calledOperations(view: EstateView): ReadonlyMap<string, readonly CalledOperation[]> {
  const found = new Map<string, CalledOperation>();
  for (const { subject, value } of view.known('calls', 'edge')) {
    const { to, toOperation } = subject;
    const { latency, errorRatio } = value.calls;
    if (toOperation === undefined || latency === undefined) continue;
    if (view.value({ kind: 'operation', component: to, operation: toOperation }, 'requests') !== undefined) continue;
    const key = `${to}/${toOperation}`;
    const known = found.get(key);
    const perSecond = (known?.perSecond ?? 0) + value.perSecond;
    found.set(key, {
      component: to,
      operation: toOperation,
      latency: known === undefined ? latency : joined(known.latency, latency),
      perSecond,
      errorRatio:
        known === undefined || perSecond === 0
          ? errorRatio
          : (known.errorRatio * known.perSecond + errorRatio * value.perSecond) / perSecond,
    });
  }
  return Map.groupBy(found.values(), ({ component }) => component);
}

function joined(one: SketchData, other: SketchData): SketchData {
  const sketch = LatencySketch.fromData(one);
  sketch.merge(LatencySketch.fromData(other));
  return sketch.toData() ?? one;
}
