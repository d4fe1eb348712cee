import { describe, expect, it } from '@jest/globals';
import { seenOperation } from '../../../testing/seen-operation.ts';
import { demandByBusyTime, demandWithoutWaiting, seenCapacity, seenDiscipline } from './index.ts';

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
    { component: 'web', seed: 7, requests: 30_000 },
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
      expect(demandByBusyTime(contention, servers)!.mean / workMs).toBeGreaterThan(0.97);
      expect(demandByBusyTime(contention, servers)!.mean / workMs).toBeLessThan(1.03);
    }
  });

  it('finds it from those who did not wait where servers are kept, and too much where they are shared', () => {
    expect(Math.abs(demandWithoutWaiting(kept.byRunnable, servers)!.mean / workMs - 1)).toBeLessThan(0.03);
    expect(demandWithoutWaiting(shared.byRunnable, servers)!.mean).toBeGreaterThan(workMs * 1.03);
  });

  it('tells the disciplines apart', () => {
    expect(seenDiscipline(kept, servers)).toBe('first-come-first-served');
    expect(seenDiscipline(shared, servers)).toBe('processor-sharing');
  });

  it('finds the number of servers where own times begin to grow', () => {
    const seen = seenCapacity(kept.byRunnable);
    expect(seen).toHaveProperty('knee');
    if (seen === undefined || !('knee' in seen)) return;
    expect(seen.knee.servers.low).toBeLessThanOrEqual(servers);
    expect(seen.knee.servers.high).toBeGreaterThanOrEqual(servers);
    expect(seen.knee.flatMs / seen.knee.slopeMs / servers).toBeGreaterThan(0.8);
    expect(seen.knee.flatMs / seen.knee.slopeMs / servers).toBeLessThan(1.25);
  });
});

describe('seenCapacity', () => {
  it('says how many there are at least where own times do not grow', () => {
    const seen = seenCapacity(station(64, 0.05, 'fcfs').byRunnable);
    expect(seen).toHaveProperty('atLeast');
  });
});
