import { compareText, keepArguments, keepSetting } from '../../../src/kernel/index.ts';
import type { Seal, Setting } from '../../../src/kernel/index.ts';
import { bounded } from './lenient.ts';

/** Puts names, values, labels and command lines in the form in which they may be kept. */
export interface Keeper {
  readonly setting: (name: string, value: string) => Setting;
  readonly label: (name: string, value: string) => Setting;
  readonly words: (words: readonly string[]) => readonly Setting[];
  /** Settings by name. */
  readonly settings: (entries: readonly (readonly [string, string])[]) => readonly Setting[];
  /** Labels by name. */
  readonly labels: (entries: readonly (readonly [string, string])[]) => readonly Setting[];
}

/** Labels whose values are known to be no secrets as long as they look as their writers write them. */
const plainLabels: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^com\.docker\.compose\.(?:project|service|network|volume|version|container-number|oneoff)$/, /^[\w.-]{1,128}$/],
  [/^com\.docker\.compose\.(?:config-hash|image)$/, /^(?:sha256:)?[0-9a-f]{64}$/],
  [/^com\.docker\.compose\.depends_on$/, /^[\w.:,-]{0,2000}$/],
  [/^com\.docker\.compose\.project\.(?:working_dir|config_files|environment_file)$/, /^[\w./, @-]{1,1000}$/],
  [/^org\.opencontainers\.image\.(?:version|ref\.name|licenses)$/, /^[\w.+-]{1,64}$/],
  [/^org\.opencontainers\.image\.revision$/, /^[0-9a-f]{7,64}$/],
  [/^org\.opencontainers\.image\.base\.digest$/, /^sha256:[0-9a-f]{64}$/],
  [/^org\.opencontainers\.image\.created$/, /^\d{4}-\d\d-\d\d[T ][\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d)?$/],
  [/^org\.opencontainers\.image\.(?:title|vendor)$/, /^[A-Za-z][A-Za-z .-]{0,60}$/],
];

/**
 * A keeper for one engine.
 *
 * @param seal - Makes fingerprints of what may not be kept.
 * @param knownNames - Names of services and hosts, in lower case: as values they are no secrets.
 */
export function keeperOf(seal: Seal, knownNames: ReadonlySet<string>): Keeper {
  const setting: Keeper['setting'] = (name, value) => keepSetting(bounded(name), value, seal, knownNames);
  const label: Keeper['label'] = (name, value) =>
    plainLabels.some(([names, values]) => names.test(name) && values.test(value))
      ? { name, value }
      : setting(name, value);
  const sorted = (
    entries: readonly (readonly [string, string])[],
    keep: (name: string, value: string) => Setting,
  ): readonly Setting[] =>
    entries.map(([name, value]) => keep(name, value)).toSorted((left, right) => compareText(left.name, right.name));
  return {
    setting,
    label,
    words: (words) => keepArguments(words, seal, knownNames),
    settings: (entries) => sorted(entries, setting),
    labels: (entries) => sorted(entries, label),
  };
}
