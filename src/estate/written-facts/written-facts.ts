import { z } from 'zod';
import { attributeEntry, attributeNames } from '../facts/index.ts';
import type { AttributeName, FoundFact, Subject } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import { writtenAttribute } from './written-attribute.ts';

/** As `ComponentKind` of the estate. */
const kinds = ['service', 'gateway', 'database', 'cache', 'queue', 'job', 'external', 'host', 'certificate'] as const;

/** The attributes that can be said of one kind of subject. */
const attributesOf = (kind: Subject['kind']): Record<string, z.ZodType> =>
  Object.fromEntries(
    attributeNames.flatMap((name) => {
      const written = attributeEntry(name).subject === kind ? writtenAttribute(name) : undefined;
      return written === undefined ? [] : [[name, written.optional()]];
    }),
  );

const notPath = 'component/name, such as "web/GET /cart"';
const path = z.string().regex(/^[^/]+\/.+$/, { error: notPath });
const edge = z.string().regex(/^[^>]+ > [^>]+$/, { error: 'caller > called, such as "web > database"' });

/** What is known of an estate, as a scenario gives it by hand. */
export const writtenFactsSchema = z.strictObject({
  components: z
    .record(
      z.string().min(1),
      z.strictObject({
        kind: z.enum(kinds).default('service').meta({ description: 'what it is' }),
        ...attributesOf('component'),
      }),
    )
    .default({})
    .meta({ description: 'by name: what it is, and its attributes; nodes are components of the kind host' }),
  calls: z
    .record(edge, z.strictObject(attributesOf('edge')))
    .default({})
    .meta({ description: 'by "caller > called": how one uses the other' }),
  operations: z
    .record(path, z.strictObject(attributesOf('operation')))
    .default({})
    .meta({ description: 'by "component/operation"' }),
  instances: z
    .record(path, z.strictObject(attributesOf('instance')))
    .default({})
    .meta({ description: 'by "component/instance"' }),
  estate: z.strictObject(attributesOf('estate')).default({}).meta({ description: 'of the estate as a whole' }),
});

/** See `writtenFactsSchema`. */
export type WrittenFacts = z.output<typeof writtenFactsSchema>;

function split(text: string, by: string): readonly [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}

function factsAbout(subject: Subject, attributes: Readonly<Record<string, unknown>>, place: string): FoundFact[] {
  return Object.entries(attributes).flatMap(([attribute, value]) =>
    value === undefined
      ? []
      : [{ subject, attribute: attribute as AttributeName, value: value as Json, method: 'declared' as const, place }],
  );
}

/**
 * What was written, as facts.
 *
 * @param written - Read and checked.
 * @param place - Where it stands.
 */
export function factsOf(written: WrittenFacts, place: string): FoundFact[] {
  return [
    ...factsAbout({ kind: 'estate' }, written.estate, place),
    ...Object.entries(written.components).flatMap(([component, attributes]) =>
      factsAbout({ kind: 'component', component }, { ...attributes, kind: undefined }, place),
    ),
    ...Object.entries(written.instances).flatMap(([name, attributes]) => {
      const [component, instance] = split(name, '/');
      return factsAbout({ kind: 'instance', component, instance }, attributes, place);
    }),
    ...Object.entries(written.operations).flatMap(([name, attributes]) => {
      const [component, operation] = split(name, '/');
      return factsAbout({ kind: 'operation', component, operation }, attributes, place);
    }),
    ...Object.entries(written.calls).flatMap(([name, attributes]) => {
      const [component, to] = split(name, ' > ');
      return factsAbout({ kind: 'edge', component, to }, attributes, place);
    }),
  ];
}

/**
 * The components that written facts are about, named in any way.
 *
 * @param written - Read and checked.
 */
export function componentsOf(written: WrittenFacts): ReadonlyMap<string, (typeof kinds)[number]> {
  const named = [
    ...Object.keys(written.calls).flatMap((name) => split(name, ' > ')),
    ...[...Object.keys(written.operations), ...Object.keys(written.instances)].map((name) => split(name, '/')[0]),
  ];
  return new Map([
    ...named.map((name) => [name, 'service'] as const),
    ...Object.entries(written.components).map(([name, { kind }]) => [name, kind] as const),
  ]);
}
