/**
 * A count with its noun, for people: `1 retry`, `3 retries`, `1,200 spans`.
 *
 * @param count - How many.
 * @param one - The noun, of one.
 * @param many - The noun, of several.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
