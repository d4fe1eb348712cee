import { RegisteredError } from '../errors/index.ts';
import type { VocabularyProblem } from '../errors/index.ts';
import { similarNames } from '../similar-names.ts';
import { keyOf } from './parameter.ts';
import type { Parameter } from './parameter.ts';
import { acceptedOf, readParameter } from './read-parameter.ts';
import type { Word } from './word.ts';

type Vocabulary = 'action' | 'fault';

/** So many names a person reads and takes one of. */
const mostSimilar = 3;

/** So much of a text says which one it is. */
const longestShown = 60;

/** So many unknown parameters are told one by one. */
const mostUnknown = 20;

/** A mapping, as files have them. */
const isMapping = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const cut = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/** What stood there, for a message: of lists and mappings only that they are. */
function shown(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (typeof given === 'string') return JSON.stringify(cut(given));
  if (typeof given === 'number' || typeof given === 'boolean' || given === null) return String(given);
  if (typeof given === 'bigint') return 'a number too large';
  return Array.isArray(given) ? 'a list' : typeof given === 'object' ? 'a mapping' : `a ${typeof given}`;
}

/** A name as it may stand in a message. */
const shownName = (name: string): string => (/^[\w.-]+$/.test(name) ? cut(name) : JSON.stringify(cut(name)));

/** The names most like the one that was written, found by what others call them too. */
function nearest(written: string, words: Readonly<Record<string, Word>>): readonly string[] {
  const names = new Map<string, string>();
  for (const [name, { alsoKnownAs = [] }] of Object.entries(words)) {
    for (const other of alsoKnownAs) names.set(other, name);
  }
  // A real name wins over what another one is called.
  for (const name of Object.keys(words)) names.set(name, name);
  // Several of what was found may be one word.
  const ranked = similarNames(written, [...names.keys()], names.size).map((name) => names.get(name) ?? name);
  const exactly = names.get(written.toLowerCase());
  return [...new Set(exactly === undefined ? ranked : [exactly, ...ranked])].slice(0, mostSimilar);
}

function unknownProblems(given: readonly string[], parameters: readonly string[]): readonly VocabularyProblem[] {
  const accepted = (name: string): string =>
    parameters.length === 0
      ? 'no parameters'
      : `one of ${parameters.join(', ')} (did you mean ${similarNames(name, parameters, 1).join()}?)`;
  const told = given.slice(0, mostUnknown).map((name): VocabularyProblem => ({
    parameter: '',
    found: `the unknown parameter ${shownName(name)}`,
    accepted: accepted(name),
  }));
  const rest = given.length - told.length;
  return rest > 0 ? [...told, { parameter: '', found: `${rest} more unknown ones`, accepted: 'none of them' }] : told;
}

/** What the rules about several parameters say. */
function jointProblems(
  { atLeastOne, exactlyOne }: Word,
  isGiven: (name: string) => boolean,
): readonly VocabularyProblem[] {
  const problems: VocabularyProblem[] = [];
  if (atLeastOne !== undefined && !atLeastOne.some(isGiven)) {
    problems.push({ parameter: '', found: 'none of them', accepted: `at least one of ${atLeastOne.join(', ')}` });
  }
  const both = (exactlyOne ?? []).filter(isGiven);
  if (exactlyOne !== undefined && both.length !== 1) {
    problems.push({
      parameter: '',
      found: both.length === 0 ? 'none of them' : both.join(' and '),
      accepted: `exactly one of ${exactlyOne.join(', ')}`,
    });
  }
  return problems;
}

type Read = { readonly problem: VocabularyProblem } | { readonly value: unknown };

function readOne(name: string, parameter: Parameter, given: unknown): Read {
  if (given === undefined && parameter.default === undefined) {
    return parameter.optional === true
      ? { value: undefined }
      : { problem: { parameter: name, found: 'nothing', accepted: acceptedOf(parameter) } };
  }
  const value = readParameter(parameter, given ?? (given === undefined ? parameter.default : given));
  return value === undefined
    ? { problem: { parameter: name, found: shown(given), accepted: acceptedOf(parameter) } }
    : { value };
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
  vocabulary: Vocabulary,
  words: Readonly<Record<string, Word>>,
  given: unknown,
  place: string,
): Readonly<Record<string, unknown>> {
  const invalid = (name: string, problems: readonly VocabularyProblem[]): RegisteredError =>
    new RegisteredError('vocabulary-entry-invalid', { place, vocabulary, name, problems });
  const example = vocabulary === 'action' ? '{ action: restart, component: web }' : '{ fault: kill, component: web }';
  if (!isMapping(given)) {
    throw invalid('', [{ parameter: '', found: shown(given), accepted: `a mapping such as ${example}` }]);
  }
  const { [vocabulary]: name, ...rest } = given;
  if (typeof name !== 'string' || name === '') {
    throw invalid('', [{ parameter: vocabulary, found: shown(name), accepted: `a name, as in ${example}` }]);
  }
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  if (word === undefined) {
    const similar = nearest(name, words);
    throw new RegisteredError('vocabulary-name-unknown', { place, vocabulary, name: shownName(name), similar });
  }
  const known = Object.keys(word.parameters);
  const problems = [
    ...unknownProblems(
      Object.keys(rest).filter((key) => !known.includes(key)),
      known,
    ),
  ];
  const isGiven = (parameter: string): boolean => Object.hasOwn(rest, parameter) && rest[parameter] !== undefined;
  const values: (readonly [string, unknown])[] = [['kind', name]];
  for (const [key, parameter] of Object.entries(word.parameters)) {
    const read = readOne(key, parameter, isGiven(key) ? rest[key] : undefined);
    if ('problem' in read) problems.push(read.problem);
    else if (read.value !== undefined) values.push([keyOf(key, parameter.quantity), read.value]);
  }
  problems.push(...jointProblems(word, isGiven));
  if (problems.length > 0) throw invalid(name, problems);
  return Object.freeze(Object.fromEntries(values));
}
