import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../../../src/estate/index.ts';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { requestsValue } from '../../../testing/made-facts.ts';
import { factOf, factOfOperation, preflightOf } from '../../../testing/made-preflight.ts';
import { probeQueueing } from './probe-queueing.ts';

function requests(perSecond: number, ...timesMs: readonly number[]): AttributeValueOf<'requests'> {
  const sketch = new LatencySketch();
  for (const timeMs of timesMs) sketch.add(timeMs, 1);
  const data = sketch.toData()!;
  const { requests: some, ...rest } = requestsValue({ perSecond });
  return { ...rest, requests: { ...some, latency: { ...data, binCounts: [...data.binCounts] } } };
}

/** Three instances of eight synchronous workers. */
const website = (probe: NonNullable<AttributeValueOf<'probes'>['readiness']>, perSecond = 40, replicas = 3) => [
  factOf('website', 'replicas', replicas),
  factOf('website', 'workers', { perInstance: 8, isSynchronous: true }),
  factOf('website', 'probes', { readiness: { intervalMs: 10_000, ...probe } }),
  // 500 ms on average: at 40/s 6.7 of 8 workers of each are busy.
  factOfOperation('website', 'GET /', 'requests', requests(perSecond, 300, 400, 500, 600, 700)),
];

const impatient = { timeoutMs: 1_000, failures: 1 };
const patient = { timeoutMs: 5_000, failures: 3 };

describe('probe-queueing', () => {
  it('blocks a probe of one second and one failure behind eight busy workers, and sees the others get its load', () => {
    const { verdict, findings } = preflightOf(probeQueueing, website(impatient));
    expect(verdict).toBe('block');
    expect(findings[0]?.reason).toContain('with 83.3 % of 8 workers of an instance in use');
    expect(findings[0]?.reason).toContain('which is more than they can serve');
    expect(findings[0]).toMatchObject({ effect: 'outage', takesDown: ['website'] });
  });

  it('passes at five seconds and three failures, with what it proposes, and with little to do', () => {
    expect(preflightOf(probeQueueing, website(patient)).verdict).toBe('pass');
    const { kind, ...values } = preflightOf(probeQueueing, website(impatient)).findings[0]!.remedies[0]!.action!;
    expect(preflightOf(probeQueueing, website(impatient), [{ action: kind, ...values }]).verdict).toBe('pass');
    expect(preflightOf(probeQueueing, website(impatient, 10)).verdict).toBe('pass');
  });

  it('judges the load after a change: fewer instances have more to do each', () => {
    const fast = website(impatient, 20);
    expect(preflightOf(probeQueueing, fast).verdict).toBe('pass');
    expect(preflightOf(probeQueueing, fast, [{ action: 'scale', component: 'website', replicas: 1 }]).verdict).toBe(
      'block',
    );
  });

  it('blocks whatever the probe where more comes than is served', () => {
    const { verdict, findings } = preflightOf(probeQueueing, website(patient, 60));
    expect(verdict).toBe('block');
    expect(findings[0]?.remedies).toEqual([
      { does: 'Add workers or instances: no patience of a probe is enough at this load.' },
    ]);
  });

  it('says nothing of a probe with a door of its own, and unknown where the load is not known', () => {
    expect(preflightOf(probeQueueing, website({ ...impatient, throughWorkers: false })).findings).toEqual([]);
    expect(preflightOf(probeQueueing, website(impatient).slice(0, 3)).undecided).toMatchObject([
      { missing: [{ attribute: 'requests' }] },
    ]);
  });
});
