import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OperationTally } from '../tallied.ts';
import { RequestLog } from './request-log.ts';
import type { LoggedRequest } from './request-log.ts';

const operation = new OperationTally('cart', 'GET /', { kind: 'server', protocol: 'http' }, 1);
const request = (startMs: number, durationMs: number, priority: number): LoggedRequest => ({
  operation,
  instance: 'cart-1',
  startMs,
  endMs: startMs + durationMs,
  ownMs: [],
  priority,
  weight: 1,
});

const byPriority = (log: RequestLog): readonly number[] => log.requests.map(({ priority }) => priority).toSorted();

describe('RequestLog', () => {
  it('keeps all while there is room', () => {
    const log = new RequestLog(10, 1);
    for (let at = 0; at < 10; at += 1) log.keep(request(at * 1_000, 50, at));
    expect(log.requests).toHaveLength(10);
    expect(log.keptRatio).toBe(1);
    expect(log.covers(0, 1e9)).toBe(true);
  });

  it('keeps the same requests in whatever order they come, never more than it may', () => {
    const requests = fc.array(fc.tuple(fc.nat(400_000), fc.nat(9_000)), { minLength: 30, maxLength: 200 });
    fc.assert(
      fc.property(requests, fc.integer(), (rows, salt) => {
        const all = rows.map(([startMs, durationMs], index) => request(startMs, durationMs, index));
        const [one, other] = [new RequestLog(25, salt), new RequestLog(25, salt)];
        for (const each of all) one.keep(each);
        for (const each of all.toReversed()) other.keep(each);
        expect(byPriority(one)).toEqual(byPriority(other));
        expect(one.requests.length).toBeLessThanOrEqual(25);
      }),
    );
  });

  it('has, of a stretch that it covers, everything that was in flight in it', () => {
    const log = new RequestLog(300, 7);
    const all = Array.from({ length: 2_000 }, (_, index) => request(index * 173, (index % 7) * 400, index));
    for (const each of all) log.keep(each);
    const kept = new Set(log.requests);
    const covered = all.filter(({ startMs, endMs }) => log.covers(startMs, endMs));
    expect(covered.length).toBeGreaterThan(50);
    for (const { startMs, endMs } of covered) {
      for (const other of all) if (other.startMs <= endMs && other.endMs >= startMs) expect(kept.has(other)).toBe(true);
    }
  });
});
