import { keepLabel, withoutSecrets } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import { boundedText, rulesAnswer } from './answers.ts';
import { durationMsOfSeconds } from './prometheus-duration.ts';
import type { Rule, RuleGroup } from './rule.ts';

/** kube-prometheus has 80 groups with 400 rules. */
const mostGroups = 2_000;
const mostRules = 2_000;

const longestExpression = 8_000;

type Labels = readonly (readonly [string, string])[];

/**
 * Labels of a rule as they are kept.
 *
 * @param labels - As they were told.
 */
export function ruleLabels(labels: Labels): Readonly<Record<string, string>> {
  const kept = labels
    .filter(([name]) => name !== '__proto__')
    .map(([name, value]) => [boundedText(name), keepLabel(name, boundedText(value))] as const);
  return Object.fromEntries(kept.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * The names of a rule's annotations.
 *
 * @param annotations - As they were told.
 */
export const annotationNames = (annotations: Labels): readonly string[] =>
  annotations.map(([name]) => boundedText(name)).toSorted();

/**
 * An expression as it is kept.
 *
 * @param expression - Of any length.
 */
export const ruleExpression = (expression: string): string =>
  withoutSecrets(boundedText(expression, longestExpression));

type RuleAnswer = ReturnType<typeof rulesAnswer.parse>['groups'][number]['rules'][number];

/** A duration in seconds, of whatever kind; one that is none is counted, and is as good as not there. */
function durationMsOf(seconds: unknown, coverage: CoverageCount): number | undefined {
  if (seconds === undefined || seconds === null) return undefined;
  const durationMs = durationMsOfSeconds(seconds);
  if (durationMs === undefined) coverage.notUnderstood('durations of rules that are no durations', 'api/v1/rules');
  return durationMs;
}

function ruleOf(rule: RuleAnswer, coverage: CoverageCount): Rule {
  const common = {
    name: boundedText(rule.name),
    expression: ruleExpression(rule.query),
    labels: ruleLabels(rule.labels),
  };
  if (rule.type === 'recording') return { kind: 'recording', ...common };
  return {
    kind: 'alert',
    ...common,
    forMs: durationMsOf(rule.duration, coverage) ?? 0,
    keepFiringForMs: durationMsOf(rule.keepFiringFor, coverage) ?? 0,
    annotationNames: annotationNames(rule.annotations),
    state: rule.state,
    activeAlerts: rule.alerts?.length,
  };
}

function keptRules(rules: readonly RuleAnswer[], coverage: CoverageCount): readonly RuleAnswer[] {
  const beyond = Math.max(0, rules.length - mostRules);
  if (beyond > 0) coverage.notUnderstood('rules beyond those that are kept', 'api/v1/rules', beyond);
  return rules.slice(0, mostRules);
}

/**
 * The rule groups of an answer.
 *
 * @param data - As the server gave it; undefined where it gave none.
 * @param coverage - Told what is left out.
 */
export function readRules(data: unknown, coverage: CoverageCount): readonly RuleGroup[] {
  if (data === undefined) return [];
  const answer = rulesAnswer.safeParse(data);
  if (!answer.success) {
    coverage.notUnderstood('rules in another form', 'api/v1/rules');
    return [];
  }
  const { groups } = answer.data;
  const beyond = Math.max(0, groups.length - mostGroups);
  if (beyond > 0) coverage.notUnderstood('rule groups beyond those that are kept', 'api/v1/rules', beyond);
  return groups.slice(0, mostGroups).map(({ name, file, interval, rules }) => ({
    name: boundedText(name),
    file: boundedText(file),
    // By 0 a server says that it is the usual one.
    intervalMs: durationMsOf(interval, coverage) || undefined,
    rules: keptRules(rules, coverage).map((rule) => ruleOf(rule, coverage)),
  }));
}
