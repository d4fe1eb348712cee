import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RegisteredError } from '../../src/kernel/index.ts';
import { parseJson } from './parse-json.ts';
import { jsonSyntaxError } from './syntax-error.ts';

describe('parseJson', () => {
  it('parses what JSON.parse parses', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseJson(text, 'a.json')).toEqual(JSON.parse(text))));
  });

  it.each([
    ['{"a": 1,\n "b": x}', 2, 7],
    ['{"a": 1', 1, 8],
    ['{"a": "cut', 1, 11],
    ['{"a" 1}', 1, 6],
    ['[1, 2,]', 1, 7],
    ['{,}', 1, 2],
    ['{"a": "\n"}', 1, 8],
    ['{"a": "\\x"}', 1, 8],
    ['[] []', 1, 4],
    ['[01]', 1, 2],
    ['nul', 1, 1],
    ['[}', 1, 2],
    ['', 1, 1],
  ])('says where %j is no JSON', (text, line, column) => {
    expect(jsonSyntaxError(text)).toMatchObject({ line, column });
    expect(() => parseJson(text, 'a.json')).toThrow(`a.json, line ${line}, column ${column}: found`);
  });

  it('repeats nothing of the text', () => {
    expect(() => parseJson('{"password": hunter2}', 'a.json')).toThrow(expect.not.stringContaining('hunter'));
  });

  it('says of every text that is cut off that it is, and finds a place in every other one', () => {
    const cut = fc
      .tuple(
        fc.jsonValue().map((value) => JSON.stringify([value])),
        fc.nat(),
      )
      .map(([text, at]) => text.slice(0, at % text.length));
    fc.assert(
      fc.property(cut, (text) => {
        expect(jsonSyntaxError(text).found).toMatch(/cut off|no JSON/);
        expect(() => parseJson(text, 'a.json')).toThrow(RegisteredError);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { line, column } = jsonSyntaxError(text);
        expect(line > 0 && column > 0).toBe(true);
      }),
    );
  });
});
