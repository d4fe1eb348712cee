import pMap from 'p-map';
import type { Clock, CoverageCount } from '../../../src/kernel/index.ts';
import { callsAtOnce, ifTold, samplesAtOnce } from './asking.ts';
import { containerAnswer } from './container-answer.ts';
import type { ContainerAnswer } from './container-answer.ts';
import type { EngineAnswers } from './engine-answers.ts';
import { listOf } from './lenient.ts';
import { listedContainer } from './other-answers.ts';

/** Long enough for ten of the kernel's scheduling periods, in which throttling is counted. */
const betweenSamplesMs = 1_000;

/** What an engine told of one container; undefined for what it did not tell. */
export interface ContainerAnswers {
  readonly answer: ContainerAnswer;
  readonly changes: unknown;
  readonly earlierStats: unknown;
  readonly laterStats: unknown;
}

/** How containers are asked about. */
export interface AskContainersOptions {
  readonly labels: readonly string[];
  readonly statsSamples: 0 | 1 | 2;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly progress: (done: number, of: number) => void;
}

/**
 * Asks an engine about its containers, some at a time. One that goes while it is asked about is counted and left out.
 *
 * @param engine - To ask.
 * @param options - Which containers, and how often what they use.
 * @param coverage - Told what could not be read.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export async function askContainers(
  engine: EngineAnswers,
  options: AskContainersOptions,
  coverage: CoverageCount,
): Promise<readonly ContainerAnswers[]> {
  const { clock, signal } = options;
  const list = async () => listOf(listedContainer).parse(await engine.containers(options.labels));
  const together = { concurrency: callsAtOnce, signal };
  const listed = await list();
  const up = listed.filter(({ State: state }) => state === 'running' || state === 'paused');

  const sample = async (): Promise<ReadonlyMap<string, unknown>> => {
    const told = (id: string) =>
      ifTold('what a container uses, which the engine did not tell', `containers/${id}`, coverage, engine.stats(id));
    return new Map(
      await pMap(up, async ({ Id: id }) => [id, await told(id)] as const, { ...together, concurrency: samplesAtOnce }),
    );
  };
  const none: ReadonlyMap<string, unknown> = new Map();
  const sampledFromMs = clock.monotonicMs();
  const earlier = options.statsSamples === 2 ? await sample() : none;

  let done = 0;
  const ask = async (id: string) => {
    const place = `containers/${id}`;
    const told = await ifTold('containers that the engine did not tell of', place, coverage, engine.container(id));
    const parsed = containerAnswer.safeParse(told);
    const drift = 'what changed in a container, which the engine did not tell';
    const changes = parsed.success ? await ifTold(drift, place, coverage, engine.changes(id)) : undefined;
    options.progress((done += 1), listed.length);
    if (parsed.success) return [{ answer: parsed.data, changes }];
    coverage.notUnderstood('containers that went while they were read', place);
    return [];
  };
  const asked = (await pMap(listed, ({ Id: id }) => ask(id), together)).flat();

  if (options.statsSamples === 2 && up.length > 0) {
    await clock.sleep(Math.max(0, betweenSamplesMs - (clock.monotonicMs() - sampledFromMs)), signal);
    signal.throwIfAborted();
  }
  const later = options.statsSamples > 0 ? await sample() : none;

  const known = new Set(listed.map(({ Id: id }) => id));
  for (const { Id: id } of await list()) {
    if (!known.has(id)) coverage.notUnderstood('containers that came while others were read', `containers/${id}`);
  }
  return asked.map(({ answer, changes }) => ({
    answer,
    changes,
    earlierStats: earlier.get(answer.Id),
    laterStats: later.get(answer.Id),
  }));
}
