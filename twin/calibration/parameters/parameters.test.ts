import { describe, expect, it } from '@jest/globals';
import { capturedModel } from '../../../testing/captured-model.ts';
import { factOf, factOfEstate } from '../../../testing/made-preflight.ts';
import { EstateView } from '../../preflight/index.ts';
import { exactly, serversOf, workOf } from './index.ts';

const host = factOfEstate('engine', {
  version: '29',
  apiVersion: '1.52',
  os: 'linux',
  architecture: 'x86_64',
  cpuCores: 4,
});

/** A front that computes 4 ms, asks a back that computes 12 ms, and computes 6 ms more; both share four cores. */
const shop = (perSecond: number, scheduling = 'processor-sharing') => ({
  version: 1,
  components: {
    front: {
      cpu: { cores: 4, scheduling },
      operations: {
        'GET /': [{ cpu: { exponential: '4ms' } }, { call: 'back/GET /stock' }, { cpu: { exponential: '6ms' } }],
      },
    },
    back: { cpu: { cores: 4, scheduling }, operations: { 'GET /stock': [{ cpu: { exponential: '12ms' } }] } },
  },
  arrivals: [{ operation: 'front/GET /', rate: `${perSecond}/s` }],
});

const run = { seed: 5, requests: 20_000 };

describe.each([30, 150, 280])('calibrating at %i requests per second', (perSecond) => {
  const view = capturedModel(shop(perSecond), run, [host]);

  it('finds the work in its range, however much of the time is waiting', () => {
    for (const [component, operation, workMs] of [
      ['front', 'GET /', 10],
      ['back', 'GET /stock', 12],
    ] as const) {
      const servers = serversOf(view, component);
      const work = workOf(view, component, operation, servers!.value);
      expect(work).toMatchObject({ source: 'trace', of: `${component}/${operation}` });
      expect(Math.abs(work!.value.best / workMs - 1)).toBeLessThan(0.04);
      // Of several intervals that hold 19 times of 20, one may just miss.
      expect(work!.value.low).toBeLessThanOrEqual(workMs * 1.01);
      expect(work!.value.high).toBeGreaterThanOrEqual(workMs * 0.99);
    }
  });
});

describe('serversOf', () => {
  it('takes the cores of the host where traces do not speak against them', () => {
    const servers = serversOf(capturedModel(shop(280, 'fcfs'), run, [host]), 'back');
    expect(servers).toMatchObject({ value: exactly(4), source: 'configuration' });
  });

  it('sees that there are fewer than a configuration says, and says that the two disagree', () => {
    const more = { ...host, value: { ...(host.value as object), cpuCores: 32 } };
    const servers = serversOf(capturedModel(shop(280, 'fcfs'), run, [more]), 'back')!;
    expect(servers.value.best).toBe(4);
    expect(servers.value.high).toBe(32);
    expect(servers.because).toMatch(/32 cores, but own times grow from 4/);
  });

  it('takes JavaScript for one thread', () => {
    const telemetry = factOf('back', 'telemetry', {
      seenBy: 'own-spans',
      versions: [],
      languages: ['nodejs'],
      rootCount: 0,
    });
    const view = new EstateView({ components: [{ name: 'back', kind: 'service' }], facts: [host, telemetry] });
    expect(serversOf(view, 'back')).toMatchObject({ value: exactly(1), source: 'configuration', count: undefined });
  });
});
