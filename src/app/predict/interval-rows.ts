import type { PredictResult } from './predict-result.ts';

type Signal = PredictResult['signals'][number];

/** Three digits tell what a prediction is about. */
export const shownNumber = (value: number): string => String(Number(value.toPrecision(3)));

/** An amount as people write it. */
export function shownAmount(value: number, unit: Signal['unit']): string {
  if (unit === 'ratio') return `${shownNumber(value * 100)} %`;
  if (unit === 'ms' && value >= 10_000) return `${shownNumber(value / 1_000)} s`;
  return unit === '/s' ? `${shownNumber(value)}/s` : `${shownNumber(value)} ms`;
}

/** An interval in words; empty where nothing is known. */
export function shownRange(range: Signal['before'], unit: Signal['unit']): string {
  if (range === null) return '';
  const { best, low, high } = range;
  const text = shownAmount(best, unit);
  const [from, to] = [shownAmount(low, unit), shownAmount(high, unit)];
  return from === to ? text : `${text} (${from} to ${to})`;
}

/** One signal that is drawn: its three intervals over one scale, and the limit that it is to keep to. */
export interface IntervalRows {
  readonly title: string;
  readonly unit: Signal['unit'];
  readonly limit: number | undefined;
  /** The largest that has to be drawn. */
  readonly most: number;
  readonly rows: readonly {
    readonly phase: 'before' | 'during' | 'after';
    readonly range: NonNullable<Signal['before']>;
  }[];
}

const phases = ['before', 'during', 'after'] as const;

/**
 * What is worth a picture: of each operation that is asked from outside the 95th percentile, and the errors where there are
 * any.
 *
 * @param result - Of a prediction.
 */
export function intervalRows({ signals, objectives }: PredictResult): readonly IntervalRows[] {
  return signals.flatMap((signal): IntervalRows[] => {
    const rows = phases.flatMap((phase) => {
      const range = signal[phase];
      return range === null ? [] : [{ phase, range }];
    });
    const isDrawn = signal.signal === 'p95' || (signal.signal === 'errors' && rows.some(({ range }) => range.high > 0));
    if (!signal.isRoot || !isDrawn || rows.length === 0) return [];
    const limit = objectives.find(
      (each) => each.operation === signal.operation && each.signal === signal.signal,
    )?.limit;
    const most = Math.max(...rows.map(({ range }) => range.high), ...(limit === undefined ? [] : [limit]));
    return [{ title: `${signal.signal} of ${signal.operation}`, unit: signal.unit, limit, most, rows }];
  });
}

const wide = 48;

/** One line of a picture in text: `├──●───┤`, with the limit as `╎`. */
function bar({ low, best, high }: NonNullable<Signal['before']>, limit: number | undefined, most: number): string {
  const place = (value: number): number => Math.round((value / most) * (wide - 1));
  const cells = new Array<string>(wide).fill(' ');
  if (limit !== undefined) cells[place(limit)] = '╎';
  for (let at = place(low); at <= place(high); at += 1) cells[at] = '─';
  cells[place(low)] = '├';
  cells[place(high)] = '┤';
  cells[place(best)] = '●';
  return cells.join('');
}

/** The picture in text. */
export function intervalText(result: PredictResult): string {
  return intervalRows(result)
    .flatMap(({ title, unit, limit, most, rows }) => [
      `${title}${limit === undefined ? '' : `, at most ${shownAmount(limit, unit)} (╎)`}`,
      ...rows.map(({ phase, range }) => {
        const drawn = most > 0 ? bar(range, limit, most) : ' '.repeat(wide);
        return `  ${phase.padEnd(7)} ${drawn}  ${shownRange(range, unit)}`;
      }),
      '',
    ])
    .join('\n')
    .trimEnd();
}
