import { RegisteredError } from '../errors/index.ts';
import type { VocabularyProblem } from '../errors/index.ts';
import { similarNames } from '../similar-names.ts';
import { valueNameOf } from './parameter.ts';
import type { Parameter } from './parameter.ts';
import { acceptedOf, readParameter } from './read-parameter.ts';
import type { Word } from './word.ts';
import { wordNamed } from './word-named.ts';
import { writtenName, writtenValue } from './written.ts';

/** So many unknown parameters are told one by one. */
const mostUnknown = 20;

const examples = {
  action: '{ action: restart, component: web }',
  fault: '{ fault: kill, component: web }',
} as const;

/** A mapping, as files have them. */
const isMapping = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** What the parameters are that the word does not have. */
function unknownProblems(unknown: readonly string[], known: readonly string[]): readonly VocabularyProblem[] {
  const accepted = (name: string): string =>
    known.length === 0
      ? 'no parameters'
      : `one of ${known.join(', ')} (did you mean ${similarNames(name, known, 1).join('')}?)`;
  const told = unknown
    .slice(0, mostUnknown)
    .map((name) => ({ parameter: '', found: `the unknown parameter ${writtenName(name)}`, accepted: accepted(name) }));
  const rest = unknown.length - told.length;
  return rest > 0 ? [...told, { parameter: '', found: `${rest} more unknown ones`, accepted: 'none of them' }] : told;
}

/** What the rules about several parameters say. */
function jointProblems({ atLeastOne = [], exactlyOne = [] }: Word, given: ReadonlySet<string>): VocabularyProblem[] {
  const problems: VocabularyProblem[] = [];
  if (atLeastOne.length > 0 && !atLeastOne.some((name) => given.has(name))) {
    problems.push({ parameter: '', found: 'none of them', accepted: `at least one of ${atLeastOne.join(', ')}` });
  }
  const chosen = exactlyOne.filter((name) => given.has(name));
  if (exactlyOne.length > 0 && chosen.length !== 1) {
    const found = chosen.length === 0 ? 'none of them' : chosen.join(' and ');
    problems.push({ parameter: '', found, accepted: `exactly one of ${exactlyOne.join(', ')}` });
  }
  return problems;
}

/** The value of one parameter, or what is wrong with it; neither where it is left out. */
function readOne(name: string, parameter: Parameter, given: unknown): { value?: unknown; problem?: VocabularyProblem } {
  const written = given === undefined ? parameter.default : given;
  if (written === undefined && parameter.optional === true) return {};
  const value = readParameter(parameter, written);
  if (value !== undefined) return { value };
  return { problem: { parameter: name, found: writtenValue(given), accepted: acceptedOf(parameter) } };
}

/**
 * Reads a word of a vocabulary with its parameters, as both stand in a file: a flat mapping of which one member names the
 * word.
 *
 * @param vocabulary - Which: the name of that member.
 * @param words - Its entries.
 * @param given - What stands there.
 * @param place - Where, for messages.
 * @returns `kind` and the values, frozen, under names with their units.
 * @throws RegisteredError `vocabulary-name-unknown`, `vocabulary-entry-invalid`
 */
export function readWord(
  vocabulary: 'action' | 'fault',
  words: Readonly<Record<string, Word>>,
  given: unknown,
  place: string,
): Readonly<Record<string, unknown>> {
  const invalid = (name: string, problems: readonly VocabularyProblem[]): RegisteredError =>
    new RegisteredError('vocabulary-entry-invalid', { place, vocabulary, name, problems });
  if (!isMapping(given)) {
    const accepted = `a mapping such as ${examples[vocabulary]}`;
    throw invalid('', [{ parameter: '', found: writtenValue(given), accepted }]);
  }
  const { [vocabulary]: written, ...rest } = given;
  if (typeof written !== 'string' || written === '') {
    const accepted = `a name, as in ${examples[vocabulary]}`;
    throw invalid('', [{ parameter: vocabulary, found: writtenValue(written), accepted }]);
  }
  const { word } = wordNamed(vocabulary, words, written, place);
  const known = Object.keys(word.parameters);
  const names = Object.keys(rest).filter((name) => rest[name] !== undefined);
  const problems = [
    ...unknownProblems(
      names.filter((name) => !known.includes(name)),
      known,
    ),
  ];
  const values: [string, unknown][] = [['kind', written]];
  for (const [name, parameter] of Object.entries(word.parameters)) {
    const { value, problem } = readOne(name, parameter, names.includes(name) ? rest[name] : undefined);
    if (problem !== undefined) problems.push(problem);
    else if (value !== undefined) values.push([valueNameOf(name, parameter.quantity), value]);
  }
  problems.push(...jointProblems(word, new Set(names)));
  if (problems.length > 0) throw invalid(written, problems);
  return Object.freeze(Object.fromEntries(values));
}
