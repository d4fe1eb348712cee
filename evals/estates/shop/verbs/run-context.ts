import type { VerbContext } from '../../../../src/app/index.ts';
import { RegisteredError } from '../../../../src/kernel/index.ts';
import { connectEngine } from '../../../../connectors/docker/index.ts';
import type { RunContext } from '../../runner/index.ts';

/**
 * Does a verb's work on the engine that the configuration names.
 *
 * @param context - The verb's.
 * @param what - The work in a few words, for whoever interrupts it.
 * @param work - Given the engine, and where to report.
 * @throws RegisteredError `interrupted` when the verb's signal was aborted, and as the engine and the work do
 */
export async function onEngine<Result>(
  context: VerbContext,
  what: string,
  work: (run: RunContext) => Promise<Result>,
): Promise<Result> {
  const { clock, progress, signal } = context;
  const config = await context.config();
  const engine = await connectEngine(config.docker.host);
  try {
    return await work({ engine, clock, signal, report: (name, state) => progress.step(name, state) });
  } catch (thrown) {
    if (signal.aborted) throw new RegisteredError('interrupted', { what }, { cause: thrown });
    throw thrown;
  }
}
