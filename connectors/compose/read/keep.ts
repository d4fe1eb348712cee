import { keepArguments, keepImageReference, keepSetting, withoutCredentials } from '../../../src/kernel/index.ts';
import type { Seal, Setting } from '../../../src/kernel/index.ts';
import type { KnownNames } from './known-names.ts';
import type { Keep } from './read-context.ts';

/** A value as it is, secret or not: for who has to make a container of it, and for nobody else. */
export interface PlainValue {
  readonly name: string;
  /** Undefined where nobody gives the variable a value. */
  readonly value: string | undefined;
}

const secretName = /pass(?!ive|enger|ing)|pwd|secret|token|credential|api_?-?key|private/i;

/** Where a shell stands: the file's paths begin so. */
const shellFolder: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);

/** A shorter one occurs by itself in other texts. */
const shortestSecret = 8;

/**
 * Keeps settings without their secrets.
 *
 * @param seal - Makes fingerprints.
 * @param names - Names of services and hosts.
 * @param variables - Of the project: what one with a secret name holds is blotted out wherever it turns up.
 */
export function keepWithoutSecrets(
  seal: Seal,
  names: KnownNames,
  variables: ReadonlyMap<string, string>,
): Keep<Setting> {
  // A password that is the name of a service is no secret, and would blot out the service.
  const secrets = [...variables]
    .filter(([name, value]) => secretName.test(name) && !shellFolder.has(name) && value.length >= shortestSecret)
    .map(([, value]) => value)
    .filter((value) => !names.written.has(value.toLowerCase()));
  const filled = [...names.filled].filter((name) => !secrets.some((secret) => name.includes(secret.toLowerCase())));
  const knownNames = new Set([...names.written, ...filled]);
  const blot = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return {
    named: (name, value) => keepSetting(name, value, seal, knownNames),
    bare: (name) => ({ name }),
    words: (words) => keepArguments(words, seal, knownNames),
    plain: (text) => blot(withoutCredentials(text)),
    image: (reference) => blot(keepImageReference(reference)),
  };
}

/** Keeps everything as it is. */
export const keepPlain: Keep<PlainValue> = {
  named: (name, value) => ({ name, value }),
  bare: (name) => ({ name, value: undefined }),
  words: (words) => words.map((value) => ({ name: '', value })),
  plain: (text) => text,
  image: (reference) => reference,
};
