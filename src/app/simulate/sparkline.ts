const bars = '▁▂▃▄▅▆▇█';

/** Wide enough to see a minute in an hour, narrow enough for a terminal with a label in front. */
const width = 60;

/** The highest value of each stretch: a spike must not be averaged away. */
function stretches(values: readonly (number | null)[]): readonly (number | null)[] {
  if (values.length <= width) return values;
  return Array.from({ length: width }, (_, at) => {
    const from = Math.floor((at * values.length) / width);
    const to = Math.floor(((at + 1) * values.length) / width);
    return values
      .slice(from, to)
      .reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null);
  });
}

/**
 * A series as a line of bars, from 0 to its highest value; nothing measured is a blank.
 *
 * @param values - In order of time.
 */
export function sparkline(values: readonly (number | null)[]): string {
  const shown = stretches(values);
  const highest = shown.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  return shown
    .map((value) => {
      if (value === null) return ' ';
      const level = highest === 0 ? 0 : Math.round((value / highest) * (bars.length - 1));
      return bars.charAt(level);
    })
    .join('');
}
