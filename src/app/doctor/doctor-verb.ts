import { z } from 'zod';
import { asRegisteredError, exitCodeOfCategory } from '../../kernel/index.ts';
import type { Config } from '../../config/index.ts';
import type { Document, Text, Tone } from '../document.ts';
import { defineVerb } from '../verb.ts';
import type { VerbContext } from '../verb.ts';
import { findingSchema } from './check.ts';
import type { Finding } from './check.ts';
import { checkDocker } from './check-docker.ts';
import { checkDisk, checkStore } from './check-store.ts';
import { checkModelKey, checkPrograms } from './check-tools.ts';

const toneOfState: Readonly<Record<Finding['state'], Tone>> = {
  ok: 'good',
  warn: 'warn',
  absent: 'quiet',
  failed: 'bad',
};

async function checkConfig(context: VerbContext): Promise<{ finding: Finding; config: Config | undefined }> {
  const base = { name: 'configuration', neededFor: 'everything' };
  try {
    const config = await context.config();
    return { finding: { ...base, state: 'ok', found: `checked; data directory ${config.dataDir}` }, config };
  } catch (thrown) {
    const { message, remedy } = asRegisteredError(thrown);
    return { finding: { ...base, state: 'failed', found: message, remedy }, config: undefined };
  }
}

const remediesOf = (findings: readonly Finding[]): Document => {
  const items = findings.flatMap(({ name, remedy }): Text[] => (remedy === undefined ? [] : [`${name}: ${remedy}`]));
  return items.length === 0
    ? []
    : [
        { kind: 'heading', text: 'What would help' },
        { kind: 'list', items },
      ];
};

/** `backlot doctor`: what is there, what is missing, and how to get it. */
export const doctorVerb = defineVerb({
  path: ['doctor'],
  summary: 'look at what Backlot needs on this machine, and how to get what is missing',
  description:
    'Looks at Node, the configuration, the database, the durable engine, the Docker engine, optional programs, a model ' +
    'key and the disk. Starts the embedded database if it does not run, and stops it again.',
  examples: [
    { line: 'backlot doctor', does: 'looks at everything and says how to get what is missing' },
    { line: 'backlot doctor --output json', does: 'the same, for a program' },
  ],
  parameters: z.strictObject({}),
  result: z.strictObject({ healthy: z.boolean(), findings: z.array(findingSchema) }),
  run: async (_parameters, context) => {
    const { finding, config } = await checkConfig(context);
    const findings: Finding[] = [
      { name: 'node', state: 'ok', found: process.version, neededFor: 'running at all' },
      finding,
    ];
    if (config !== undefined) {
      findings.push(await checkDisk(config));
      findings.push(...(await checkStore(config, context)));
      context.progress.step('docker', 'asking the engine');
      findings.push(await checkDocker(config));
    }
    findings.push(...(await checkPrograms(context.environment)), checkModelKey(context.environment));
    return { healthy: findings.every(({ state }) => state !== 'failed'), findings };
  },
  present: ({ findings, healthy }) => [
    {
      kind: 'table',
      columns: [{ heading: 'what' }, { heading: 'state' }, { heading: 'found' }, { heading: 'needed for' }],
      rows: findings.map(({ name, state, found, neededFor }) => [
        name,
        { text: state, tone: toneOfState[state] },
        found,
        { text: neededFor, tone: 'quiet' },
      ]),
    },
    ...remediesOf(findings),
    {
      kind: 'paragraph',
      text: healthy
        ? { text: 'Backlot can work here.', tone: 'good' }
        : { text: 'Backlot cannot work here until what has failed is mended.', tone: 'bad' },
    },
  ],
  exitCode: ({ healthy }) => (healthy ? 0 : exitCodeOfCategory.environment),
});
