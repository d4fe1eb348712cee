import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf, SketchData } from '../../../src/estate/index.ts';
import { distributionOfSketch } from '../../model/build/index.ts';
import type { WrittenDistribution } from '../../model/build/index.ts';
import type { EstateView } from '../../preflight/index.ts';

/** Below a microsecond nothing is told apart. */
const leastMs = 0.001;

const meanOf = ({ sumMs, count }: SketchData): number => sumMs / count;

/** What one kind of calls tells: by how much they took longer than what they called worked, and how that varies. */
interface Gap {
  readonly calls: number;
  readonly meanMs: number;
  /** Of those calls that took longer. */
  readonly seen: SketchData;
  /** Calls that were answered, and did not. */
  readonly without: number;
}

function gapOf(
  { answered, calls, clientServerGap: seen }: AttributeValueOf<'calls'>,
  served: SketchData | undefined,
): readonly Gap[] {
  if (seen === undefined || calls.latency === undefined || served === undefined) return [];
  const without = Math.max(0, answered - seen.count);
  // An answer may be heard before the server counts itself done: the means know of that, those that took longer do not.
  const most = (meanOf(seen) * seen.count) / (seen.count + without);
  const meanMs = Math.min(most, Math.max(0, meanOf(calls.latency) - meanOf(served)));
  return [{ calls: seen.count + without, meanMs, seen, without }];
}

/**
 * How much longer calls between two components take than what is called works: the network, and waiting to be taken up.
 * Where servers go on after their answer was heard, some calls are shorter than the work; they have none, and the others are
 * scaled so that on average it is what callers see less what servers work.
 *
 * @param view - The estate.
 * @param from - Who calls.
 * @param to - Who is called.
 * @returns Undefined where nothing tells it, or there is none.
 */
export function gapBetween(view: EstateView, from: string, to: string): WrittenDistribution | undefined {
  const gaps = view.known('calls', 'edge').flatMap(({ subject, value }) => {
    const { component, to: called, toOperation: operation } = subject;
    if (component !== from || called !== to || operation === undefined) return [];
    const served = view.value({ kind: 'operation', component: to, operation }, 'requests')?.requests.latency;
    return gapOf(value, served);
  });
  const calls = gaps.reduce((sum, gap) => sum + gap.calls, 0);
  if (calls === 0) return undefined;
  const meanMs = gaps.reduce((sum, gap) => sum + gap.meanMs * gap.calls, 0) / calls;
  if (meanMs < leastMs) return undefined;
  const all = new LatencySketch();
  for (const { seen, without } of gaps) {
    all.merge(LatencySketch.fromData(seen));
    if (without > 0) all.add(0, without);
  }
  const sketch = all.toData();
  return sketch === undefined ? undefined : distributionOfSketch(sketch, meanMs / meanOf(sketch));
}
