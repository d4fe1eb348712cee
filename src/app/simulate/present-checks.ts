import { counted } from '../counted.ts';
import type { Document, Text } from '../document.ts';
import { amountText, shareText } from './measure-text.ts';
import type { SimulateResult } from './simulate-result.ts';

type Report = SimulateResult['report'];

/**
 * By so much a law may seem broken without being so: requests that were under way at the start or the end of what is
 * counted are on one side only.
 */
const tolerance = 0.05;

const wordOfBound = {
  'instance-queue': 'requests could not wait in',
  'pool-queue': 'calls could not wait for a connection of',
  'message-queue': 'messages found no place in',
  'requests-under-way': 'requests were more than the engine holds at once, in',
} as const;

function saturation({ run: { saturated } }: Report): Document {
  const heading = { kind: 'heading', text: 'Saturation' } as const;
  if (saturated.length === 0) {
    return [
      heading,
      {
        kind: 'paragraph',
        text: { text: 'No queue was ever full: nothing was refused for lack of room.', tone: 'good' },
      },
    ];
  }
  const items = saturated.map(({ bound, where, refused }): Text => ({
    text: `${refused.toLocaleString('en')} ${wordOfBound[bound]} ${where}`,
    tone: 'bad',
  }));
  return [heading, { kind: 'list', items }];
}

interface Law {
  readonly name: string;
  readonly what: string;
  readonly rows: readonly {
    readonly component: string;
    readonly expected: number;
    readonly measured: number;
    readonly relativeDifference: number | null;
  }[];
}

function lawText({ name, what, rows }: Law): readonly Text[] {
  const measured = rows.filter(({ relativeDifference }) => relativeDifference !== null);
  if (measured.length === 0) return [{ text: `${name}: nothing was measured`, tone: 'quiet' }];
  const widest = measured.reduce(
    (most, { relativeDifference }) => Math.max(most, Math.abs(relativeDifference ?? 0)),
    0,
  );
  const broken = measured.filter(({ relativeDifference }) => Math.abs(relativeDifference ?? 0) > tolerance);
  if (broken.length === 0) {
    const of = counted(measured.length, 'component');
    return [{ text: `${name} (${what}) holds for ${of}, within ${shareText(widest)}`, tone: 'good' }];
  }
  return broken.map(({ component, expected, measured: was, relativeDifference }) => ({
    text: `${name} (${what}) does not hold for ${component}: ${amountText(expected)} expected, ${amountText(was)} measured, ${shareText(Math.abs(relativeDifference ?? 0))} apart`,
    tone: 'warn',
  }));
}

/**
 * Whether anything was full, and whether the run obeys the laws that every real system obeys.
 *
 * @param report - Of the run.
 */
export function presentChecks(report: Report): Document {
  const { littlesLaw, utilisationLaw } = report.checks;
  const laws = [
    { name: "Little's law", what: 'arrivals times stay are what is there', rows: littlesLaw },
    {
      name: 'The utilisation law',
      what: 'requests times work are cores that are busy',
      rows: utilisationLaw.map(({ component, expectedCores, measuredCores, relativeDifference }) => ({
        component,
        expected: expectedCores,
        measured: measuredCores,
        relativeDifference,
      })),
    },
  ];
  const items = laws.flatMap(lawText);
  const isBroken = items.some((item) => typeof item !== 'string' && item.tone === 'warn');
  const hint =
    'Where one does not hold, the run is too short for how long requests stay, or the simulation has a defect.';
  return [
    ...saturation(report),
    { kind: 'heading', text: 'Laws' },
    { kind: 'list', items },
    ...(isBroken ? [{ kind: 'paragraph', text: { text: hint, tone: 'quiet' } } as const] : []),
  ];
}
