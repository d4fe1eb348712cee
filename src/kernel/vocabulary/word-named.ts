import { RegisteredError } from '../errors/index.ts';
import { similarNames } from '../similar-names.ts';
import type { Word } from './word.ts';
import { writtenName } from './written.ts';

/** So many names a person reads and takes one of. */
const mostSimilar = 3;

/** The names most like the one that was written, found by what others call them too, best first. */
function nearest(written: string, words: Readonly<Record<string, Word>>): readonly string[] {
  const names = new Map<string, string>();
  for (const [name, { alsoKnownAs = [] }] of Object.entries(words)) {
    for (const other of [name, ...alsoKnownAs]) names.set(other, name);
  }
  const exact = names.get(written.toLowerCase());
  const ranked = similarNames(written, [...names.keys()], names.size).map((name) => names.get(name) ?? name);
  // Several of the names that were found may stand for one word.
  return [...new Set(exact === undefined ? ranked : [exact, ...ranked])].slice(0, mostSimilar);
}

/**
 * The word of a vocabulary that a person named.
 *
 * @param vocabulary - Which vocabulary, for messages.
 * @param words - Its entries.
 * @param written - What they wrote.
 * @param place - Where, for messages.
 * @returns Its name and its entry.
 * @throws RegisteredError `vocabulary-name-unknown`
 */
export function wordNamed<Name extends string>(
  vocabulary: 'action' | 'fault',
  words: Readonly<Record<Name, Word>>,
  written: string,
  place: string,
): { readonly name: Name; readonly word: Word } {
  if (Object.hasOwn(words, written)) {
    const name = written as Name;
    return { name, word: words[name] };
  }
  const similar = nearest(written, words);
  throw new RegisteredError('vocabulary-name-unknown', { place, vocabulary, name: writtenName(written), similar });
}
