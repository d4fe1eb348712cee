import type { YamlScalar } from './yaml-node.ts';

type Value = Pick<YamlScalar, 'value' | 'text'>;

const nothing: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
const truth: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

const decimal = /^[-+]?(?:0|[1-9][0-9]*)$/;
const based = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const noFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** No number in a hand-written file has more digits; a longer one is a text of digits, such as an account's number. */
const mostDigits = 64;

function integer(text: string): bigint | undefined {
  if (decimal.test(text)) return BigInt(text.replace(/^\+/, ''));
  const [, sign, hexadecimal, binary, octal] = based.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits =
    hexadecimal !== undefined ? `0x${hexadecimal}` : binary !== undefined ? `0b${binary}` : `0o${octal ?? '0'}`;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** A number as Go prints it, as that is how the tools around containers turn one into a text. */
function numberText(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e21)) return String(value);
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [sign, digits] = [exponent.startsWith('-') ? '-' : '+', exponent.replace(/^[-+]/, '')];
  return `${mantissa}e${sign}${digits.padStart(2, '0')}`;
}

/**
 * What an unquoted scalar stands for: by the core schema of YAML 1.2 with the integers of YAML 1.1 (`0755`, `1_000`), as
 * the tools written in Go take it. `yes` and `on` are texts.
 *
 * @param text - As written.
 */
export function plainScalar(text: string): Value {
  if (nothing.has(text)) return { value: null, text: '' };
  const truthValue = truth.get(text);
  if (truthValue !== undefined) return { value: truthValue, text: String(truthValue) };
  if (text.length > mostDigits || !/^[-+.0-9]/.test(text)) return { value: text, text };
  if (noFinite.test(text)) return { value: text, text };
  const joined = /^[-+.]?[0-9]/.test(text) ? text.replaceAll('_', '') : text;
  const whole = integer(joined);
  if (whole !== undefined) return { value: Number(whole), text: String(whole) };
  if (!float.test(joined)) return { value: text, text };
  const value = Number(joined);
  return Number.isFinite(value) ? { value, text: numberText(value) } : { value: text, text };
}
