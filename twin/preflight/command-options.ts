import { subjectKey } from '../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact, Subject } from '../../src/estate/index.ts';

/**
 * Options of a component's command line by name: `--maxmemory 256mb`, `--maxmemory=256mb`, `-c max_connections=40`.
 *
 * @param facts - All that is known.
 * @param subject - The component.
 */
export function commandOptions(facts: readonly FoundFact[], subject: Subject): ReadonlyMap<string, string> {
  const key = subjectKey(subject);
  const command = facts.find((fact) => fact.attribute === 'command' && subjectKey(fact.subject) === key);
  const options = new Map<string, string>();
  let flag = '';
  for (const { name, value } of (command?.value ?? []) as AttributeValueOf<'command'>) {
    if (name !== '' && value !== undefined) options.set(name, value);
    else if (name === '' && flag !== '' && value !== undefined) options.set(flag, value);
    flag = value === undefined ? name : '';
  }
  return options;
}
