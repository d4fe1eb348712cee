import { describe, expect, it } from '@jest/globals';
import { durableFinding } from './check-store.ts';

const check = { checkId: 'c', exactlyOnce: true, repeatedSteps: 0, durationMs: 12 };

describe('durableFinding', () => {
  it('is well where each step ran once', () => {
    expect(durableFinding(check)).toMatchObject({ state: 'ok' });
  });

  it('fails where a step ran twice though nothing crashed, or a remembered one ran again', () => {
    expect(durableFinding({ ...check, repeatedSteps: 1 })).toMatchObject({ state: 'failed' });
    expect(durableFinding({ ...check, exactlyOnce: false })).toMatchObject({ state: 'failed' });
  });
});
