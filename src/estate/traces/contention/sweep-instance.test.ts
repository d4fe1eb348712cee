import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OperationTally } from '../tallied.ts';
import type { LoggedRequest } from './request-log.ts';
import { mostAtOnce, sweepInstance } from './sweep-instance.ts';
import type { Company } from './sweep-instance.ts';

/** What each met, in the order in which they are given; no more than so many were there at once. */
function companies(requests: readonly LoggedRequest[]): readonly Omit<Company, 'beyond'>[] {
  const found: Omit<Company, 'beyond'>[] = [];
  sweepInstance(requests, ({ beyond, ...company }, index) => {
    expect(beyond).toEqual({ ms: 0, perRequestMs: 0 });
    found[index] = company;
  });
  return found;
}

const operation = new OperationTally('cart', 'GET /', { kind: 'server', protocol: 'http' }, 1);

const request = (startMs: number, endMs: number, ownMs: readonly number[] = [startMs, endMs]): LoggedRequest => ({
  operation,
  instance: 'cart-1',
  startMs,
  endMs,
  ownMs,
  priority: startMs,
  weight: 1,
});

describe('sweepInstance', () => {
  it('counts who is in flight and who is in the component itself', () => {
    // The first waits for a call from 10 to 30.
    const [first, second, third] = companies([request(0, 40, [0, 10, 30, 40]), request(20, 35), request(35, 50)]);
    expect(first).toEqual({ inFlight: 0, runnable: 0, atOnceMs: [10, 10] });
    expect(second).toEqual({ inFlight: 1, runnable: 0, atOnceMs: [10, 5] });
    expect(third).toEqual({ inFlight: 1, runnable: 1, atOnceMs: [10, 5] });
  });

  it('takes one that ends as another begins for over, and one that takes no time for gone at once', () => {
    expect(companies([request(0, 10), request(10, 20)])[1]).toMatchObject({ inFlight: 0, runnable: 0 });
    const [, nothing, after] = companies([request(0, 10), request(5, 5), request(6, 7)]);
    expect(nothing).toEqual({ inFlight: 1, runnable: 1, atOnceMs: [] });
    expect(after).toMatchObject({ inFlight: 1 });
  });

  it('sums up the time in which too many are there to be told apart', () => {
    const many = 2 * mostAtOnce;
    const found: Company[] = [];
    sweepInstance(
      Array.from({ length: many }, () => request(0, 10)),
      (company) => found.push(company),
    );
    expect(found).toHaveLength(many);
    for (const { atOnceMs, beyond } of found) {
      expect(atOnceMs).toEqual([]);
      expect(beyond.ms).toBe(10);
      expect(beyond.perRequestMs).toBeCloseTo(10 / many, 12);
    }
  });

  it('agrees with looking at every moment', () => {
    const arbitrary = fc
      .array(fc.tuple(fc.nat(60), fc.nat(20), fc.nat(20), fc.nat(20)), { maxLength: 25 })
      .map((rows) =>
        rows.map(([start, own, waiting, last]) =>
          request(start, start + own + waiting + last, [
            start,
            start + own,
            start + own + waiting,
            start + own + waiting + last,
          ]),
        ),
      );
    fc.assert(
      fc.property(arbitrary, (requests) => {
        const found = companies(requests);
        const runsAt = ({ ownMs }: LoggedRequest, atMs: number): boolean =>
          (atMs >= ownMs[0]! && atMs < ownMs[1]!) || (atMs >= ownMs[2]! && atMs < ownMs[3]!);
        requests.forEach((each, index) => {
          const atOnceMs: number[] = [];
          for (let atMs = each.startMs; atMs < each.endMs; atMs += 1) {
            if (!runsAt(each, atMs)) continue;
            const place = requests.filter((other) => runsAt(other, atMs)).length - 1;
            while (atOnceMs.length <= place) atOnceMs.push(0);
            atOnceMs[place] = atOnceMs[place]! + 1;
          }
          expect(found[index]!.atOnceMs).toEqual(atOnceMs);
        });
      }),
    );
  });
});
