import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { instantOfHalves, instantOfNanoseconds, msBetween, msOf } from './instant.ts';

/** Up to 2^53 microseconds, in the year 2255: beyond, a microsecond is no longer exact. */
const instants = fc.bigInt({ min: 0n, max: 2n ** 53n * 1_000n });

const halvesOf = (ns: bigint) => instantOfHalves(Number(ns >> 32n), Number(ns & 0xffffffffn));

describe('instants', () => {
  it('are the same from halves and from digits', () => {
    fc.assert(
      fc.property(instants, (ns) => {
        const read = instantOfNanoseconds(String(ns))!;
        expect(halvesOf(ns)).toEqual({ wholeUs: read.wholeUs, restNs: read.restNs });
      }),
    );
  });

  it('keep every nanosecond of this century', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 4_102_444_800_000_000_000n }), (ns) => {
        const { wholeUs, restNs } = halvesOf(ns);
        expect(BigInt(wholeUs) * 1_000n + BigInt(restNs)).toBe(ns);
      }),
    );
  });

  it('give differences that a double of nanoseconds would lose', () => {
    const start = instantOfNanoseconds('1544712660000000123')!;
    expect(msBetween(start, instantOfNanoseconds('1544712660000000323')!)).toBe(0.0002);
    expect(msBetween(instantOfNanoseconds('1544712660000000323')!, start)).toBe(-0.0002);
  });

  it('give, of whole microseconds, the milliseconds that other formats give', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), (us) => {
        expect(msOf(instantOfNanoseconds(`${us}000`)!)).toBe(us / 1_000);
      }),
    );
  });

  it.each([
    [''],
    ['-1'],
    ['1.5'],
    ['yesterday'],
    ['123456789012345678901'],
    [1.5],
    [-1],
    [2 ** 64],
    [1e300],
    [NaN],
    [Infinity],
    [null],
    [{}],
  ])('are not read of %p', (value) => {
    expect(instantOfNanoseconds(value)).toBeUndefined();
  });
});
