import { formatDuration } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import type { Block, Document, Text } from '../document.ts';
import { amountText, latencyText, shareText } from './measure-text.ts';
import { presentChecks } from './present-checks.ts';
import { presentComponents } from './present-components.ts';
import { presentTimeline } from './present-timeline.ts';
import type { SimulateResult } from './simulate-result.ts';

type Report = SimulateResult['report'];

const heading = (text: string): Block => ({ kind: 'heading', text });

const right = (name: string) => ({ heading: name, align: 'right' }) as const;

function opening({ file, report, stoppedEarly, tookMs }: SimulateResult): Document {
  const { simulatedMs, warmUpMs, requests, events, seed } = report.run;
  const warmUp = warmUpMs > 0 ? ` after a warm-up of ${formatDuration(warmUpMs)}` : '';
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: `${file}: ${formatDuration(simulatedMs)} simulated${warmUp}, ${counted(requests, 'request')}, seed ${seed}; ${counted(events, 'event')} in ${formatDuration(tookMs)}.`,
    },
  ];
  if (stoppedEarly) {
    const text = 'It was stopped early: what follows is of the time until then.';
    blocks.push({ kind: 'paragraph', text: { text, tone: 'warn' } });
  }
  return blocks;
}

function remarks({ remarks: all }: SimulateResult): Document {
  if (all.length === 0) return [];
  const items = all.map(({ level, place, key, about, advice }): Text => ({
    text: `${place}: ${key === '' ? '' : `${key}: `}${about} (${advice})`,
    tone: level === 'warning' ? 'warn' : 'quiet',
  }));
  return [heading('About the model'), { kind: 'list', items }];
}

function valueText(measure: Report['objectives'][number]['measure'], value: number | null): string {
  return measure === 'errorRatio' ? shareText(value) : latencyText(value);
}

const wordOfMeasure = { p50Ms: 'p50', p95Ms: 'p95', p99Ms: 'p99', errorRatio: 'errors' } as const;

/** By how much a bound was kept or missed; beyond its double a percentage is no longer read. */
function byText(excessRatio: number | null): string {
  if (excessRatio === null || excessRatio === 0) return '';
  return excessRatio > 1 ? `: ${amountText(1 + excessRatio)} times as much` : ` by ${shareText(Math.abs(excessRatio))}`;
}

function verdictOf({ met, excessRatio }: Report['objectives'][number]): Text {
  if (met === null) return { text: 'not measured', tone: 'warn' };
  const by = byText(excessRatio);
  return met ? { text: `met${by}`, tone: 'good' } : { text: `missed${by}`, tone: 'bad' };
}

function objectives({ objectives: all }: Report): Document {
  if (all.length === 0) return [];
  return [
    heading('Objectives'),
    {
      kind: 'table',
      columns: [{ heading: 'operation' }, { heading: 'of' }, right('at most'), right('measured'), { heading: '' }],
      rows: all.map((objective) => {
        const { operation, measure, limit, measured } = objective;
        const texts = [valueText(measure, limit), valueText(measure, measured)];
        return [operation, wordOfMeasure[measure], ...texts, verdictOf(objective)];
      }),
    },
  ];
}

function sources({ sources: all }: Report): Document {
  return [
    heading('As users see it'),
    {
      kind: 'table',
      columns: [
        { heading: 'they ask' },
        { heading: '' },
        right('offered'),
        right('ended'),
        right('failed'),
        right('mean'),
        right('p95'),
      ],
      rows: all.map(({ operation, kind, offered, ended, failed, meanMs, p95Ms }) => [
        operation,
        { text: kind, tone: 'quiet' },
        offered.toLocaleString('en'),
        ended.toLocaleString('en'),
        { text: shareText(ended === 0 ? null : failed / ended), tone: failed > 0 ? 'warn' : 'plain' },
        latencyText(meanMs),
        latencyText(p95Ms),
      ]),
    },
  ];
}

function meanText({ meanMs, meanIntervalMs }: Report['operations'][number]): string {
  if (meanMs === null || meanIntervalMs === null) return latencyText(meanMs);
  return `${latencyText(meanMs)} ± ${latencyText((meanIntervalMs.high - meanIntervalMs.low) / 2)}`;
}

const causesText = (errors: Report['operations'][number]['errors']): string =>
  Object.entries(errors)
    .toSorted(([, left], [, right]) => right - left)
    .map(([cause, count]) => `${cause} ${count.toLocaleString('en')}`)
    .join(', ');

function operations({ operations: all }: Report): Document {
  return [
    heading('Operations, as their callers see them'),
    {
      kind: 'table',
      columns: [
        { heading: 'operation' },
        right('per second'),
        right('mean'),
        right('p50'),
        right('p95'),
        right('p99'),
        right('longest'),
        right('errors'),
        { heading: 'of which' },
        right('retries'),
        right('unheard'),
      ],
      rows: all.map((each) => [
        `${each.component}/${each.operation}`,
        amountText(each.perSecond),
        meanText(each),
        latencyText(each.p50Ms),
        latencyText(each.p95Ms),
        latencyText(each.p99Ms),
        latencyText(each.maxMs),
        { text: shareText(each.errorRatio), tone: (each.errorRatio ?? 0) > 0 ? 'warn' : 'plain' },
        causesText(each.errors),
        each.retries.toLocaleString('en'),
        each.abandoned.toLocaleString('en'),
      ]),
    },
  ];
}

/**
 * Says to a person what a simulation showed: what was asked of it first, what it rests on last.
 *
 * @param result - Of the verb.
 */
export function presentSimulation(result: SimulateResult): Document {
  const { report, trace } = result;
  return [
    ...opening(result),
    ...remarks(result),
    ...objectives(report),
    ...sources(report),
    ...presentTimeline(report),
    ...operations(report),
    ...presentComponents(report),
    ...presentChecks(report),
    ...(trace === null
      ? []
      : [
          {
            kind: 'paragraph',
            text: `${counted(trace.spans, 'span')} of ${counted(trace.requests, 'request')} written to ${trace.path}; \`backlot capture ${trace.path}\` reads them.`,
          } as const,
        ]),
  ];
}
