import type { z } from 'zod';
import { attributeEntry } from '../facts/index.ts';
import type { AttributeName } from '../facts/index.ts';
import { shortForm } from './written-attribute.ts';
import { isCountOrShare, isNumber, namesOf } from './written-schema.ts';
import { unitOfName } from './unit-of-name.ts';

/** One member of the value of an attribute, as a scenario has it. */
export interface FactMember {
  /** Its place in the value: `readiness.delay`; of each of a list `[].nodes`; empty for the value itself. */
  readonly name: string;
  /** As it is kept, where that is another name: `delayMs`. */
  readonly keptAs: string | undefined;
  /** What is accepted, with an example of its unit. */
  readonly takes: string;
  readonly isRequired: boolean;
  /** What it means. */
  readonly about: string;
}

/** What the definitions of those schemas that are walked hold. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly valueType?: z.ZodType;
}

const definitionOf = (schema: z.ZodType): Definition => schema.def;

/** A schema without what makes it optional, or makes another value of what it took. */
function bare(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input } = definitionOf(schema);
  const inner = type === 'pipe' ? input : innerType;
  return inner === undefined || titleOf(schema) !== undefined ? schema : bare(inner);
}

const titleOf = (schema: z.ZodType): string | undefined => schema.meta()?.title;

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** What it says of itself, or what it is made of does. */
function aboutOf(schema: z.ZodType): string {
  const { innerType } = definitionOf(schema);
  return schema.description ?? (innerType === undefined ? '' : aboutOf(innerType));
}

const plainTexts: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  null: 'null',
  object: 'mapping',
};

const enumerated = (names: readonly unknown[]): string => names.map((name) => `\`${String(name)}\``).join(', ');

function takesText(schema: z.ZodType, name: string): string {
  const given = bare(schema);
  const title = titleOf(given);
  if (title !== undefined) return title;
  const { type, element, options = [], entries, values, valueType } = definitionOf(given);
  if (isNumber(given)) {
    const unit = unitOfName(name)?.written;
    return (unit === undefined ? undefined : titleOf(unit)) ?? (isWhole(given) ? 'whole number' : 'number');
  }
  if (type === 'array' && element !== undefined) return `list of: ${takesText(element, name)}`;
  if (type === 'record' && valueType !== undefined) return `mapping of: ${takesText(valueType, name)}`;
  if (type === 'enum') return enumerated(Object.values(entries ?? {}));
  if (type === 'literal') return enumerated(values ?? []);
  if (type === 'union') {
    if (isCountOrShare(given)) return 'number or share: `2`, `25%`';
    return [...new Set(options.map((option) => takesText(option, name)))].join(', or ');
  }
  return plainTexts[type] ?? type;
}

const isWhole = (schema: z.ZodType): boolean => schema.safeParse(1).success && !schema.safeParse(1.5).success;

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The members below a value, each once; of several forms, what all of them require is required. */
function membersBelow(schema: z.ZodType, path: string, isKept: boolean): readonly FactMember[] {
  const given = bare(schema);
  if (titleOf(given) !== undefined || isCountOrShare(given)) return [];
  const { type, shape, element, options = [] } = definitionOf(given);
  if (type === 'array' && element !== undefined) return membersBelow(element, `${path}[]`, isKept);
  if (type === 'union') {
    const forms = options.map((option) => membersBelow(option, path, isKept)).filter(({ length }) => length > 0);
    const isInAll = (name: string, times: number): boolean => {
      const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
      const withParent = forms.filter((form) => form.some((member) => member.name === parent));
      return times === (withParent.length === 0 ? forms.length : withParent.length);
    };
    return [...Map.groupBy(forms.flat(), ({ name }) => name).values()].flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              takes: [...new Set([first, ...more].map(({ takes }) => takes))].join(', '),
              isRequired:
                [first, ...more].every(({ isRequired }) => isRequired) && isInAll(first.name, more.length + 1),
              about: [first, ...more].find(({ about }) => about !== '')?.about ?? '',
            },
          ],
    );
  }
  if (type !== 'object' || shape === undefined) return [];
  const shorts = new Map(
    isKept
      ? namesOf(shape)
          .map(([written, name]) => [name, written] as const)
          .reverse()
      : [],
  );
  return Object.entries(shape).flatMap(([name, member]) => {
    const written = shorts.get(name) ?? name;
    const here = below(path, written);
    const row = {
      name: here,
      keptAs: written === name ? undefined : name,
      takes: takesText(member, name),
      isRequired: !isOptional(member),
      about: aboutOf(member),
    };
    return [row, ...membersBelow(member, here, isKept)];
  });
}

const isMapping = (schema: z.ZodType): boolean => {
  const { type, options = [] } = definitionOf(schema);
  return type === 'object' || (options.length > 0 && !isCountOrShare(schema) && options.every(isMapping));
};

/**
 * The members of an attribute, as a scenario gives them.
 *
 * @param name - The attribute.
 * @returns The value itself first, where it is no mapping.
 */
export function factMembers(name: AttributeName): readonly FactMember[] {
  const short = shortForm(name);
  const { value } = attributeEntry(name);
  const form = short ?? value;
  const members = membersBelow(form, '', short === undefined);
  if (isMapping(bare(form))) return members;
  const takes = name === 'stop-grace' ? takesText(form, 'graceMs') : takesText(form, '');
  return [{ name: '', keptAs: undefined, takes, isRequired: true, about: 'the value itself' }, ...members];
}
