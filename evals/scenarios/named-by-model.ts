import { RegisteredError, similarNames } from '../../src/kernel/index.ts';
import type { ErrorDetails, YamlStep } from '../../src/kernel/index.ts';
import type { Member } from './read-scenario.ts';

/** Every key and text of a value. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...wordsOf(inner)]);
}

/**
 * The components that only what is said of the model by hand names.
 *
 * @param member - Read and checked.
 */
export function modelledComponents({ components, modelPatches }: Member): readonly string[] {
  const known = new Set(components.map(({ name }) => name));
  const named = modelPatches.flatMap((patch) => Object.keys(patch['components'] ?? {}));
  return [...new Set(named)].filter((name) => !known.has(name));
}

/** The entry of the file that the rules call by a place of their own: `fault 2`, `change 1`. */
function pathOf(place: string, at: number): readonly YamlStep[] {
  const [, kind = '', index = '1'] = /^(\w+) (\d+)/.exec(place) ?? [];
  const list = kind === 'fault' ? 'faults' : kind === 'remedy' ? 'remedy' : 'change';
  return ['members', at, list, Number(index) - 1];
}

/**
 * Asks the rules, which know nothing of what only the model names.
 *
 * @param member - Read and checked.
 * @param ask - Asks them.
 * @returns What they say; the names that only the model has, where those keep them from saying anything.
 * @throws RegisteredError `scenario-invalid` with the lines of names that neither facts nor model have
 */
export function withNamesOfModel<Answer>(
  member: Member,
  ask: () => Answer,
): Answer | { readonly onlyInModel: string[] } {
  try {
    return ask();
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'change-names-unknown') throw thrown;
    const { things } = thrown.details as ErrorDetails<'change-names-unknown'>;
    const words = member.modelPatches.flatMap(wordsOf);
    // Operations and calls are written with the component that they belong to.
    const isModelled = (name: string): boolean =>
      name.split(' → ').every((part) => words.some((word) => word === part || word.endsWith(`/${part}`)));
    const unknown = things.filter(({ name }) => !isModelled(name));
    if (unknown.length === 0) return { onlyInModel: things.map(({ kind, name }) => `the ${kind} ${name}`) };
    const { at, placeOf } = member.source;
    throw new RegisteredError('scenario-invalid', {
      problems: unknown.map(({ place, kind, name, similar }) => {
        const path = pathOf(place, at);
        const near = similar.length > 0 ? similar : similarNames(name, words, 3);
        return {
          place: placeOf(path),
          key: path.join('.'),
          found: `${JSON.stringify(name)}, which is no ${kind} of the estate`,
          accepted: near.length > 0 ? `such as ${near.join(', ')}` : `a ${kind} that facts or model name`,
        };
      }),
    });
  }
}
