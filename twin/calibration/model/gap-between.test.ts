import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact, SketchData } from '../../../src/estate/index.ts';
import { callsValue, requestsValue } from '../../../testing/made-facts.ts';
import { factBetween, factOfOperation } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import { gapBetween } from './gap-between.ts';

function sketch(...durations: readonly number[]): SketchData & { binCounts: number[] } {
  const made = new LatencySketch();
  for (const ms of durations) made.add(ms, 1);
  const data = made.toData()!;
  return { ...data, binCounts: [...data.binCounts] };
}

const calls = (over: Partial<AttributeValueOf<'calls'>>): FoundFact => ({
  ...factBetween('web', 'stock', 'calls', callsValue(over) as unknown as AttributeValueOf<'calls'>),
  subject: { kind: 'edge', component: 'web', operation: 'GET /', to: 'stock', toOperation: 'read' },
});

function viewOf(edge: FoundFact, served: readonly number[]): EstateView {
  const { requests, ...value } = requestsValue();
  return new EstateView({
    components: ['web', 'stock'].map((name) => ({ name, kind: 'service' as const })),
    facts: [
      edge,
      factOfOperation('stock', 'read', 'requests', { ...value, requests: { ...requests, latency: sketch(...served) } }),
    ],
  });
}

const traffic = (latency: readonly number[]): Pick<AttributeValueOf<'calls'>, 'calls' | 'answered'> => {
  const value = callsValue() as unknown as AttributeValueOf<'calls'>;
  return { answered: latency.length, calls: { ...value.calls, count: latency.length, latency: sketch(...latency) } };
};

/** The mean of a distribution that is linear between its quantiles, in milliseconds. */
function meanOf(written: NonNullable<ReturnType<typeof gapBetween>>): number {
  if (typeof written === 'string') return parseFloat(written);
  if (!('quantiles' in written)) return NaN;
  const points = written.quantiles.map(([share, text]) => [share, parseFloat(text)] as const);
  return points.slice(1).reduce((sum, [share, ms], at) => {
    const [before, beforeMs] = points[at]!;
    return sum + ((share - before) * (ms + beforeMs)) / 2;
  }, 0);
}

describe('the gap between a call and the work of what is called', () => {
  it('is as long on average as calls are longer than what they call works, those that are not included', () => {
    // Two of four calls took 4 ms longer; the other two were heard 1 ms before their server was done.
    const view = viewOf(calls({ ...traffic([14, 14, 9, 9]), clientServerGap: sketch(4, 4) }), [10, 10, 10, 10]);
    expect(meanOf(gapBetween(view, 'web', 'stock')!)).toBeCloseTo(1.5, 0);
  });

  it('is none where calls are no longer on average', () => {
    const view = viewOf(calls({ ...traffic([11, 9, 9, 9]), clientServerGap: sketch(1) }), [10, 10, 10, 10]);
    expect(gapBetween(view, 'web', 'stock')).toBeUndefined();
  });

  it('is not known of calls whose other side sends no spans', () => {
    expect(gapBetween(viewOf(calls(traffic([14, 14])), [10, 10]), 'web', 'stock')).toBeUndefined();
    expect(gapBetween(viewOf(calls(traffic([14, 14])), [10, 10]), 'stock', 'web')).toBeUndefined();
  });
});
