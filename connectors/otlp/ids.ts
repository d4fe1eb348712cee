const traceIdDigits = 32;
const spanIdDigits = 16;

const hexadecimal = /^[0-9a-f]+$/i;
const onlyZeros = /^0+$/;

/** Characters of 16 and of 8 bytes in base64, with the padding and without. */
const base64Lengths: Readonly<Record<number, readonly number[]>> = {
  [traceIdDigits]: [24, 22],
  [spanIdDigits]: [12, 11],
};
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The id of a trace where it is valid: 32 hexadecimal digits that are not all zero. */
export function validTraceId(hex: string): boolean {
  return hex.length === traceIdDigits && !onlyZeros.test(hex);
}

/** The id of a span where it is valid: 16 hexadecimal digits that are not all zero. */
export function validSpanId(hex: string): boolean {
  return hex.length === spanIdDigits && !onlyZeros.test(hex);
}

function idOfText(text: unknown, digits: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  // The specification asks for hexadecimal; what is made by the general JSON form of protobuf has base64 instead.
  if (text.length === digits) return hexadecimal.test(text) && !onlyZeros.test(text) ? text.toLowerCase() : undefined;
  if (base64Lengths[digits]?.includes(text.length) !== true || !base64.test(text)) return undefined;
  const hex = Buffer.from(text, 'base64').toString('hex');
  return hex.length === digits && !onlyZeros.test(hex) ? hex : undefined;
}

/**
 * The id of a trace as JSON has it, in hexadecimal or base64.
 *
 * @returns 32 lower-case hexadecimal digits; `undefined` where it is none.
 */
export const traceIdOfText = (text: unknown): string | undefined => idOfText(text, traceIdDigits);

/**
 * The id of a span as JSON has it, in hexadecimal or base64.
 *
 * @returns 16 lower-case hexadecimal digits; `undefined` where it is none.
 */
export const spanIdOfText = (text: unknown): string | undefined => idOfText(text, spanIdDigits);
