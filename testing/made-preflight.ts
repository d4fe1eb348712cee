/** Estates written by hand for the rules of preflight, and what one rule says of them. */
import type { AttributeName, AttributeValueOf, ComponentKind, FoundFact, Subject } from '../src/estate/index.ts';
import { attributeEntry } from '../src/estate/index.ts';
import { readAction, readFault } from '../src/kernel/index.ts';
import type { Json } from '../src/kernel/index.ts';
import { runPreflight } from '../twin/preflight/index.ts';
import type { PreflightResult, Rule } from '../twin/preflight/index.ts';

const made = <Name extends AttributeName>(
  subject: Subject,
  attribute: Name,
  value: AttributeValueOf<Name>,
): FoundFact => ({
  subject,
  attribute,
  // As the store does: a test must not say what the vocabulary does not know.
  value: attributeEntry(attribute).value.parse(value) as Json,
  method: 'declared',
});

/** A fact of a component. */
export const factOf = <Name extends AttributeName>(
  component: string,
  attribute: Name,
  value: AttributeValueOf<Name>,
): FoundFact => made({ kind: 'component', component }, attribute, value);

/** A fact of how one component uses another. */
export const factBetween = <Name extends AttributeName>(
  component: string,
  to: string,
  attribute: Name,
  value: AttributeValueOf<Name>,
): FoundFact => made({ kind: 'edge', component, to }, attribute, value);

/** A fact of an operation. */
export const factOfOperation = <Name extends AttributeName>(
  component: string,
  operation: string,
  attribute: Name,
  value: AttributeValueOf<Name>,
): FoundFact => made({ kind: 'operation', component, operation }, attribute, value);

/** A fact of an instance. */
export const factOfInstance = <Name extends AttributeName>(
  component: string,
  instance: string,
  attribute: Name,
  value: AttributeValueOf<Name>,
): FoundFact => made({ kind: 'instance', component, instance }, attribute, value);

/** A fact of the estate as a whole. */
export const factOfEstate = <Name extends AttributeName>(attribute: Name, value: AttributeValueOf<Name>): FoundFact =>
  made({ kind: 'estate' }, attribute, value);

/** What a test may say of the question beside facts and actions. */
export interface Circumstances {
  /** As they stand in a file. */
  readonly condition?: readonly Readonly<Record<string, Json>>[];
  /** Actions that were done before, as they stand in a file. */
  readonly done?: readonly Readonly<Record<string, Json>>[];
  readonly kinds?: Readonly<Record<string, ComponentKind>>;
  readonly atMs?: number;
  readonly horizonMs?: number;
}

/** 2026-06-01T00:00:00Z. */
export const someMomentMs = 1_780_272_000_000;

/**
 * What rules say of an estate and a change.
 *
 * @param rules - One rule, or several.
 * @param facts - All that is known of the estate; its components are those that they name.
 * @param actions - As they stand in a file: `{ action: 'scale', component: 'checkout', replicas: 3 }`.
 * @param circumstances - What else matters; a week's horizon unless told otherwise.
 */
export function preflightOf(
  rules: Rule | readonly Rule[],
  facts: readonly FoundFact[],
  actions: readonly Readonly<Record<string, Json>>[] = [],
  { condition = [], done = [], kinds = {}, atMs = someMomentMs, horizonMs = 7 * 86_400_000 }: Circumstances = {},
): PreflightResult {
  const names = facts.flatMap(({ subject }) =>
    subject.kind === 'estate' ? [] : subject.kind === 'edge' ? [subject.component, subject.to] : [subject.component],
  );
  const components = [...new Set([...names, ...Object.keys(kinds)])]
    .sort()
    .map((name) => ({ name, kind: kinds[name] ?? ('service' as const) }));
  return runPreflight(
    {
      estate: { components, facts },
      actions: actions.map((action) => readAction(action, 'test')),
      done: done.map((action) => readAction(action, 'test')),
      condition: condition.map((fault) => readFault(fault, 'test')),
      atMs,
      horizonMs,
    },
    'check' in rules ? [rules] : rules,
  );
}
