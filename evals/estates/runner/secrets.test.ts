import { describe, expect, it } from '@jest/globals';
import { withoutSecrets } from './secrets.ts';

describe('withoutSecrets', () => {
  it('blots out each secret wherever it stands, and nothing else', () => {
    expect(withoutSecrets(['db://shop:abc@db abc', 'fine', 'xyz'], ['abc', '', 'xyz'])).toEqual([
      'db://shop:[secret]@db [secret]',
      'fine',
      '[secret]',
    ]);
  });
});
