import type { Json } from '../canonical-json.ts';
import type { Word } from './word.ts';

/** What YAML takes for a text without quotes within a mapping on one line. */
const plainText = /^[A-Za-z_][\w./ -]*$/;

const written = (value: Json): string =>
  typeof value === 'string' && (plainText.test(value) || /^\d[\w.%/]*[a-zA-Z%]$/.test(value))
    ? value
    : JSON.stringify(value);

/**
 * The example of a word as one line of YAML, to be pasted: `{ action: scale, component: checkout, replicas: 3 }`.
 *
 * @param vocabulary - The member that names the word.
 * @param name - Its name.
 * @param word - Its entry.
 */
export function exampleLine(vocabulary: 'action' | 'fault', name: string, word: Word): string {
  const members = Object.entries({ [vocabulary]: name, ...word.example });
  return `{ ${members.map(([key, value]) => `${key}: ${written(value)}`).join(', ')} }`;
}
