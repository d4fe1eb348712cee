import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a benchmark is called and how it is used, as its `--help` says. */
export interface BenchUsage {
  readonly name: string;
  readonly text: string;
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly options: Options }>
>['values'];

/**
 * Ends a benchmark that cannot be run as it was asked for.
 *
 * @param usage - Of the benchmark.
 * @param problem - What was found, and what is accepted.
 */
export function refuseBench({ name }: BenchUsage, problem: string): never {
  process.stderr.write(`${name}: ${problem}; see npm run ${name} -- --help\n`);
  process.exit(2);
}

/**
 * Reads the options of a benchmark; shows its help and ends where that is asked for.
 *
 * @param usage - Of the benchmark.
 * @param options - As `parseArgs` of Node has them.
 */
export function benchOptions<const Options extends ParseArgsOptionsConfig>(
  usage: BenchUsage,
  options: Options,
): Values<Options> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(usage.text);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (thrown) {
    return refuseBench(usage, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/**
 * A number of things.
 *
 * @param usage - Of the benchmark.
 * @param option - By its name.
 * @param text - As it was given; underscores may stand between digits.
 */
export function countOption(usage: BenchUsage, option: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  return refuseBench(usage, `--${option} ${text}; accepted: a whole number above 0`);
}
