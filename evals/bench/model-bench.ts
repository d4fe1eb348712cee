import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureModel } from './measure-model.ts';
import type { ModelMeasurement, Spread } from './measure-model.ts';
import { pinnedProcessor, preparePeers } from './model-peers/index.ts';
import { ownEngine } from './own-engine.ts';
import { tandemExpectationMs } from './tandem-expectation.ts';

function refuse(problem: string): never {
  process.stderr.write(`bench:model: ${problem}\n`);
  process.exit(2);
}

function count(option: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  return refuse(`--${option} ${text}; accepted: a whole number above 0`);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function spread({ median, lowest, highest }: Spread, shown: (value: number) => string): string {
  return `${shown(median)} (${shown(lowest)} to ${shown(highest)})`;
}

/** Three digits that count, whatever the size. */
const times = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

function* lines(measured: ModelMeasurement): Generator<string> {
  const { engines, ratios, absent, processor, rounds, seed, expectedResponseMs } = measured;
  const pinned = processor === null ? 'not pinned: taskset is not there' : `all pinned to processor ${processor}`;
  yield `machine    ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${pinned}`;
  yield `method     ${rounds} rounds, in each every engine once in a process of its own, seeds from ${seed}; medians (lowest to highest), by processor time`;
  yield `model      three stations in a line; mean response after queueing theory ${whole(expectedResponseMs)} ms`;
  for (const { name, madeBy, requests, requestsPerSecond, lowestProcessorRatio } of engines) {
    const speed = spread(requestsPerSecond, whole);
    yield `${name.padEnd(10)} ${speed} requests/s, ${whole(requests)} in each run, which had at least ${(100 * lowestProcessorRatio).toFixed(0)} % of a processor (${madeBy})`;
  }
  for (const { name, meanResponseMs, meanResponseDifferenceRatio } of engines) {
    const difference = `${meanResponseDifferenceRatio < 0 ? '' : '+'}${(100 * meanResponseDifferenceRatio).toFixed(2)} %`;
    yield `${name.padEnd(10)} mean response ${whole(meanResponseMs)} ms, ${difference} from queueing theory`;
  }
  for (const { of, to, ratio } of ratios) {
    yield `${of.padEnd(10)} ${spread(ratio, times)} times the requests per second of ${to}`;
  }
  for (const { name, reason, remedy } of absent) yield `${name.padEnd(10)} absent: ${reason}. ${remedy}`;
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1_000_000' },
    'simpy-requests': { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    output: { type: 'string', default: 'text' },
  },
});
if (values.output !== 'text' && values.output !== 'json') {
  refuse(`--output ${values.output}; accepted: text, json`);
}
const requests = count('requests', values.requests);
const size = {
  requests,
  simpyRequests: count('simpy-requests', values['simpy-requests'] ?? String(Math.ceil(requests / 10))),
  rounds: count('rounds', values.rounds),
  seed: count('seed', values.seed),
};
const tell = (progress: string): void => {
  process.stderr.write(`bench:model: ${progress}\n`);
};

const folder = await mkdtemp(join(tmpdir(), 'backlot-model-bench-'));
try {
  tell('making the peers ready');
  const engines = [ownEngine(), ...(await preparePeers(folder))];
  const measured = await measureModel(size, engines, await tandemExpectationMs(), await pinnedProcessor(), tell);
  process.stdout.write(
    values.output === 'json' ? `${JSON.stringify(measured, undefined, 2)}\n` : `${[...lines(measured)].join('\n')}\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
