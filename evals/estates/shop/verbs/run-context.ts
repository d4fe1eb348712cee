import type { VerbContext } from '../../../../src/app/index.ts';
import { connectEngine } from '../../../../connectors/docker/index.ts';
import type { RunContext } from '../../runner/index.ts';

/**
 * Does a verb's work on the engine that the configuration names. Aborted work throws the signal's reason, which the
 * command line tells as an interruption; any other failure, of cleaning up above all, is told as what it is.
 *
 * @param context - The verb's.
 * @param work - Given the engine, and where to report.
 * @throws RegisteredError as the engine and the work do; the signal's reason, when aborted
 */
export async function onEngine<Result>(
  context: VerbContext,
  work: (run: RunContext) => Promise<Result>,
): Promise<Result> {
  const { clock, progress, signal } = context;
  const config = await context.config();
  const engine = await connectEngine(config.docker.host, { signal });
  return work({ engine, clock, signal, report: (name, state) => progress.step(name, state) });
}
