/** Values of facts as a test may draw them: whatever the schema of an attribute takes, mostly what is at its edges. */
import fc from 'fast-check';
import type { z } from 'zod';
import { LatencySketch } from '../src/estate/index.ts';
import type { Json } from '../src/kernel/index.ts';

/** What the walk needs of a schema of Zod. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly values?: readonly Json[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** None, one, parts of it, ordinary ones, and more than anything has. */
const numbers = [0, 1, 2, 3, 0.5, 1e-9, 100, 60_000, 1e9, 1e12, 1e15, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE];

/** Sketches as captures make them: their parts hang together, as those that are drawn one by one do not. */
const sketches = fc.array(fc.constantFrom(...numbers), { minLength: 1, maxLength: 4 }).map((times): Json => {
  const sketch = new LatencySketch();
  for (const time of times) sketch.add(time, 1);
  return { ...sketch.toData() };
});

const isTaken = (schema: z.core.$ZodType, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

/**
 * Draws a value that a schema takes.
 *
 * @param schema - Of an attribute, or of a part of one.
 * @param texts - What a text may be, by the name of the member that holds it.
 * @param member - That name.
 */
export function anyFactValue(
  schema: z.core.$ZodType,
  texts: (member: string) => readonly string[],
  member = '',
): fc.Arbitrary<Json> {
  const { type, innerType, element, options, values, entries, shape } = schema._zod.def as unknown as Definition;
  const inner = (of: z.core.$ZodType | undefined, name = member): fc.Arbitrary<Json> =>
    of === undefined ? fc.constant(null) : anyFactValue(of, texts, name);
  switch (type) {
    case 'number':
      return fc.constantFrom(...numbers.filter((value) => isTaken(schema, value)));
    case 'string':
      return fc.constantFrom(...texts(member));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constantFrom(...(values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(entries ?? {}));
    case 'union':
      return fc.oneof(...(options ?? []).map((option) => inner(option)));
    case 'array':
      return fc.array(inner(element), { maxLength: 3 });
    case 'record':
      return fc.constant({});
    case 'optional':
    case 'default':
    case 'nullable':
      return inner(innerType);
    case 'object': {
      if (shape !== undefined && 'binCounts' in shape) return sketches;
      const isOptional = (of: z.core.$ZodType): boolean => of._zod.def.type === 'optional';
      const parts = Object.entries(shape ?? {}).map(([name, of]) => [name, inner(of, name), isOptional(of)] as const);
      const requiredKeys = parts.flatMap(([name, , optional]) => (optional ? [] : [name]));
      return fc.record(Object.fromEntries(parts.map(([name, arbitrary]) => [name, arbitrary])), { requiredKeys });
    }
    default:
      throw new TypeError(`a schema of type ${type} is not drawn yet`);
  }
}
