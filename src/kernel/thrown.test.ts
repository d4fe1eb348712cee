import { describe, expect, it } from '@jest/globals';
import { codeOf, reasonOf } from './thrown.ts';

describe('reasonOf', () => {
  it('gives the words of an error, of each of several, or what stands in their place', () => {
    expect(reasonOf(new TypeError('no such thing'))).toBe('no such thing');
    expect(reasonOf(new AggregateError([new Error('first'), new Error('second')]))).toBe('first; second');
    expect(reasonOf({ message: 'of another realm' })).toBe('of another realm');
    expect(reasonOf(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
    expect(reasonOf('only words')).toBe('only words');
    expect(reasonOf(undefined)).toBe('undefined');
    expect(reasonOf(null)).toBe('null');
  });
});

describe('codeOf', () => {
  it('gives a code that is text, and nothing else', () => {
    expect(codeOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
    expect([codeOf({ code: 7 }), codeOf(null), codeOf('ENOENT')]).toEqual([undefined, undefined, undefined]);
  });
});
