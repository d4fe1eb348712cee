import type { YamlStep } from '../../src/kernel/index.ts';
import { happeningAt } from '../../twin/prediction/enactment/index.ts';
import type { TimelineParts } from '../../twin/prediction/enactment/index.ts';

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
  const [, rest = ''] = /^timeline\.\d+\.?(.*)$/.exec(key) ?? [];
  const happening = happeningAt(key, parts);
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
