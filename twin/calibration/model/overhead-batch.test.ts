import { describe, expect, it } from '@jest/globals';
import type { FoundFact } from '../../../src/estate/index.ts';
import { factOf } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import { overheadBatch } from './overhead-batch.ts';

const batchOf = (perSecond: number, ...facts: readonly FoundFact[]) =>
  overheadBatch(new EstateView({ components: [{ name: 'web', kind: 'service' }], facts }), 'web', perSecond);

const delay = (value: string): FoundFact => factOf('web', 'environment', [{ name: 'OTEL_BSP_SCHEDULE_DELAY', value }]);

describe('the requests whose overhead is done at once', () => {
  it('are those between two batches of spans, where the configuration says how often these are sent', () => {
    expect(batchOf(40, delay('500'))).toMatchObject({
      value: { best: 20, low: 20, high: 20 },
      source: 'configuration',
    });
  });

  it('are bounded by a prior where nothing says so', () => {
    for (const facts of [[], [delay('often')]]) {
      expect(batchOf(40, ...facts)).toMatchObject({ value: { best: 40, low: 8, high: 200 }, source: 'prior' });
    }
  });

  it('are never less than one', () => {
    expect(batchOf(0.1, delay('500')).value).toEqual({ best: 1, low: 1, high: 1 });
  });
});
