import type { z } from 'zod';
import { halfLivesMs } from './attributes/attribute-entry.ts';
import type { AttributeEntry } from './attributes/attribute-entry.ts';
import { behaviourAttributes } from './attributes/behaviour-attributes.ts';
import { capacityAttributes } from './attributes/capacity-attributes.ts';
import { configurationAttributes } from './attributes/configuration-attributes.ts';
import { connectionAttributes } from './attributes/connection-attributes.ts';
import { rolloutAttributes } from './attributes/rollout-attributes.ts';
import { stateAttributes } from './attributes/state-attributes.ts';
import { storageAttributes } from './attributes/storage-attributes.ts';

/** The closed vocabulary of what can be known of an estate. */
const attributes = {
  ...configurationAttributes,
  ...stateAttributes,
  ...behaviourAttributes,
  ...connectionAttributes,
  ...rolloutAttributes,
  ...capacityAttributes,
  ...storageAttributes,
} as const;

/** The name of an attribute: `limits`, `latency`. */
export type AttributeName = keyof typeof attributes;

/** The value of an attribute. */
export type AttributeValueOf<Name extends AttributeName> = z.output<(typeof attributes)[Name]['value']>;

/** All attributes, sorted by name. */
export const attributeNames = (Object.keys(attributes) as AttributeName[]).sort();

/**
 * What an attribute means, and which values it takes.
 *
 * @param name - The attribute.
 */
export function attributeEntry(name: AttributeName): AttributeEntry {
  return attributes[name];
}

/**
 * How long it takes until a fact of this attribute is worth half as much as when it was seen, in milliseconds.
 *
 * @param name - The attribute.
 */
export function halfLifeMsOf(name: AttributeName): number {
  return halfLivesMs[attributes[name].kind];
}
