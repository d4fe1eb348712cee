import { formatDuration } from '../../kernel/index.ts';
import type { Block, Document } from '../document.ts';
import { latencyText } from './measure-text.ts';
import type { SimulateResult } from './simulate-result.ts';
import { sparkline } from './sparkline.ts';

type Timeline = SimulateResult['report']['timeline'];

/** Events that are listed: the result has all that were kept. */
const mostEvents = 40;

const highest = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

const rateText = (count: number, bucketMs: number): string =>
  `${Number(((count / bucketMs) * 1_000).toPrecision(3)).toLocaleString('en')}/s`;

function seriesOf({ sources, bucketMs }: Timeline): Document {
  const blocks: Block[] = [];
  for (const { operation, offered, ended, failed, p95Ms } of sources) {
    if (offered.length < 2) continue;
    const line = (values: readonly (number | null)[], most: string): string => `${sparkline(values)}  up to ${most}`;
    const fields = [
      { label: 'asked', value: line(offered, rateText(highest(offered), bucketMs)) },
      { label: 'ended', value: line(ended, rateText(highest(ended), bucketMs)) },
      ...(highest(failed) === 0 ? [] : [{ label: 'failed', value: line(failed, rateText(highest(failed), bucketMs)) }]),
      ...(p95Ms.every((value) => value === null)
        ? []
        : [{ label: 'p95', value: line(p95Ms, latencyText(highest(p95Ms))) }]),
    ];
    const span = formatDuration(offered.length * bucketMs);
    blocks.push({ kind: 'paragraph', text: `${operation} over ${span}:` }, { kind: 'fields', fields });
  }
  return blocks;
}

function eventsOf({ events, eventsLeftOut }: Timeline): Document {
  if (events.length === 0) return [];
  const shown = events.slice(0, mostEvents);
  const left = events.length - shown.length + eventsLeftOut;
  const more = `${left.toLocaleString('en')} more happened; the result as JSON lists the first ${events.length.toLocaleString('en')}.`;
  return [
    { kind: 'heading', text: 'What happened' },
    {
      kind: 'table',
      columns: [{ heading: 'after', align: 'right' }, { heading: 'component' }, { heading: 'what' }],
      rows: shown.map(({ atMs, what, component }) => [formatDuration(atMs), component ?? '', what]),
    },
    ...(left > 0 ? [{ kind: 'paragraph', text: { text: more, tone: 'quiet' } } as const] : []),
  ];
}

/**
 * How a run went over time: requests of each source as lines of bars, and what happened meanwhile.
 *
 * @param report - Of the run.
 */
export function presentTimeline({ timeline }: SimulateResult['report']): Document {
  return [...seriesOf(timeline), ...eventsOf(timeline)];
}
