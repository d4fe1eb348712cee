import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '../verdict.ts';
import { confidenceOf } from './confidence.ts';
import type { TierAnswer } from './tiers/index.ts';

const answer = (tier: TierAnswer['tier'], verdict: Verdict, wasAsked = true): TierAnswer => ({
  tier,
  wasAsked,
  verdict,
  reasons: [],
  remedies: [],
  missing: [],
});

const both = (preflight: Verdict, model: Verdict): TierAnswer[] => [
  answer('preflight', preflight),
  answer('model', model),
];

const opinion = { operation: 'web/GET /', modelFactor: 1.1, learnedFactor: 2, errorFactor: 1.2, isWithinSeen: true };

describe('confidenceOf', () => {
  it('is good where all agree within what was seen', () => {
    const validity = [{ what: 'load', of: 'web/GET /', isInside: true, text: '' } as const];
    expect(confidenceOf(both('pass', 'pass'), validity, [{ ...opinion, agrees: true }], ['web/GET /'])).toEqual({
      level: 'good',
      because: [],
    });
    expect(confidenceOf(both('unknown', 'warn'), [], [], []).level).toBe('good');
    expect(confidenceOf(both('latent', 'pass'), [], [], []).level).toBe('good');
  });

  it.each([
    ['the load leaves what was seen', both('pass', 'pass'), false, true],
    ['the second predictor differs', both('pass', 'pass'), true, false],
    ['rules and model differ', both('block', 'pass'), true, true],
  ])('is lowered where %s', (_, tiers, isInside, agrees) => {
    const validity = [{ what: 'load', of: 'web/GET /', isInside, text: 'more' } as const];
    const said = confidenceOf(tiers, validity, [{ ...opinion, agrees }], ['web/GET /']);
    expect(said.level).toBe('lowered');
    expect(said.because).toHaveLength(1);
  });

  it('is none where no model could be asked', () => {
    expect(confidenceOf([answer('preflight', 'pass'), answer('model', 'unknown', false)], [], [], []).level).toBe(
      'none',
    );
  });
});
