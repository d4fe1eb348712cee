import { describe, expect, it } from '@jest/globals';
import { changeTexts } from './change-texts.ts';

const variables = (last: string) => [
  ...Array.from({ length: 20 }, (_, index) => ({ name: `VARIABLE_${index}`, value: '1' })),
  { name: 'LOG_LEVEL', value: last },
];

describe('changeTexts', () => {
  it('says what was and what is', () => {
    expect(changeTexts('limits', [{ memoryBytes: 2 ** 28 }], [{ memoryBytes: 2 ** 27 }])).toEqual([
      '256 MiB',
      '128 MiB',
    ]);
    expect(changeTexts('replicas', [], [2])).toEqual(['-', '2']);
    expect(changeTexts('replicas', [1, 2], [])).toEqual(['1 | 2', '-']);
  });

  it('shows of long values where they part', () => {
    expect(changeTexts('environment', [variables('info')], [variables('debug')])).toEqual([
      '…19=1 LOG_LEVEL=info',
      '…19=1 LOG_LEVEL=debug',
    ]);
  });

  it('cuts what is still too long', () => {
    const [was, is] = changeTexts('owner', ['a'.repeat(500)], ['b'.repeat(500)]);
    expect([was, is].map((text) => text.length)).toEqual([60, 60]);
  });
});
