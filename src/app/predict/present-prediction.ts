import { formatDuration } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import type { Block, Document, Text } from '../document.ts';
import { verdictTone } from '../verdict-tone.ts';
import { intervalText, shownAmount, shownRange } from './interval-rows.ts';
import type { PredictResult } from './predict-result.ts';

const listed = (text: string, items: readonly Text[]): Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', text },
        { kind: 'list', items },
      ];

function askedLines({ change, faults, load }: PredictResult): readonly string[] {
  return [
    ...change.map((line) => `to be done: ${line}`),
    ...faults.map((line) => `goes wrong: ${line}`),
    ...load.map((line) => `comes from outside: ${line}`),
  ];
}

const toneOfConfidence = { good: 'good', lowered: 'warn', none: 'quiet' } as const;

const percent = (share: number | null): string => (share === null ? '' : `${(share * 100).toFixed(0)} %`);

function objectivesTable({ objectives }: PredictResult): Block[] {
  if (objectives.length === 0) return [];
  return [
    { kind: 'heading', text: 'How likely an objective is missed' },
    {
      kind: 'table',
      columns: [
        { heading: 'operation' },
        { heading: 'objective' },
        { heading: 'from' },
        { heading: 'before', align: 'right' },
        { heading: 'during', align: 'right' },
        { heading: 'after', align: 'right' },
      ],
      rows: objectives.map(
        ({ operation, signal, limit, source, because, breachProbability: { before, during, after } }) => [
          operation,
          `${signal} at most ${shownAmount(limit, signal === 'errors' ? 'ratio' : 'ms')}`,
          source === 'told' ? 'told' : because,
          percent(before),
          { text: percent(during), tone: (during ?? 0) > (before ?? 0) ? 'warn' : 'plain' },
          { text: percent(after), tone: (after ?? 0) > (before ?? 0) ? 'bad' : 'plain' },
        ],
      ),
    },
  ];
}

function othersTable({ signals }: PredictResult): Block[] {
  const told = signals.filter(({ isRoot, signal }) => isRoot && (signal === 'p50' || signal === 'throughput'));
  if (told.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { heading: 'operation' },
        { heading: 'signal' },
        { heading: 'before', align: 'right' },
        { heading: 'during', align: 'right' },
        { heading: 'after', align: 'right' },
      ],
      rows: told.map(({ operation, signal, unit, before, during, after }) => [
        operation,
        signal,
        ...[before, during, after].map((range) => shownRange(range, unit)),
      ]),
    },
  ];
}

/**
 * Says a prediction to a person: verdict and reason, what signals do, how likely objectives are missed, and on what it rests.
 *
 * @param result - Of the verb.
 */
export function presentPrediction(result: PredictResult): Document {
  const { estate, snapshot, verdict, reason, tiers, runs, timeToComplete, neverCompletesRatio } = result;
  const picture = intervalText(result);
  const fields: { label: string; value: Text }[] = [
    { label: 'verdict', value: { text: verdict, tone: verdictTone[verdict] } },
    { label: 'because', value: reason },
    ...tiers.map(({ tier, wasAsked, verdict: said }): { label: string; value: Text } => ({
      label: tier,
      value: wasAsked ? { text: said, tone: verdictTone[said] } : { text: 'not asked', tone: 'quiet' },
    })),
    { label: 'confidence', value: { text: result.confidence.level, tone: toneOfConfidence[result.confidence.level] } },
    ...(timeToComplete === null
      ? []
      : [
          {
            label: 'takes',
            value: `${formatDuration(timeToComplete.best)} (${formatDuration(timeToComplete.low)} to ${formatDuration(timeToComplete.high)})`,
          },
        ]),
    ...(neverCompletesRatio === null || neverCompletesRatio === 0
      ? []
      : [{ label: 'does not end', value: `in ${percent(neverCompletesRatio)} of the runs` }]),
  ];
  const others = tiers
    .flatMap(({ reasons }) => reasons)
    .filter((each) => each.verdict !== 'pass' && each.verdict !== 'unknown' && each.text !== reason)
    .slice(0, 8);
  const open = tiers.flatMap(({ verdict: said, missing }) => (said === 'unknown' ? missing : []));
  const outside = result.validity.filter(({ isInside, what }) => !isInside && what !== 'load');
  const { coverage } = result;
  return [
    { kind: 'paragraph', text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}.` },
    { kind: 'list', items: askedLines(result) },
    { kind: 'fields', fields },
    ...(picture === ''
      ? []
      : ([
          { kind: 'heading', text: 'What it does' },
          { kind: 'code', text: picture },
        ] as Block[])),
    ...othersTable(result),
    ...objectivesTable(result),
    ...listed(
      'Found too',
      others.map(({ tier, mechanism, verdict: said, text }) => ({
        text: `${said}  ${tier}: ${mechanism}: ${text}`,
        tone: verdictTone[said],
      })),
    ),
    ...listed('Confidence is no better, because', result.confidence.because),
    ...listed(
      'Outside of what was seen',
      outside.map(({ what, of, text }) => ({ text: `${what} of ${of}: ${text}`, tone: 'warn' as const })),
    ),
    ...listed(
      'It hangs most on',
      result.sensitivity.map(({ parameter, rankCorrelation }) => `${parameter} (${rankCorrelation.toFixed(2)})`),
    ),
    ...listed('To be told, for it to be known', open),
    ...listed('Changed, and not shown by anything', coverage.notExercised),
    ...listed('What the model does without', coverage.leftOut.slice(0, 12)),
    {
      kind: 'paragraph',
      text: {
        text: `${counted(runs.used, 'run')} of ${runs.asked} agree best with what was captured; ${formatDuration(runs.tookMs)}.`,
        tone: 'quiet',
      },
    },
  ];
}
