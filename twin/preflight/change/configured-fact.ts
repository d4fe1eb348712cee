import { attributeEntry, attributeNames } from '../../../src/estate/index.ts';
import { RegisteredError, similarNames } from '../../../src/kernel/index.ts';
import type { ActionOf } from '../../../src/kernel/index.ts';
import { subjectOf } from './fact-change.ts';
import type { FactChange } from './fact-change.ts';

/**
 * The fact that `configure` makes, of the attribute that it names.
 *
 * @param action - The action.
 * @param place - Where it stands, for messages.
 * @throws RegisteredError `vocabulary-entry-invalid` where there is no such attribute, or it cannot have this value
 */
export function configuredFact(action: ActionOf<'configure'>, place: string): FactChange {
  const refuse = (parameter: string, found: string, accepted: string): RegisteredError =>
    new RegisteredError('vocabulary-entry-invalid', {
      place,
      vocabulary: 'action',
      name: 'configure',
      problems: [{ parameter, found, accepted }],
    });
  const attribute = attributeNames.find((name) => name === action.attribute);
  if (attribute === undefined) {
    const similar = similarNames(action.attribute, attributeNames, 3).join(', ');
    throw refuse('attribute', action.attribute, `an attribute of the vocabulary of facts, such as ${similar}`);
  }
  const { subject: about, value: schema } = attributeEntry(attribute);
  const checked = schema.safeParse(action.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const part = (issue?.path ?? []).map(String).join('.');
    throw refuse('value', JSON.stringify(action.value), `a value of ${attribute}: ${part} ${issue?.message ?? ''}`);
  }
  const { component, to, operation, value } = action;
  switch (about) {
    case 'estate':
      return { subject: { kind: 'estate' }, attribute, value };
    case 'component':
      return { subject: subjectOf(component), attribute, value };
    case 'edge':
      if (to === undefined) throw refuse('to', 'none', `the called component: ${attribute} is said of calls`);
      return { subject: { kind: 'edge', component, to }, attribute, value };
    case 'operation':
      if (operation === undefined) throw refuse('operation', 'none', `one: ${attribute} is said of operations`);
      return { subject: { kind: 'operation', component, operation }, attribute, value };
    case 'instance':
      throw refuse('attribute', attribute, 'one that can be set: this is seen on instances');
  }
}
