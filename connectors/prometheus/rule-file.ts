import { z } from 'zod';
import { CoverageCount, formatPlace, locate, parseYaml, plainValue, RegisteredError } from '../../src/kernel/index.ts';
import type { Coverage } from '../../src/kernel/index.ts';
import { boundedText } from './answers.ts';
import { prometheusDurationMs } from './prometheus-duration.ts';
import { annotationNames, ruleExpression, ruleLabels } from './read-rules.ts';
import type { Rule, RuleGroup } from './rule.ts';

/** What a file of rules holds. */
export interface RuleFileReading {
  /** In the order of the file. */
  readonly ruleGroups: readonly RuleGroup[];
  readonly coverage: Coverage;
}

const duration = z.union([z.string(), z.number()]).transform((given, context) => {
  const durationMs = prometheusDurationMs(String(given));
  if (durationMs !== undefined) return durationMs;
  context.addIssue({ code: 'custom', message: 'expected a duration such as 30s, 5m or 1h30m' });
  return z.NEVER;
});

/** Values of labels may be numbers in YAML, and are texts for Prometheus. */
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((value) => String(value ?? ''));
const scalars = z
  .record(z.string(), scalar)
  .nullish()
  .transform((given) => Object.entries(given ?? {}));

const ruleSchema = z
  .looseObject({
    alert: scalar.optional(),
    record: scalar.optional(),
    expr: scalar,
    for: duration.nullish(),
    keep_firing_for: duration.nullish(),
    labels: scalars,
    annotations: scalars,
  })
  .refine(({ alert, record }) => (alert === undefined) !== (record === undefined), {
    error: 'a rule has either alert or record',
  });

const groupSchema = z.looseObject({
  name: scalar,
  interval: duration.nullish(),
  labels: scalars,
  rules: z.array(ruleSchema).nullish(),
});

/** A file for Prometheus, or an object of its operator in Kubernetes. */
const plainFile = z.object({ groups: z.array(groupSchema) });
const operatorFile = z.object({ kind: z.literal('PrometheusRule'), spec: plainFile });

/** Keys of a group and of a rule that say nothing that is kept; Thanos and Mimir have some of their own. */
const knownKeys: ReadonlySet<string> = new Set([
  ...['name', 'interval', 'labels', 'rules', 'limit', 'query_offset', 'partial_response_strategy', 'source_tenants'],
  ...['alert', 'record', 'expr', 'for', 'keep_firing_for', 'annotations'],
]);

function ruleOf(rule: z.output<typeof ruleSchema>, ofGroup: readonly (readonly [string, string])[]): Rule {
  const common = {
    name: boundedText(rule.alert ?? rule.record ?? ''),
    expression: ruleExpression(rule.expr),
    labels: ruleLabels([...ofGroup, ...rule.labels]),
  };
  if (rule.alert === undefined) return { kind: 'recording', ...common };
  return {
    kind: 'alert',
    ...common,
    forMs: rule.for ?? 0,
    keepFiringForMs: rule.keep_firing_for ?? 0,
    annotationNames: annotationNames(rule.annotations),
    state: undefined,
    activeAlerts: undefined,
  };
}

/**
 * Whether a text is likely a file of rules: it names groups at its top, or is an object of the operator.
 *
 * @param text - YAML or JSON.
 */
export const looksLikeRuleFile = (text: string): boolean =>
  /^(?:groups:(?:\s|$)|kind:\s*["']?PrometheusRule\b)/m.test(text) || /^\s*\{\s*"groups"\s*:/.test(text);

/**
 * Reads a file of alert and recording rules: of Prometheus itself, or a `PrometheusRule` of Kubernetes, several documents
 * in one file included.
 *
 * @param text - The file.
 * @param file - How it is called.
 * @returns Its groups, and the keys that were not understood.
 * @throws RegisteredError `rule-file-malformed`
 */
export function readRuleFile(text: string, file: string): RuleFileReading {
  const yaml = parseYaml(text, file);
  if (yaml.problem !== undefined) {
    const { place, found, accepted } = yaml.problem;
    throw malformed(file, `${place.line}:${place.column}`, `found ${found}, accepted is ${accepted}`);
  }
  const coverage = new CoverageCount();
  const ruleGroups = yaml.documents.flatMap((root) => {
    const plain = plainValue(root);
    const isOperators = operatorFile.pick({ kind: true }).safeParse(plain).success;
    const read = (isOperators ? operatorFile : plainFile).safeParse(plain);
    if (!read.success) {
      const [issue] = read.error.issues;
      const { line, column } = locate(root, (issue?.path ?? []) as (string | number)[]);
      throw malformed(file, `${line}:${column}`, issue?.message ?? 'it is of another form');
    }
    const { groups } = 'spec' in read.data ? read.data.spec : read.data;
    return groups.map(({ name, interval, labels, rules, ...others }): RuleGroup => {
      const unknown = [others, ...(rules ?? [])].flatMap((each) => Object.keys(each));
      for (const key of unknown.filter((each) => !knownKeys.has(each))) {
        coverage.notUnderstood(`groups.*.${boundedText(key)}`, formatPlace(root.place));
      }
      const read = (rules ?? []).map((rule) => ruleOf(rule, labels));
      coverage.read('rules', read.length);
      return { name: boundedText(name), file, intervalMs: interval ?? undefined, rules: read };
    });
  });
  coverage.read('groups', ruleGroups.length);
  return { ruleGroups, coverage: coverage.coverage };
}

const malformed = (file: string, place: string, problem: string): RegisteredError =>
  new RegisteredError('rule-file-malformed', { file, place, problem });
