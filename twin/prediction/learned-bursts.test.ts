import { describe, expect, it } from '@jest/globals';
import { requestsValue } from '../../testing/made-facts.ts';
import { factOfOperation } from '../../testing/made-preflight.ts';
import type { Parameter } from '../calibration/index.ts';
import { EstateView } from '../preflight/index.ts';
import { learnedBursts } from './learned-bursts.ts';

const parameter = (kind: Parameter['kind'], of: string, best: number, source: Parameter['source']): Parameter => ({
  kind,
  of,
  value: { best, low: best, high: best },
  source,
  count: undefined,
  because: '',
});

const asked = factOfOperation('web', 'GET /', 'requests', requestsValue({ perSecond: 20 }));

const bursts = (facts: readonly (typeof asked)[], ...parameters: readonly Parameter[]) =>
  learnedBursts(new EstateView({ components: [{ name: 'web', kind: 'service' }], facts }), {
    parameters,
    unknown: [],
  }).map(({ value }) => value);

const work = parameter('work', 'web/GET /', 8, 'trace');

describe('learned bursts', () => {
  it('are work times the share of it that processors do', () => {
    const share = parameter('processor-share', 'web', 0.25, 'metric');
    expect(bursts([asked], work, share)).toEqual([{ cpuMsPerRequest: 2, perSecond: 20 }]);
  });

  it('are none where either is a guess, and where a fact tells it', () => {
    const share = parameter('processor-share', 'web', 0.25, 'metric');
    expect(bursts([asked], work, parameter('processor-share', 'web', 0.5, 'prior'))).toEqual([]);
    expect(bursts([asked], parameter('work', 'web/GET /', 8, 'prior'), share)).toEqual([]);
    expect(bursts([asked], work)).toEqual([]);
    const told = factOfOperation('web', 'GET /', 'cpu-burst', { cpuMsPerRequest: 5 });
    expect(bursts([asked, told], work, share)).toEqual([]);
  });
});
