import type { YamlStep } from '../../src/kernel/index.ts';

type Written = Readonly<Record<string, unknown>>;

/** Where a member stands in its file, so that what arises when it is run can be told with its line. */
export interface MemberSource {
  /** The whole file as it was written. */
  readonly content: Written;
  /** Which of the members it is, from 0. */
  readonly at: number;
  /** The place of a path of the file: `F10.yaml:14:28`. */
  readonly placeOf: (path: readonly YamlStep[]) => string;
}

/** What a problem is about: where it stands, and by which key of the file. */
export interface SourcePlace {
  readonly place: string;
  readonly key: string;
}

const isMapping = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The steps that a key with points goes, as far as it leads: names may have points themselves. */
function stepsOf(value: unknown, key: string): readonly YamlStep[] {
  if (Array.isArray(value)) {
    const index = /^\d+/.exec(key)?.[0];
    if (index === undefined || Number(index) >= value.length) return [];
    return [Number(index), ...stepsOf(value[Number(index)], key.slice(index.length + 1))];
  }
  if (!isMapping(value)) return [];
  const [name] = Object.keys(value)
    .filter((each) => key === each || key.startsWith(`${each}.`))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? [] : [name, ...stepsOf(value[name], key.slice(name.length + 1))];
}

/** How a timeline is made of what a scenario lets happen. */
export interface TimelineParts {
  /** Entries that `model.timeline` has itself. */
  readonly own: number;
  readonly faults: number;
  readonly change: number;
}

/** The entry of the file that an entry of a timeline was made of. */
function happeningOf(index: number, { own, faults, change }: TimelineParts): readonly YamlStep[] | undefined {
  if (index < own) return undefined;
  if (index < own + faults) return ['faults', index - own];
  if (index < own + faults + change) return ['change', index - own - faults];
  return ['remedy', index - own - faults - change];
}

/**
 * Whether a key of a model is about something that the member lets happen, and not about the model itself.
 *
 * @param key - Of the model: `timeline.2.component`.
 * @param parts - Of its timeline.
 */
export function isHappening(key: string, parts: TimelineParts): boolean {
  const index = /^timeline\.(\d+)/.exec(key)?.[1];
  return index !== undefined && happeningOf(Number(index), parts) !== undefined;
}

/**
 * Where in the file stands what a key of the model of a member is about; the member itself, where facts brought it in.
 *
 * @param source - Of the member.
 * @param key - Of the model: `components.db.operations.read`.
 * @param parts - Of its timeline.
 */
export function modelPlace({ content, at, placeOf }: MemberSource, key: string, parts: TimelineParts): SourcePlace {
  const member = ['members', at] as const;
  const told = (path: readonly YamlStep[]): SourcePlace => ({ place: placeOf(path), key: path.join('.') });
  const [, index, rest = ''] = /^timeline\.(\d+)\.?(.*)$/.exec(key) ?? [];
  const happening = index === undefined ? undefined : happeningOf(Number(index), parts);
  if (happening !== undefined) return told([...member, ...happening, ...(rest === '' ? [] : [rest])]);
  const written = (content['members'] as readonly Written[] | undefined)?.[at] ?? {};
  const bases: readonly (readonly [path: readonly YamlStep[], value: unknown, key: string])[] = [
    [[...member, 'model'], written['model'], key],
    [['model'], content['model'], key],
    ...(key.startsWith('arrivals.')
      ? ([
          [[...member, 'load'], written['load'], key.slice('arrivals.'.length)],
          [['load'], content['load'], key.slice('arrivals.'.length)],
        ] as const)
      : []),
  ];
  const found = bases
    .map(([path, value, inner]) => ({ path, steps: stepsOf(value, inner) }))
    .reduce((best, each) => (each.steps.length > best.steps.length ? each : best));
  if (found.steps.length > 0) return told([...found.path, ...found.steps]);
  return { place: placeOf(member), key: `members.${at}, model ${key}` };
}
