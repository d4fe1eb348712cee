import { counted } from '../counted.ts';
import type { Block, Document, Text } from '../document.ts';
import { verdictTone } from '../verdict-tone.ts';
import type { PreflightAnswer } from './preflight-result.ts';

type Finding = PreflightAnswer['findings'][number];
type Undecided = PreflightAnswer['undecided'][number];

const verdictText = (verdict: Finding['verdict']): Text => ({ text: verdict, tone: verdictTone[verdict] });

/** What is well is counted, not told: a reader has two minutes. */
const isTold = ({ verdict }: Finding): boolean => verdict !== 'pass' && verdict !== 'unknown';

const joined = (term: Finding['arithmetic'][number]): string =>
  `${term.term}: ${term.value.toLocaleString('en', { maximumFractionDigits: 3 })}${term.unit === undefined ? '' : ` ${term.unit}`}`;

function blocksOf(found: Finding): Document {
  const fields = [
    { label: 'sum', value: found.arithmetic.map(joined).join('; ') },
    { label: 'takes down', value: found.takesDown.join(', ') },
    {
      label: 'known by',
      value: [
        ...new Set(
          found.evidence.map(
            ({ about, attribute, place }) => `${attribute} of ${about}${place === null ? '' : ` (${place})`}`,
          ),
        ),
      ].join('; '),
    },
    { label: 'surer with', value: found.missing.join('; ') },
    { label: 'remedy', value: found.remedies.join('; or ') },
  ].filter(({ value }) => value !== '');
  return [
    {
      kind: 'paragraph',
      text: { text: `${found.verdict}  ${found.rule}: ${found.reason}`, tone: verdictTone[found.verdict] },
    },
    { kind: 'fields', fields },
  ];
}

function section(title: string, findings: readonly Finding[]): Document {
  const told = findings.filter(isTold);
  return told.length === 0 ? [] : [{ kind: 'heading', text: title }, ...told.flatMap(blocksOf)];
}

/** What is missing, and how to tell it. */
function tellingText({ missing, says, commands, byHand }: Undecided['missing'][number]): string {
  const read = commands.length === 0 ? '' : `${commands.join(', or ')}; or `;
  const name = byHand.slice(byHand.lastIndexOf(' ') + 1);
  return `${missing} (${says}): ${read}by hand in a scenario under ${byHand} (backlot facts ${name} shows its form)`;
}

function undecided({ undecided: all }: PreflightAnswer): Document {
  if (all.length === 0) return [];
  return [
    { kind: 'heading', text: 'Could not be decided' },
    ...all.flatMap(({ rule, reasons, missing }): Document => [
      { kind: 'paragraph', text: `${rule}: ${reasons.join('; ')}` },
      { kind: 'list', items: missing.map(tellingText) },
    ]),
  ];
}

/**
 * Says to a person what preflight found: the verdict and its reason, what is wrong, what could not be decided.
 *
 * @param answer - Of the verb.
 */
export function presentPreflight(answer: PreflightAnswer): Document {
  const { estate, snapshot, actions, verdict, reason, findings, elsewhere, silent } = answer;
  const well = [...findings, ...elsewhere].filter((found) => found.verdict === 'pass').length;
  const change: Block[] =
    actions.length === 0 ? [] : [{ kind: 'list', items: actions.map((action) => `to be done: ${action}`) }];
  return [
    { kind: 'paragraph', text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}.` },
    ...change,
    {
      kind: 'fields',
      fields: [
        { label: 'verdict', value: verdictText(verdict) },
        { label: 'because', value: reason },
      ],
    },
    ...section(actions.length === 0 ? 'What is wrong' : 'What the change answers for', findings),
    ...section('Mended by the change', answer.resolved),
    ...section('Wrong elsewhere', elsewhere),
    ...undecided(answer),
    {
      kind: 'paragraph',
      text: {
        text: `${counted(well, 'sum')} came out well; ${counted(silent.length, 'rule')} had nothing to check.`,
        tone: 'quiet',
      },
    },
  ];
}
