import { formatDuration, parseDurationMs } from '../duration.ts';
import {
  acceptedQuantity,
  bytesPerSecondSchema,
  bytesSchema,
  coresSchema,
  countOrShareSchema,
  perSecondSchema,
  ratioSchema,
} from '../quantity.ts';
import { copyJson } from './copy-json.ts';
import type { Parameter, Quantity } from './parameter.ts';

/** Names of components and operations are shorter; texts such as what a page is about as well. */
const longestText = 1_000;

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
  value: copyJson,
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
function bound(value: number, quantity: Quantity): string {
  if (value === 0) return '0';
  if (quantity === 'duration') return formatDuration(value);
  return quantity === 'bytes' ? `${value} bytes` : String(value);
}

/** The bounds of a parameter, to stand behind what it takes. */
function boundsOf(parameter: Parameter): string {
  const { quantity, above, least, most } = parameter;
  const highest = most === undefined ? '' : bound(most, quantity);
  if (above !== undefined) return `, above ${bound(above, quantity)}${highest === '' ? '' : `, at most ${highest}`}`;
  if (highest !== '') return ` from ${bound(leastOf(parameter), quantity)} to ${highest}`;
  return least === undefined ? '' : `, at least ${bound(least, quantity)}`;
}

/**
 * What a parameter takes, in words for messages and pages: `a whole number from 0 to 100000`.
 *
 * @param parameter - The parameter.
 */
export function acceptedOf(parameter: Parameter): string {
  const { quantity, of = [] } = parameter;
  return quantity === 'choice' ? `one of ${of.join(', ')}` : `${accepted[quantity]}${boundsOf(parameter)}`;
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
