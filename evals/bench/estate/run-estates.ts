import { systemClock } from '../../../src/kernel/index.ts';
import { measureEstates } from './measure-estates.ts';

// A process of its own, so that its processor time is that of the rehearsals alone, and with the options of the product.
const [rehearsals = 0, threads = 0, seed = NaN, ...sizes] = process.argv.slice(2).map(Number);
if (rehearsals < 1 || threads < 1 || Number.isNaN(seed) || sizes.length === 0) {
  process.stderr.write('usage: run-estates.ts REHEARSALS THREADS SEED COMPONENTS..., all whole numbers\n');
  process.exit(2);
}

/** The size of which the benchmark asks for all rehearsals; others tell of the growth, and need fewer for that. */
const mainComponents = 50;
const fewer = 5;

const measured = await measureEstates(
  sizes.map((components) => ({
    components,
    rehearsals: components === mainComponents ? rehearsals : Math.ceil(rehearsals / fewer),
    threads,
    seed,
  })),
  {
    clock: systemClock,
    processorMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
  },
  (line) => process.stderr.write(`bench:model: ${line}\n`),
);
process.stdout.write(`${JSON.stringify(measured)}\n`);
