import { z } from 'zod';
import type { Subject } from '../subject.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * How long it takes until a fact is worth half as much as when it was seen, by what kind of fact it is. Shorter, and a
 * nightly capture would never count as fresh; longer, and a change of yesterday would pass for known.
 */
export const halfLivesMs = {
  /** What somebody has to change for it to change: images, limits, variables. A week has a handful of deployments. */
  configuration: 7 * dayMs,
  /** Who calls whom: changes with the code. */
  structure: 2 * dayMs,
  /** How long work takes: changes with code and data. */
  'service-time': 2 * dayMs,
  /** How much is asked and which way it goes: changes over a day. */
  traffic: 6 * hourMs,
  /** What runs and how it feels: changes at any moment. */
  state: hourMs / 4,
} as const;

/** Which half-life a fact has. */
export type FactKind = keyof typeof halfLivesMs;

/** One attribute of the closed vocabulary. */
export interface AttributeEntry<Schema extends z.ZodType = z.ZodType> {
  /** What it says, for people. */
  readonly about: string;
  /** What it can be said of. */
  readonly subject: Subject['kind'];
  readonly kind: FactKind;
  readonly value: Schema;
  /** Whether its value names components too, each as the `component` of some member: they are renamed with the subject. */
  readonly holdsComponents?: boolean;
}

/** Ties an entry to its schema. */
export const attribute = <Schema extends z.ZodType>(entry: AttributeEntry<Schema>): AttributeEntry<Schema> => entry;

/** The form of a named value that may be kept; see `Setting` of the kernel. */
export const settingSchema = z.strictObject({
  name: z.string().describe('of the variable; of a word of a command: nothing'),
  value: z.string().optional().describe('where it is no secret'),
  address: z.string().optional().describe('the address in it, without what is secret'),
  secret: z
    .strictObject({
      fingerprint: z.string(),
      shape: z.strictObject({ length: z.number(), alphabet: z.string(), format: z.string().optional() }),
    })
    .optional()
    .meta({ title: 'as a capture seals it', description: 'in place of the value, where it is a secret' }),
});
