import { z } from 'zod';
import { attributeEntry, attributeNames } from '../facts/index.ts';
import type { AttributeName } from '../facts/index.ts';
import { duration } from './duration.ts';
import { writtenSchema } from './written-schema.ts';
import { writtenTraffic } from './written-traffic.ts';

/** Attributes that a file gives as one text: `image: "postgres:17"`. */
const splitImage = z
  .string()
  .transform((text) => {
    const [, repository = text, tag, digest] = /^(.+?)(?::([^:/@]+))?(?:@(.+))?$/.exec(text) ?? [];
    return { repository, ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
  })
  .meta({ title: 'name with tag or digest: `postgres:17.2`' });

const settingTexts = z
  .record(z.string(), z.string())
  .transform((texts) => Object.entries(texts).map(([name, value]) => ({ name, value })))
  .meta({ title: 'mapping of texts: `{ NAME: value }`' });

const byHand: Readonly<Partial<Record<AttributeName, z.ZodType>>> = {
  ...writtenTraffic,
  image: splitImage,
  environment: settingTexts,
  labels: settingTexts,
};

/** Facts that no person can give: they hold what only spans have. */
const notByHand = [
  'clock-offsets',
  'trace-quality',
  'telemetry',
  'process',
] as const satisfies readonly AttributeName[];

/** An attribute that a person can give. */
export type AttributeByHand = Exclude<AttributeName, (typeof notByHand)[number]>;

const isNotByHand: ReadonlySet<AttributeName> = new Set(notByHand);

/** The attributes that a person can give, sorted by name. */
export const attributesByHand = attributeNames.filter((name): name is AttributeByHand => !isNotByHand.has(name));

/**
 * The shorter form that an attribute has in scenarios, where it has one.
 *
 * @param name - The attribute.
 */
export const shortForm = (name: AttributeName): z.ZodType | undefined => byHand[name];

/**
 * How the value of an attribute is written in a scenario.
 *
 * @param name - The attribute.
 * @returns A schema that gives the value as it is kept; undefined where it cannot be given by hand.
 */
export function writtenAttribute(name: AttributeName): z.ZodType | undefined {
  if (isNotByHand.has(name)) return undefined;
  const { value, about } = attributeEntry(name);
  // A bare number could be of any unit; this is the one attribute that is nothing but a time.
  const written = name === 'stop-grace' ? duration : writtenSchema(value);
  const short = byHand[name];
  const forms = short === undefined ? written : z.union([short, written]);
  return forms.pipe(value).meta({ description: about });
}
