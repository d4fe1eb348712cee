/** The files of the repository that are generated from the code, as text: what is written and what a test compares. */
import { z } from 'zod';
import { evalVerbs } from '../evals/index.ts';
import { scenarioSchema } from '../evals/scenarios/index.ts';
import { productVerbs } from '../src/app/index.ts';
import type { Verb } from '../src/app/index.ts';
import { configFileSchema } from '../src/config/index.ts';
import { errorCodes, exampleOfError, exitCodeOfCategory, interruptedExitCode } from '../src/kernel/index.ts';
import { modelSchema } from '../twin/model/format/index.ts';
import { whatIfSchema } from '../twin/prediction/what-if/index.ts';
import { coverageDataIsThere, coveragePage, coveragePath } from './coverage-page.ts';
import { factsPage } from './facts-page.ts';
import { modelFormatPage } from './model-format-page.ts';
import { preflightPage } from './preflight-page.ts';
import { vocabularyPage } from './vocabulary-page.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The name that a verb's files carry: `estate-shop-up`. */
const fileName = ({ path }: Verb): string => path.join('-');

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');

function errorsPage(): string {
  const entries = errorCodes.map((code) => {
    const { error, when, httpStatus } = exampleOfError(code);
    return [
      `## \`${code}\``,
      '',
      when,
      '',
      `Category ${error.category}, exit code ${error.exitCode}, HTTP status ${httpStatus}. For example:`,
      '',
      quoted(`error (${code}): ${error.message}\nremedy: ${error.remedy}`),
      '',
    ].join('\n');
  });
  return [
    '<!-- Generated from src/kernel/errors/ by `npm run generate`. -->',
    '',
    '# Errors',
    '',
    'Whatever goes wrong in a way that a person can do something about has a code that never changes its meaning. On a',
    'terminal an error has two parts, what is wrong and what to do; with `--output json` it is one line of JSON on stderr',
    '(`error.code`, `category`, `message`, `remedy`, `exitCode`), and stdout stays empty.',
    '',
    '| exit code | category | whose move it is |',
    '| --- | --- | --- |',
    '| 0 | | done |',
    `| ${exitCodeOfCategory.operator} | operator | whoever typed the command or wrote the file |`,
    `| ${exitCodeOfCategory.environment} | environment | whoever looks after the machine it ran on |`,
    `| ${exitCodeOfCategory['outside-system']} | outside-system | whoever looks after the system that was asked |`,
    `| ${exitCodeOfCategory.bug} | bug | ours |`,
    `| ${interruptedExitCode} | operator | ended by Ctrl-C or SIGTERM |`,
    '',
    ...entries,
  ].join('\n');
}

/**
 * Every generated file: its path from the root of the repository, and its whole text. The page of coverage is left as it
 * is where the files are lacking that it is made from.
 */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const verbs = [...productVerbs, ...evalVerbs];
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/facts.md', factsPage()],
    ['docs/preflight.md', preflightPage()],
    ['docs/vocabulary.md', vocabularyPage()],
    ['docs/model-format.md', modelFormatPage()],
    ...(coverageDataIsThere ? [[coveragePath, await coveragePage()] as const] : []),
    ['schemas/backlot.yaml.schema.json', json(z.toJSONSchema(configFileSchema, { io: 'input' }))],
    ['schemas/model.schema.json', json(z.toJSONSchema(modelSchema, { io: 'input' }))],
    ['schemas/scenario.schema.json', json(z.toJSONSchema(scenarioSchema, { io: 'input' }))],
    ['schemas/what-if.schema.json', json(z.toJSONSchema(whatIfSchema, { io: 'input' }))],
    ...verbs.map((verb): [string, string] => [
      `schemas/output/${fileName(verb)}.schema.json`,
      json(z.toJSONSchema(verb.result)),
    ]),
  ]);
}
