import { describe, expect, it } from '@jest/globals';
import type { AttributeName } from '../../../src/estate/index.ts';
import type { Verdict } from '../../verdict.ts';
import type { Reason, TierAnswer } from './answer.ts';
import { joinVerdicts } from './join-verdicts.ts';

const told = (verdict: Verdict, more: Partial<Reason> = {}): Reason => ({
  tier: 'preflight',
  mechanism: 'some-rule',
  verdict,
  text: 'A sentence.',
  takesDown: [],
  ...more,
});

const lacking = (...lacks: AttributeName[]): Reason => told('unknown', { lacks });

const preflight = (verdict: Verdict, ...reasons: Reason[]): TierAnswer => ({
  tier: 'preflight',
  wasAsked: true,
  verdict,
  reasons,
  remedies: [],
  missing: [],
});

const model = (verdict: Verdict, wasAsked = true): TierAnswer => ({
  ...preflight(verdict),
  tier: 'model',
  wasAsked,
});

describe('joinVerdicts', () => {
  it('lets harm that either tier finds carry', () => {
    expect(joinVerdicts([preflight('unknown', lacking('limits')), model('warn')])).toBe('warn');
    expect(joinVerdicts([preflight('block', told('block')), model('pass')])).toBe('block');
  });

  it('takes what a run brings about as answered by the run', () => {
    expect(joinVerdicts([preflight('unknown', lacking('calls', 'requests')), model('pass')])).toBe('pass');
  });

  it('stays unknown where a rule lacks what no run brings about', () => {
    expect(joinVerdicts([preflight('unknown', lacking('limits')), model('pass')])).toBe('unknown');
    expect(joinVerdicts([preflight('unknown', lacking('calls', 'limits')), model('pass')])).toBe('unknown');
    expect(joinVerdicts([preflight('unknown', told('unknown')), model('pass')])).toBe('unknown');
  });

  it('stays unknown where nothing was run, or the run shows too little', () => {
    expect(joinVerdicts([preflight('unknown', lacking('calls')), model('unknown', false)])).toBe('unknown');
    expect(joinVerdicts([preflight('unknown', lacking('calls')), model('unknown')])).toBe('unknown');
    expect(joinVerdicts([])).toBe('unknown');
  });

  it('leaves out what was as unknown without the change, and makes no pass of it alone', () => {
    const standing = told('unknown', { isStanding: true, lacks: ['limits'] });
    expect(joinVerdicts([preflight('unknown', standing, told('pass'))])).toBe('pass');
    expect(joinVerdicts([preflight('unknown', standing)])).toBe('unknown');
    expect(joinVerdicts([preflight('unknown', standing, lacking('limits'), told('pass'))])).toBe('unknown');
  });
});
