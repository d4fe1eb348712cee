import { systemClock } from '../../src/kernel/index.ts';
import { simulateTandem } from './simulate-tandem.ts';

// The program that stands beside those of model-peers: same words, same line, and a process of its own, so that what
// is compiled anew in each, and by which thread ever, counts.
const [requests = 0, seed = NaN] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: run-tandem.ts REQUESTS SEED, both whole numbers, at least one request\n');
  process.exit(2);
}
const cpuBefore = process.cpuUsage();
const startMs = systemClock.monotonicMs();
const result = simulateTandem(requests, seed);
const wallS = (systemClock.monotonicMs() - startMs) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const line = {
  requests: result.requests,
  wallS,
  cpuS: (user + system) / 1e6,
  meanResponse: result.meanResponseMs / 1_000,
};
process.stdout.write(`${JSON.stringify(line)}\n`);
