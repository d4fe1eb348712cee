import type { AttributeValueOf } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { PartDifference } from './part-difference.ts';

type Named = AttributeValueOf<'environment'>[number];

/** What of a setting may be shown: of a secret, the fingerprint. */
const shown = ({ value, address, secret }: Named): Json =>
  secret === undefined ? (value ?? address ?? null) : { secret: secret.fingerprint };

/**
 * Whether two settings of one name surely have two values. A reader that knows a word for a host's name keeps it as it is
 * where another seals it: then only the lengths can be compared.
 */
function areOther(one: Named, other: Named): boolean {
  if (one.secret !== undefined && other.secret !== undefined)
    return one.secret.fingerprint !== other.secret.fingerprint;
  const { secret } = one.secret === undefined ? other : one;
  const plain = one.secret === undefined ? one : other;
  if (secret !== undefined) return plain.value !== undefined && plain.value.length !== secret.shape.length;
  return (one.value ?? one.address ?? '') !== (other.value ?? other.address ?? '');
}

/** A variable without a value is most often one whose value is given elsewhere, and says nothing of it. */
const isSaid = ({ value, address, secret }: Named): boolean =>
  secret !== undefined || address !== undefined || (value !== undefined && value !== '');

/**
 * Compares variables or labels by name. What a container has beside what is declared is no difference: tools add labels,
 * and a file of variables may not have been there to read.
 *
 * @param declared - Of the configuration.
 * @param captured - Of a container, with what its image says.
 */
export function compareSettings(declared: readonly Named[], captured: readonly Named[]): PartDifference[] {
  const seen = new Map(captured.map((setting) => [setting.name, setting]));
  return declared.filter(isSaid).flatMap((setting): PartDifference[] => {
    const other = seen.get(setting.name);
    if (other !== undefined && !areOther(setting, other)) return [];
    return [{ part: setting.name, declared: shown(setting), captured: other === undefined ? null : shown(other) }];
  });
}

type Word = AttributeValueOf<'command'>[number];

const textOf = (words: readonly Word[]): string =>
  words
    .map(({ name, value, address, secret }) => {
      const said = secret === undefined ? (value ?? address) : `(secret ${secret.fingerprint.slice(0, 6)})`;
      return [name, said].filter((part) => part !== undefined && part !== '').join('=');
    })
    .join(' ');

/**
 * Compares two command lines: where a word differs, it is another command.
 *
 * @param declared - Of the configuration.
 * @param captured - Of a container.
 */
export function compareWords(declared: readonly Word[], captured: readonly Word[]): PartDifference[] {
  const isSame =
    declared.length === captured.length &&
    declared.every((word, index) => {
      const other = captured[index];
      return other !== undefined && word.name === other.name && !areOther(word, other);
    });
  return isSame ? [] : [{ part: '', declared: textOf(declared), captured: textOf(captured) }];
}
