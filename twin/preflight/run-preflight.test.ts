import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../../src/kernel/index.ts';
import { factOf, preflightOf } from '../../testing/made-preflight.ts';
import type { Rule, RuleInput } from './rule.ts';
import { finding } from './rule.ts';

/** Finds fault with every component that has more instances than it is told. */
function atMost(instances: number, more: Partial<Rule> = {}): Rule {
  return {
    name: `at-most-${instances}`,
    question: 'Are there few?',
    reads: ['replicas'],
    surer: 'counting',
    relevantTo: 'always',
    check: ({ after }: RuleInput) =>
      after.known('replicas', 'component').map(({ subject, value, fact }) =>
        finding({
          verdict: value > instances ? 'warn' : 'pass',
          about: [subject],
          reason: `${subject.component} has ${value}.`,
          evidence: [fact],
        }),
      ),
    ...more,
  };
}

const unsure: Rule = atMost(0, {
  name: 'unsure',
  check: ({ after }) =>
    after.known('replicas', 'component').map(({ subject }) =>
      finding({
        verdict: 'unknown',
        about: [subject],
        reason: 'Who knows.',
        missing: [{ subject, attribute: 'limits' }],
      }),
    ),
});

const facts = [factOf('a', 'replicas', 2), factOf('b', 'replicas', 9)];
const scaleA = (replicas: number) => [{ action: 'scale', component: 'a', replicas }];

describe('runPreflight', () => {
  it('lets a change answer for what it touches, and tells what is wrong elsewhere apart', () => {
    const result = preflightOf(atMost(5), facts, scaleA(3));
    expect(result).toMatchObject({ verdict: 'pass', reason: 'a has 3.' });
    expect(result.elsewhere).toMatchObject([{ verdict: 'warn', reason: 'b has 9.' }]);
  });

  it('looks at everything where nothing is changed', () => {
    for (const actions of [[], [{ action: 'do-nothing' }], [{ action: 'wait', for: '5m' }]])
      expect(preflightOf(atMost(5), facts, actions)).toMatchObject({ verdict: 'warn', elsewhere: [] });
  });

  it('marks what was so before, and lists what a change mends', () => {
    expect(preflightOf(atMost(1), facts, scaleA(3)).findings).toMatchObject([{ verdict: 'warn', isStanding: true }]);
    expect(preflightOf(atMost(2), facts, scaleA(3)).findings).toMatchObject([{ verdict: 'warn', isStanding: false }]);
    expect(preflightOf(atMost(1), facts, scaleA(1)).resolved).toMatchObject([{ reason: 'a has 2.' }]);
  });

  it('says unknown where a rule cannot decide and none finds fault, with what is missing once', () => {
    expect(preflightOf([atMost(5), unsure], facts, scaleA(3))).toMatchObject({
      verdict: 'unknown',
      undecided: [{ rule: 'unsure', missing: [{ attribute: 'limits' }] }],
    });
    expect(preflightOf([atMost(5), unsure], facts, scaleA(6)).verdict).toBe('warn');
  });

  it('says unknown, not pass, where no rule has anything to check', () => {
    const mute = atMost(0, { name: 'mute', check: () => [] });
    expect(preflightOf([mute], facts)).toMatchObject({ verdict: 'unknown', silent: ['mute'], findings: [] });
  });

  it('lets no harm that lies ahead anyway carry the verdict of a fault that is not its mechanism', () => {
    const lies = atMost(1, {
      name: 'lies-ahead',
      check: ({ after, condition }) =>
        after.known('replicas', 'component').map(({ subject }) => {
          const isHit = condition.some((fault) => fault.kind === 'disk-fill');
          const reason = isHit ? `${subject.component} is full soon.` : `${subject.component} fills up.`;
          return finding({ verdict: 'latent', about: [subject], reason });
        }),
    });
    const some = facts.slice(0, 1);
    for (const actions of [[], [{ action: 'do-nothing' }]]) {
      const slow = preflightOf(lies, some, actions, {
        condition: [{ fault: 'latency', component: 'a', delay: '1s', for: '2m' }],
      });
      expect(slow).toMatchObject({ verdict: 'pass', findings: [], elsewhere: [{ reason: 'a fills up.' }] });
      const full = preflightOf(lies, some, actions, { condition: [{ fault: 'disk-fill', node: 'n', fill: '90%' }] });
      expect(full).toMatchObject({ verdict: 'latent', reason: 'a is full soon.' });
      expect(preflightOf(lies, some, actions)).toMatchObject({ verdict: 'latent', reason: 'a fills up.' });
    }
    // A fault that a rule finds fault with keeps its verdict.
    const condition = [{ fault: 'kill', component: 'a' }];
    expect(preflightOf([lies, atMost(1)], some, [], { condition })).toMatchObject({ verdict: 'warn' });
  });

  it('asks only rules to which an action is relevant, or that read what it configures', () => {
    const rule = atMost(5, { relevantTo: ['restart'] });
    expect(preflightOf(rule, facts, scaleA(3)).findings).toEqual([]);
    expect(preflightOf(rule, facts, [{ action: 'restart', component: 'a' }]).findings).toHaveLength(1);
    const configure = { action: 'configure', component: 'a', attribute: 'replicas', value: 3 };
    expect(preflightOf(rule, facts, [configure]).findings).toHaveLength(1);
    expect(preflightOf(rule, facts).findings).toHaveLength(2);
  });

  it('asks whether a change mends what is wrong only where something is', () => {
    const rule = atMost(5, {
      judge: ({ actions }) => actions.map((action) => ({ about: [], action, works: 'no', because: 'It does not.' })),
    });
    expect(preflightOf(rule, facts.slice(0, 1), scaleA(3)).remedies).toEqual([]);
    expect(preflightOf(rule, facts, scaleA(3)).remedies).toMatchObject([{ rule: 'at-most-5', works: 'no' }]);
    const condition = [{ fault: 'kill', component: 'a' }];
    expect(preflightOf(rule, facts.slice(0, 1), scaleA(3), { condition }).remedies).toHaveLength(1);
  });

  it('refuses a component that the estate does not have, and names those that are like it', () => {
    const estate = [factOf('checkout', 'replicas', 2)];
    const ask = () => preflightOf(atMost(5), estate, [{ action: 'restart', component: 'chekout' }]);
    expect(ask).toThrow(RegisteredError);
    expect(ask).toThrow(/chekout.*checkout/);
  });
});
