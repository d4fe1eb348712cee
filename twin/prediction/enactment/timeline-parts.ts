import type { YamlStep } from '../../../src/kernel/index.ts';

/** How a timeline is made of what is let happen. */
export interface TimelineParts {
  /** Entries that the model has itself. */
  readonly own: number;
  readonly faults: number;
  readonly change: number;
}

/**
 * The entry that an entry of a timeline was made of.
 *
 * @param key - Of the model: `timeline.2.component`.
 * @param parts - Of its timeline.
 * @returns `['faults', 0]`, say; undefined where the key is about the model itself.
 */
export function happeningAt(key: string, { own, faults, change }: TimelineParts): readonly YamlStep[] | undefined {
  const told = /^timeline\.(\d+)/.exec(key)?.[1];
  const index = Number(told);
  if (told === undefined || index < own) return undefined;
  if (index < own + faults) return ['faults', index - own];
  if (index < own + faults + change) return ['change', index - own - faults];
  return ['remedy', index - own - faults - change];
}
