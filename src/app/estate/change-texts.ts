import { factText } from './fact-text/index.ts';

/** So much of a value fits beside another. */
const longest = 60;

/** How much of what is alike is shown before the first difference. */
const context = 15;

/** Where two texts part; their common length where neither does. */
function partingOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/**
 * What was and what is, in words, each for one cell of a table. What begins alike for longer than is shown is shown from
 * shortly before where it parts.
 *
 * @param attribute - What of.
 * @param before - Its values; none where it came.
 * @param after - Its values; none where it went.
 */
export function changeTexts(
  attribute: string,
  before: readonly unknown[],
  after: readonly unknown[],
): [string, string] {
  const say = (values: readonly unknown[]): string =>
    values.length === 0 ? '-' : values.map((value) => factText(attribute, value, Infinity)).join(' | ');
  const [was, is] = [say(before), say(after)];
  const parting = partingOf(was, is);
  const from = parting < longest / 2 ? 0 : parting - context;
  const cut = (text: string): string => {
    const rest = `${from > 0 ? '…' : ''}${text.slice(from)}`;
    return rest.length <= longest ? rest : `${rest.slice(0, longest - 1)}…`;
  };
  return [cut(was), cut(is)];
}
