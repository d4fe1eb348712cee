import { formatDuration, parseDurationMs } from '../duration.ts';
import type { Json } from '../canonical-json.ts';
import {
  acceptedQuantity,
  bytesPerSecondSchema,
  bytesSchema,
  coresSchema,
  countOrShareSchema,
  perSecondSchema,
  ratioSchema,
} from '../quantity.ts';
import type { Parameter, Quantity } from './parameter.ts';

/** Names of components and operations are shorter; texts such as what a page is about as well. */
const longestText = 1_000;

/** Deeper than any attribute; data that holds itself has no end at all. */
const deepestValue = 32;

/** No name holds them, and on a terminal they would do something. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const text = (given: unknown): string | undefined =>
  typeof given === 'string' &&
  given.trim() === given &&
  given !== '' &&
  given.length <= longestText &&
  !control.test(given)
    ? given
    : undefined;

const number = (given: unknown): number | undefined => (typeof given === 'number' ? given : undefined);

/** A copy that holds nothing but JSON; a member that is none makes the whole none. */
function jsonOf(given: unknown, depth = 0): Json | undefined {
  if (given === null || typeof given === 'string' || typeof given === 'boolean') return given;
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined;
  if (typeof given !== 'object' || depth > deepestValue) return undefined;
  if (Array.isArray(given)) {
    const members = Array.from(given as readonly unknown[], (member) => jsonOf(member, depth + 1));
    return members.every((member) => member !== undefined) ? members : undefined;
  }
  const entries = Object.entries(given).map(([key, member]) => [key, jsonOf(member, depth + 1)] as const);
  return entries.every(([, member]) => member !== undefined)
    ? (Object.fromEntries(entries) as Record<string, Json>)
    : undefined;
}

/** How each quantity is read; `undefined` for what it does not take. */
const readers: Readonly<Record<Quantity, (given: unknown, parameter: Parameter) => unknown>> = {
  duration: (given) => (typeof given === 'string' ? parseDurationMs(given) : undefined),
  bytes: (given) => bytesSchema.safeParse(given).data,
  bytesPerSecond: (given) => bytesPerSecondSchema.safeParse(given).data,
  cores: (given) => coresSchema.safeParse(given).data,
  ratio: (given) => ratioSchema.safeParse(given).data,
  perSecond: (given) => perSecondSchema.safeParse(given).data,
  count: (given) => (Number.isSafeInteger(given) ? number(given) : undefined),
  factor: number,
  countOrShare: (given) => countOrShareSchema.safeParse(given).data,
  component: text,
  operation: text,
  instance: text,
  node: text,
  queue: text,
  text,
  flag: (given) => (typeof given === 'boolean' ? given : undefined),
  choice: (given, { of = [] }) => (typeof given === 'string' && of.includes(given) ? given : undefined),
  value: (given) => jsonOf(given),
};

const accepted: Readonly<Record<Quantity, string>> = {
  ...acceptedQuantity,
  duration: 'a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
  count: 'a whole number',
  factor: 'a number',
  component: 'the name of a component',
  operation: 'the name of an operation, such as "GET /cart"',
  instance: 'the name of an instance',
  node: 'the name of a node',
  queue: 'the name of a queue',
  text: `a text of at most ${longestText} characters on one line`,
  flag: 'true or false',
  choice: '',
  value: 'any value that JSON can have',
};

/** Without a lower bound of its own, no quantity is below this. */
const leastOf = ({ least = 0 }: Parameter): number => least;

/** A bound in the words of the quantity: `5 min 0 s`, `0.5`. */
const bound = (value: number, quantity: Quantity): string => {
  if (quantity === 'duration') return formatDuration(value);
  return quantity === 'bytes' ? `${value} bytes` : String(value);
};

/**
 * What a parameter takes, in words for messages and pages: `a whole number from 0 to 100000`.
 *
 * @param parameter - The parameter.
 */
export function acceptedOf(parameter: Parameter): string {
  const { quantity, above, least, most, of = [] } = parameter;
  if (quantity === 'choice') return `one of ${of.join(', ')}`;
  const from =
    above !== undefined
      ? ` above ${bound(above, quantity)}`
      : least !== undefined
        ? ` of at least ${bound(least, quantity)}`
        : '';
  if (most === undefined) return `${accepted[quantity]}${from}`;
  if (above !== undefined) return `${accepted[quantity]}${from} and at most ${bound(most, quantity)}`;
  return `${accepted[quantity]} from ${bound(leastOf(parameter), quantity)} to ${bound(most, quantity)}`;
}

/**
 * Reads the value of a parameter as it stands in a file.
 *
 * @param parameter - What it takes.
 * @param given - What stands there.
 * @returns The value, a quantity as a number in the unit of its suffix, or `undefined` where it is not accepted.
 */
export function readParameter(parameter: Parameter, given: unknown): unknown {
  const value = readers[parameter.quantity](given, parameter);
  if (typeof value !== 'number' || parameter.quantity === 'value') return value;
  const { above = -Infinity, most = Infinity } = parameter;
  return Number.isFinite(value) && value > above && value >= leastOf(parameter) && value <= most ? value : undefined;
}
