/** The page of the rules of preflight, from what each says of itself. */
import { preflightRules, verdicts } from '../twin/index.ts';
import type { Verdict } from '../twin/index.ts';

const meanings: Readonly<Record<Verdict, string>> = {
  pass: 'what is asked was checked, and nothing is wrong with it',
  latent: 'no harm now; harm later, when something else happens that is told',
  warn: 'harm that somebody has to accept',
  'never-completes': 'the change does not come to an end; what serves now serves on, unless it is told otherwise',
  block: 'must not be done',
  unknown: 'too little evidence for any of these; what is missing is named',
};

/** `docs/preflight.md`, whole. */
export function preflightPage(): string {
  const rules = preflightRules.map(({ name, question, reads, surer, relevantTo }) =>
    [
      `### \`${name}\``,
      '',
      question,
      '',
      `- Reads ${[...reads]
        .sort()
        .map((attribute) => `\`${attribute}\``)
        .join(', ')}.`,
      `- Surer by ${surer}.`,
      ...(relevantTo === 'always'
        ? []
        : [`- Asked of ${relevantTo.map((action) => `\`${action}\``).join(', ')}, and of an estate as it is.`]),
      '',
    ].join('\n'),
  );
  return [
    '<!-- Generated from twin/preflight/ by `npm run generate`. -->',
    '',
    '# Preflight',
    '',
    'The first tier of the twin: rules over facts ([facts.md](facts.md)), answered in milliseconds and without running',
    'anything. A rule is given the estate as it is known, the estate with the change applied, what comes, goes and starts',
    'anew by it, and what is wrong now. It gives a verdict, one sentence with the numbers in it, the terms of the sum, the',
    'facts that it rests on, what is missing to be sure, what would mend it, and who no longer serves meanwhile.',
    '',
    '| verdict | means |',
    '| --- | --- |',
    ...verdicts.map((verdict) => `| \`${verdict}\` | ${meanings[verdict]} |`),
    '',
    'The worst verdict of what a change answers for carries: of findings about components that the change or its condition',
    'reaches. What is wrong elsewhere is told apart and does not carry. Where nothing is wrong and something is not known, or',
    'no rule had anything to check, the whole is `unknown`, not `pass`. A finding that was there before the change is marked',
    'as standing; one that is gone with it is listed as resolved.',
    '',
    'A rule that has nothing to check says nothing, and is listed as silent: an estate of which nothing is known about idle',
    'timeouts is not told that they are well.',
    '',
    'Where a setting is not among the facts, variables tell it that begin as the one does by which a neighbour is named:',
    '`ORDERS_DB_HOST=database` and `ORDERS_DB_POOL_SIZE=8` are one pool of 8.',
    '',
    '## Rules',
    '',
    ...rules,
  ].join('\n');
}
