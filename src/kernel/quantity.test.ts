import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bytesPerSecondSchema,
  bytesSchema,
  coresSchema,
  countOf,
  countOrShareSchema,
  perSecondSchema,
  ratioSchema,
} from './quantity.ts';

describe('bytesSchema', () => {
  it.each([
    ['512MiB', 536_870_912],
    ['64Mi', 67_108_864],
    ['2GiB', 2_147_483_648],
    ['0.5KiB', 512],
    ['10MB', 10_000_000],
    ['1kB', 1_000],
    ['7B', 7],
    ['1.1GiB', 1_181_116_006],
  ])('reads %s', (text, bytes) => {
    expect(bytesSchema.parse(text)).toBe(bytes);
  });

  it.each([
    '',
    '512',
    'MiB',
    '-1MiB',
    '512 MiB',
    '512m',
    '512M',
    '512mib',
    '1e3MiB',
    `${'9'.repeat(400)}GiB`,
    512,
    null,
  ])('refuses %j and says what it takes', (given) => {
    expect(bytesSchema.safeParse(given).error?.issues[0]?.message).toBe(
      'a size with a unit, such as 512MiB, 2GiB, 64Mi or 10MB',
    );
  });
});

describe('bytesPerSecondSchema', () => {
  it.each([
    ['10MiB/s', 10_485_760],
    ['100Mbit/s', 12_500_000],
    ['1kB/s', 1_000],
  ])('reads %s', (text, bytesPerSecond) => {
    expect(bytesPerSecondSchema.parse(text)).toBe(bytesPerSecond);
  });

  it.each(['10MiB', '10Mbit', '10/s', '10MiB/min', 10])('refuses %j', (given) => {
    expect(bytesPerSecondSchema.safeParse(given).success).toBe(false);
  });
});

describe('coresSchema', () => {
  it.each([
    ['130m', 0.13],
    ['0.5', 0.5],
    ['2', 2],
    [0.25, 0.25],
    [0, 0],
  ])('reads %j', (given, cores) => {
    expect(coresSchema.parse(given)).toBe(cores);
  });

  it.each(['', 'm', '1core', '-1', -1, NaN, Infinity, '500 m', null])('refuses %j and says what it takes', (given) => {
    expect(coresSchema.safeParse(given).error?.issues[0]?.message).toBe('a number of cores, such as 0.5, 2 or "500m"');
  });
});

describe('perSecondSchema', () => {
  it.each([
    ['200/s', 200],
    ['12/min', 0.2],
    ['3/h', 3 / 3_600],
    ['0.5/s', 0.5],
    ['86400/d', 1],
  ])('reads %s', (text, perSecond) => {
    expect(perSecondSchema.parse(text)).toBe(perSecond);
  });

  it.each(['200', '/s', '-1/s', '200 /s', '200/ms', '200/sec', 200])('refuses %j', (given) => {
    expect(perSecondSchema.safeParse(given).error?.issues[0]?.message).toBe(
      'a rate with a unit, such as 200/s, 12/min or 3/h',
    );
  });

  it('reads the same rate in any unit of time', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (perHour) => {
        expect(perSecondSchema.parse(`${perHour}/h`)).toBeCloseTo(perSecondSchema.parse(`${perHour * 24}/d`), 9);
      }),
    );
  });
});

describe('ratioSchema', () => {
  it.each([
    ['25%', 0.25],
    ['100%', 1],
    ['0.1%', 0.001],
    [0.25, 0.25],
    [1, 1],
    [0, 0],
  ])('reads %j', (given, ratio) => {
    expect(ratioSchema.parse(given)).toBe(ratio);
  });

  it.each(['101%', '-1%', '25', '%', '25 %', 25, -0.1, NaN])('refuses %j and says what it takes', (given) => {
    expect(ratioSchema.safeParse(given).error?.issues[0]?.message).toBe(
      'a ratio from 0 to 1, or a percentage such as "25%"',
    );
  });
});

describe('countOf', () => {
  it('rounds a part of one as it is told, and nothing else', () => {
    expect(countOf({ share: 0.25 }, 3, Math.ceil)).toBe(1);
    expect(countOf({ share: 0.25 }, 3, Math.floor)).toBe(0);
    expect(countOf({ share: 0.07 }, 100, Math.ceil)).toBe(7);
    expect(countOf({ share: 0.29 }, 100, Math.floor)).toBe(29);
    expect(countOf({ count: 2 }, 1, Math.floor)).toBe(2);
  });
});

describe('countOrShareSchema', () => {
  it('tells one from 100 %, which a bare number could not', () => {
    expect(countOrShareSchema.parse(1)).toEqual({ count: 1 });
    expect(countOrShareSchema.parse('100%')).toEqual({ share: 1 });
  });

  it.each([0.5, -1, '1', '0.5', '200%', {}])('refuses %j', (given) => {
    expect(countOrShareSchema.safeParse(given).error?.issues[0]?.message).toBe(
      'a whole number, or a share such as "25%"',
    );
  });
});
