import { describe, expect, it, jest } from '@jest/globals';
import { capturedEstate } from '../../testing/captured-model.ts';
import { factOf, factOfEstate, factOfInstance } from '../../testing/made-preflight.ts';
import { readAction, readFault } from '../../src/kernel/index.ts';
import { readModelFile, simulate } from '../model/index.ts';
import { predict } from './index.ts';
import type { Prediction, PredictionRequest } from './index.ts';

jest.setTimeout(300_000);

type Written = Readonly<Record<string, unknown>>;

/** An estate whose inside is known: what is predicted of it can be held against what it does. */
const inside = (perSecond: number, replicas: number) => ({
  version: 1,
  components: {
    front: {
      replicas,
      cpu: { cores: 2, scheduling: 'fcfs' },
      operations: { 'GET /': [{ cpu: { exponential: '8ms' } }, { call: 'back/GET /stock' }] },
    },
    back: {
      cpu: { cores: 2, scheduling: 'fcfs' },
      operations: { 'GET /stock': [{ cpu: { exponential: '4ms' } }] },
    },
  },
  arrivals: [{ operation: 'front/GET /', rate: `${perSecond}/s` }],
  run: { for: '10m', warmUp: '30s' },
});

const captured = capturedEstate(inside(200, 2), { seed: 5, requests: 15_000 }, [
  factOfEstate('engine', { version: '29', apiVersion: '1.52', os: 'linux', architecture: 'x86_64', cpuCores: 2 }),
  factOf('front', 'replicas', 2),
  // By the utilisation law: what 200 requests of 8 ms, and of 4 ms, keep busy.
  factOfInstance('front', 'front-1', 'usage', { cpuCores: 0.8 }),
  factOfInstance('front', 'front-2', 'usage', { cpuCores: 0.8 }),
  factOfInstance('back', 'back-1', 'usage', { cpuCores: 0.8 }),
]);

const asked = (
  over: Partial<PredictionRequest> = {},
  change: readonly Written[] = [],
  faults: readonly Written[] = [],
) =>
  predict(
    {
      ...captured,
      load: [],
      modelPatches: [{ run: { for: '4m', warmUp: '20s' } }],
      atMs: Date.UTC(2026, 0, 1, 12),
      horizonMs: 86_400_000,
      change: change.map((each, at) => readAction(each, `action ${at}`)),
      faults: faults.map((each, at) => readFault(each, `fault ${at}`)),
      written: { change, faults, remedy: [] },
      objectives: [],
      seed: 1,
      ...over,
    },
    { runs: 40, threads: 2 },
  );

const p95 = ({ signals }: Prediction, phase: 'before' | 'during' | 'after' = 'after') =>
  signals.find(({ operation, signal }) => operation === 'front/GET /' && signal === 'p95')?.[phase];

const trueP95 = (perSecond: number, replicas: number): number =>
  simulate(readModelFile(JSON.stringify(inside(perSecond, replicas)), 'truth').model, { seed: 9 }).operations.find(
    ({ component }) => component === 'front',
  )?.p95Ms ?? NaN;

describe('predict', () => {
  it('tells what it costs to have one instance less, within what comes', async () => {
    const one = await asked({}, [{ action: 'scale', component: 'front', replicas: 1 }]);
    const truth = trueP95(200, 1);
    expect(Math.abs(Math.log((p95(one, 'before')?.best ?? NaN) / trueP95(200, 2)))).toBeLessThan(0.08);
    expect(Math.abs(Math.log((p95(one)?.best ?? NaN) / truth))).toBeLessThan(0.2);
    expect(one.completedAfterMs?.best).toBeLessThan(60_000);
    expect(one.verdict).not.toBe('pass');
  });

  it('finds nothing wrong with one more', async () => {
    const three = await asked({}, [{ action: 'scale', component: 'front', replicas: 3 }]);
    const model = three.tiers.find(({ tier }) => tier === 'model');
    expect(model).toMatchObject({ wasAsked: true, verdict: 'pass' });
    expect(p95(three)?.best).toBeLessThan((p95(three, 'before')?.best ?? 0) * 1.05);
    expect(three.breaches.find(({ signal }) => signal === 'p95')?.probability.after).toBe(0);
  });

  it('goes by what an operator has said', async () => {
    const objective = { operation: 'front/GET /', signal: 'p95', limit: 45, source: 'told', because: 'test' } as const;
    const one = await asked({ objectives: [objective] }, [{ action: 'scale', component: 'front', replicas: 1 }]);
    expect(one.breaches[0]).toMatchObject({ source: 'told', probability: { after: 1 } });
    expect(one.verdict).toBe('block');
    expect(one.reason).toContain('p95 of front/GET /');
  });

  it('says where it leaves what was seen', async () => {
    const load = [{ operation: 'front/GET /', rate: '320/s' }];
    const more = await asked({ load });
    expect(more.validity.find(({ what }) => what === 'load')).toMatchObject({ isInside: false });
    expect(Math.abs(Math.log((p95(more)?.best ?? NaN) / trueP95(320, 2)))).toBeLessThan(0.2);
    const same = await asked({ load: [{ operation: 'front/GET /', rate: '200/s' }] });
    expect(same.validity.find(({ what }) => what === 'load')).toMatchObject({ isInside: true });
  });

  it('lets several things go wrong at once', async () => {
    const latency = { fault: 'latency', component: 'back', delay: '50ms', for: '1m' };
    const errors = { fault: 'status-code', component: 'back', share: 0.2, for: '1m' };
    const both = await asked({}, [], [latency, errors]);
    const front = both.signals.filter(({ operation }) => operation === 'front/GET /');
    const during = (signal: string) => front.find((each) => each.signal === signal)?.during?.best ?? NaN;
    expect(during('p50')).toBeGreaterThan(50);
    expect(during('errors')).toBeCloseTo(0.2, 2);
    expect(p95(both, 'after')?.best).toBeLessThan(60);
  });

  it('gives the same numbers for the same seed, whichever thread runs what', async () => {
    const change = [{ action: 'scale', component: 'front', replicas: 1 }];
    const [one, other, third] = [await asked({}, change), await asked({}, change), await asked({ seed: 2 }, change)];
    expect(one).toEqual(other);
    expect(third.signals).not.toEqual(one.signals);
  });

  it('is unknown where what it rests on is too old', async () => {
    const old = await asked({ stale: ['traces of front, 20 d old'] }, [
      { action: 'scale', component: 'front', replicas: 1 },
    ]);
    expect(old.tiers.find(({ tier }) => tier === 'model')).toMatchObject({ wasAsked: false, verdict: 'unknown' });
    expect(old.signals).toEqual([]);
  });
});
