import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { combineVerdicts, compareVerdicts, verdicts } from './verdict.ts';

const several = fc.array(fc.constantFrom(...verdicts), { minLength: 1 });

describe('combineVerdicts', () => {
  it('says unknown, not pass, where nothing was looked at or something is not known', () => {
    expect(combineVerdicts([])).toBe('unknown');
    expect(combineVerdicts(['pass', 'unknown', 'pass'])).toBe('unknown');
    expect(combineVerdicts(['pass', 'pass'])).toBe('pass');
  });

  it('lets the worst carry, and no gap hide it', () => {
    expect(combineVerdicts(['latent', 'unknown', 'pass'])).toBe('latent');
    expect(combineVerdicts(['warn', 'block', 'never-completes', 'unknown'])).toBe('block');
    expect(combineVerdicts(['warn', 'never-completes'])).toBe('never-completes');
  });

  it('does not depend on the order, and never gets better by one more', () => {
    fc.assert(
      fc.property(several, fc.constantFrom(...verdicts), (some, one) => {
        const whole = combineVerdicts(some);
        expect(combineVerdicts([...some].reverse())).toBe(whole);
        expect(compareVerdicts(combineVerdicts([...some, one]), whole)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
