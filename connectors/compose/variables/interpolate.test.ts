import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { interpolate, variableUses } from './interpolate.ts';

const variables: Readonly<Record<string, string>> = { V: 'val', E: '' };
const lookup = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);

// What docker compose's own library gives for the same texts.
describe('interpolate', () => {
  it.each([
    ['$V-${V}', 'val-val'],
    ['${V:-x}-${N:-d}-${N-e}', 'val-d-e'],
    ['${E:-f}-${E-g}', 'f-'],
    ['${V:+r}-${N:+r}-${E:+r}-${E+s}', 'r---s'],
    ['$$V-$${V}-$5-$', '$V-${V}-$5-$'],
    ['${N:-${M:-${V}}}', 'val'],
    ['${N:-{"a":{}}}x', '{"a":{}}x'],
    ['${V:?no}${E?no}', 'val'],
    ['${N:-a:b-c?d}', 'a:b-c?d'],
    ['äö$V€', 'äöval€'],
  ])('makes %s into %s', (text, filled) => {
    expect(interpolate(text, lookup)).toEqual({ text: filled, missing: [], fault: undefined });
  });

  it('names variables without a value that nothing stands in for', () => {
    expect(interpolate('a${N}b$M', lookup)).toEqual({ text: 'ab', missing: ['N', 'M'], fault: undefined });
  });

  it("repeats the author's own words where a variable is required, with nothing filled in", () => {
    const { fault } = interpolate('${N:?set N, see ${V} or https://a:b@c}', lookup);
    expect(fault).toMatchObject({ kind: 'required', variable: 'N' });
    expect(fault?.accepted).toBe('a value for N: set N, see ${V} or https://***@c');
    expect(interpolate('${E:?}', lookup).fault?.accepted).toBe('a value for E');
    expect(interpolate('${E?}', lookup).fault).toBeUndefined();
  });

  it.each(['${V', '${}', '${1}', '${V V}', '${V!x}', '${N:-${}'])('refuses %s', (text) => {
    expect(interpolate(text, lookup).fault?.kind).toBe('malformed');
  });

  it('bounds what defaults within defaults and long values can cost', () => {
    const deep = '${N:-'.repeat(10_000) + '}'.repeat(10_000);
    expect(interpolate(deep, lookup).fault?.kind).toBe('size');
    const long = (name: string): string | undefined => (name === 'L' ? 'x'.repeat(100_000) : undefined);
    expect(interpolate('$L'.repeat(100), long).fault?.kind).toBe('size');
  });

  it('leaves alone what has no dollar sign, and ends for everything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { text: filled } = interpolate(text, lookup);
        return text.includes('$') || filled === text;
      }),
    );
    const piece = fc.constantFrom('$', '{', '}', 'V', 'N', ':-', ':?', '+', ' ', '\n', '$$');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        (pieces) => typeof interpolate(pieces.join(''), lookup).text === 'string',
      ),
    );
  });
});

describe('variableUses', () => {
  it('finds variables, those of defaults too, and tells whether a text is one and nothing else', () => {
    expect(variableUses('${A:-${B}}')).toEqual([
      { name: 'A', required: false, whole: true },
      { name: 'B', required: false, whole: false },
    ]);
    expect(variableUses('x${A:?why $B}')).toEqual([{ name: 'A', required: true, whole: false }]);
    expect(variableUses('$$A')).toEqual([]);
  });
});
