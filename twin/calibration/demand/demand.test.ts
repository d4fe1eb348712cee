import { describe, expect, it } from '@jest/globals';
import { seenOperation } from '../../../testing/captured-model.ts';
import { demandByBusyTime, demandWithoutWaiting, seenCapacity } from './index.ts';

const workMs = 20;

/** A station whose right answers are known: exponential work of 20 ms on `servers` cores at a utilisation. */
const station = (servers: number, utilisation: number, scheduling: 'fcfs' | 'processor-sharing') =>
  seenOperation(
    {
      version: 1,
      components: {
        web: {
          cpu: { cores: servers, scheduling },
          operations: { 'GET /': [{ cpu: { exponential: `${workMs}ms` } }] },
        },
      },
      arrivals: [{ operation: 'web/GET /', rate: `${(utilisation * servers * 1_000) / workMs}/s` }],
    },
    'web',
    { seed: 7, requests: 30_000 },
  ).contention!;

const cases = [
  [1, 0.3],
  [1, 0.7],
  [4, 0.7],
  [4, 0.85],
] as const;

describe.each(cases)('with %i servers, %d of them busy', (servers, utilisation) => {
  const kept = station(servers, utilisation, 'fcfs');
  const shared = station(servers, utilisation, 'processor-sharing');

  it('finds the work by busy time under both disciplines', () => {
    for (const contention of [kept, shared]) {
      expect(demandByBusyTime(contention.byRunnable, servers)!.mean / workMs).toBeGreaterThan(0.97);
      expect(demandByBusyTime(contention.byRunnable, servers)!.mean / workMs).toBeLessThan(1.03);
    }
  });

  it('finds it from those who did not wait where servers are kept, and too much where they are shared', () => {
    expect(Math.abs(demandWithoutWaiting(kept.byRunnable, servers)!.mean / workMs - 1)).toBeLessThan(0.03);
    expect(demandWithoutWaiting(shared.byRunnable, servers)!.mean).toBeGreaterThan(workMs * 1.03);
  });

  it('finds the number of servers, and how they are had', () => {
    for (const [contention, discipline] of [
      [kept, 'first-come-first-served'],
      [shared, 'processor-sharing'],
    ] as const) {
      const seen = seenCapacity(contention.byRunnable);
      expect(seen).toMatchObject({ sees: 'servers' });
      if (seen?.sees !== 'servers') return;
      expect(seen.servers.low).toBeLessThanOrEqual(servers);
      expect(seen.servers.high).toBeGreaterThanOrEqual(servers);
      expect(seen.servers.high).toBeLessThanOrEqual(servers * 2);
      expect([discipline, undefined]).toContain(seen.discipline);
    }
  });
});

describe('seenCapacity', () => {
  it('tells the disciplines apart where there is waiting enough', () => {
    expect(seenCapacity(station(4, 0.85, 'fcfs').byRunnable)).toMatchObject({ discipline: 'first-come-first-served' });
    expect(seenCapacity(station(4, 0.85, 'processor-sharing').byRunnable)).toMatchObject({
      discipline: 'processor-sharing',
    });
  });

  it('says how many there are at least where own times do not grow', () => {
    expect(seenCapacity(station(64, 0.05, 'fcfs').byRunnable)).toMatchObject({ sees: 'no-limit' });
  });
});
