import { subjectKey } from '../../../src/estate/index.ts';
import type { FoundFact } from '../../../src/estate/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import { EstateView } from '../estate-view.ts';
import type { PreflightEstate } from '../estate-view.ts';
import { checkNames } from './check-names.ts';
import type { FactChange } from './fact-change.ts';
import { factsOfAction } from './facts-of-action.ts';

/** The facts with one changed, whoever said it before. */
function withChange(
  facts: readonly FoundFact[],
  { subject, attribute, value }: FactChange,
  place: string,
): FoundFact[] {
  const key = subjectKey(subject);
  const others = facts.filter((fact) => fact.attribute !== attribute || subjectKey(fact.subject) !== key);
  return [...others, { subject, attribute, value, method: 'declared', place }];
}

/**
 * An estate as it is known once actions are done: those that set something change facts; those that are events, such as a
 * restart, leave them as they are.
 *
 * @param estate - As it is known before.
 * @param actions - In their order.
 * @param atMs - When, in milliseconds since 1970.
 * @param places - Where each action stands, for messages; by their numbers where left out.
 * @throws RegisteredError `change-names-unknown` where one names what the estate does not have
 * @throws RegisteredError `vocabulary-entry-invalid` where `configure` names no attribute, or a value that it cannot have
 */
export function applyChange(
  estate: PreflightEstate,
  actions: readonly Action[],
  atMs: number,
  places: readonly string[] = [],
): PreflightEstate {
  let { facts } = estate;
  const placeOf = ({ kind }: Action, at: number): string => places[at] ?? `action ${at + 1}: ${kind}`;
  checkNames(
    new EstateView(estate),
    actions.map((word, at) => ({ word, place: places[at] ?? `action ${at + 1}` })),
  );
  for (const [at, action] of actions.entries()) {
    const place = placeOf(action, at);
    for (const change of factsOfAction(action, new EstateView({ ...estate, facts }), atMs, place)) {
      facts = withChange(facts, change, place);
    }
  }
  return { ...estate, facts };
}
