/**
 * A count with its noun: `1 instance`, `1,200 connections`.
 *
 * @param count - How many.
 * @param one - The noun, of one.
 * @param many - The noun, of several.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/**
 * A size: `448 MiB`.
 *
 * @param bytes - Not negative.
 */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 2 ** (10 * power)).toFixed(1))} ${units[power] ?? ''}`;
}

/**
 * A share as a percentage of three digits at most: `67 %`, `0.025 %`.
 *
 * @param ratio - 0 to 1, or more.
 */
export const ratioText = (ratio: number): string => `${Number((ratio * 100).toPrecision(3))} %`;

/**
 * A number of three digits: `0.0312`, `204`.
 *
 * @param value - Any.
 */
export const amount = (value: number): string =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/**
 * Names in a row: `a`, `a and b`, `a, b and 3 others`.
 *
 * @param names - In the order wanted.
 * @param most - So many are named.
 */
export function listed(names: readonly string[], most = 4): string {
  const shown = names.length > most + 1 ? [...names.slice(0, most), counted(names.length - most, 'other')] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
