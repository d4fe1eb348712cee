import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchOptions, countOption, refuseBench } from './bench-options.ts';
import { runEstates, runMemory } from './estate/index.ts';
import { measureModel } from './measure-model.ts';
import type { ModelMeasurement } from './measure-model.ts';
import { modelBenchLines } from './model-bench-lines.ts';
import { thisMachine } from './model-bench-result.ts';
import type { ModelBenchResult } from './model-bench-result.ts';
import { pinnedProcessor, preparePeers } from './model-peers/index.ts';
import { ownEngine } from './own-engine.ts';
import { tandemExpectationMs } from './tandem-expectation.ts';

const parts = ['tandem', 'estate', 'memory'] as const;
const estateSizes = [10, 50, 200, 500];
const memoryComponents = 50;
const memoryMinutes = [1, 10, 100];

const usage = {
  name: 'bench:model',
  text: `usage: npm run bench:model -- [--only tandem|estate|memory] [--output text|json]

Measures the simulator: a tandem of queues against SimPy and a C++ loop, in one run and on one core; rehearsals of made
estates on two threads, and how their time grows with the estate; memory over simulated time.

  --only PART          one part alone
  --requests N         of the tandem (5_000_000); --simpy-requests N for SimPy, a tenth of them where left out
  --rounds N           of the tandem (3); the median counts
  --rehearsals N       of the estate of 50 components (1_000)
  --seed N             what all chance comes from (1)
  --output text|json

  npm run bench:model -- --only tandem --requests 200_000      a first look, in a minute
  npm run -s bench:model -- --output json > result.json        everything, in some ten minutes
`,
} as const;
const values = benchOptions(usage, {
  only: { type: 'string' },
  requests: { type: 'string', default: '5_000_000' },
  'simpy-requests': { type: 'string' },
  rounds: { type: 'string', default: '3' },
  rehearsals: { type: 'string', default: '1_000' },
  seed: { type: 'string', default: '1' },
  output: { type: 'string', default: 'text' },
});
const count = (option: string, text: string): number => countOption(usage, option, text);
if (values.output !== 'text' && values.output !== 'json') {
  refuseBench(usage, `--output ${values.output}; accepted: text, json`);
}
if (values.only !== undefined && !parts.some((part) => part === values.only)) {
  refuseBench(usage, `--only ${values.only}; accepted: ${parts.join(', ')}`);
}
const isAskedFor = (part: (typeof parts)[number]): boolean => values.only === undefined || values.only === part;
const requests = count('requests', values.requests);
const size = {
  requests,
  simpyRequests: count('simpy-requests', values['simpy-requests'] ?? String(Math.ceil(requests / 10))),
  rounds: count('rounds', values.rounds),
  seed: count('seed', values.seed),
};
const rehearsals = { rehearsals: count('rehearsals', values.rehearsals), threads: 2, seed: size.seed };
const tell = (progress: string): void => {
  process.stderr.write(`bench:model: ${progress}\n`);
};

async function tandem(): Promise<ModelMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-model-bench-'));
  try {
    tell('making the peers ready');
    const engines = [ownEngine(), ...(await preparePeers(folder))];
    return await measureModel(size, engines, await tandemExpectationMs(), await pinnedProcessor(), tell);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (cpus().length < rehearsals.threads) tell(`${rehearsals.threads} threads share ${cpus().length} core`);
const measured: ModelBenchResult = {
  machine: thisMachine(),
  ...(isAskedFor('tandem') ? { tandem: await tandem() } : {}),
  ...(isAskedFor('estate') ? { estates: await runEstates(rehearsals, estateSizes) } : {}),
  ...(isAskedFor('memory')
    ? { memory: await runMemory({ components: memoryComponents, minutes: memoryMinutes, seed: size.seed }) }
    : {}),
};
process.stdout.write(
  values.output === 'json'
    ? `${JSON.stringify(measured, undefined, 2)}\n`
    : `${[...modelBenchLines(measured)].join('\n')}\n`,
);
