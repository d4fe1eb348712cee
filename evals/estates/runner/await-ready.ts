import { RegisteredError, formatDuration } from '../../../src/kernel/index.ts';
import type { EngineContainerDetail } from '../../../connectors/docker/index.ts';
import type { RunContext } from './run-context.ts';
import { withoutSecrets } from './secrets.ts';

/** Often enough that nobody waits for it, seldom enough that twenty containers do not load the engine. */
const pollMs = 200;
/** A container without a health check counts as ready when it has run this long: one that cannot start ends sooner. */
const settledMs = 500;
/** A service may end and be restarted while what it needs comes up; one that does so more often will not recover. */
const tolerableRestarts = 3;
/**
 * A container may be unhealthy because what it needs is still coming up, or is being mended. Once nothing else is coming,
 * it is given this long to see that: three checks at the usual interval.
 */
const recoveryMs = 15_000;
const logLines = 20;
const healthLines = 3;

/** A container that is to become ready. */
export interface Awaited {
  readonly id: string;
  readonly name: string;
  readonly service: string;
}

/** The containers of an estate that are coming up: what an unhealthy one may be waiting for. */
export interface Arrivals {
  /** Says that a container is still coming up. */
  coming(id: string): void;
  /** Says that one has become healthy, or that its health check has given it up for now. */
  settled(id: string): void;
  /** How long nothing has been coming; 0 while something is. */
  quietForMs(): number;
}

/**
 * Keeps track of what is coming up.
 *
 * @param nowMs - The time, on a clock that never jumps.
 */
export function createArrivals(nowMs: () => number): Arrivals {
  const coming = new Set<string>();
  let changedMs = nowMs();
  return {
    coming: (id) => {
      coming.add(id);
    },
    settled: (id) => {
      if (coming.delete(id)) changedMs = nowMs();
    },
    quietForMs: () => (coming.size > 0 ? 0 : nowMs() - changedMs),
  };
}

/** Why a container will not become ready; undefined while it may. */
function verdictOn(detail: EngineContainerDetail, restartsBefore: number, patient: boolean): string | undefined {
  const ended = `ended with exit code ${detail.exitCode}${detail.outOfMemory ? ', killed for want of memory' : ''}`;
  const restarts = detail.restarts - restartsBefore;
  if (detail.state === 'exited' || detail.state === 'dead') {
    return detail.startError === '' ? ended : `could not be started: ${detail.startError}`;
  }
  // Between two runs the engine calls a container unhealthy whatever ails it; only while one runs has it been checked.
  if (detail.state === 'running') return detail.health === 'unhealthy' && !patient ? 'is unhealthy' : undefined;
  return restarts > tolerableRestarts ? `was restarted ${restarts} times; it ${ended}` : undefined;
}

async function failure(
  context: Pick<RunContext, 'engine'>,
  awaited: Awaited,
  reason: string,
  check: readonly string[],
  secrets: readonly string[],
): Promise<RegisteredError> {
  const log = await context.engine.containerLog(awaited.id, logLines);
  return new RegisteredError('estate-unhealthy', {
    service: awaited.service,
    container: awaited.name,
    reason,
    log: withoutSecrets(log, secrets),
    check: withoutSecrets(check.slice(-healthLines), secrets),
  });
}

/**
 * Waits until a container is healthy, or has run for a moment where it has no health check.
 *
 * @param context - The engine and the time; its signal ends the wait.
 * @param awaited - The container, started.
 * @param arrivals - What else is coming up.
 * @param withinMs - How long to wait at most.
 * @param secrets - Values that must not appear in an error.
 * @throws RegisteredError `estate-unhealthy`, and as the engine does; the signal's reason, when aborted
 */
export async function awaitReady(
  context: Pick<RunContext, 'engine' | 'clock' | 'signal'>,
  awaited: Awaited,
  arrivals: Arrivals,
  withinMs: number,
  secrets: readonly string[],
): Promise<void> {
  const { engine, clock, signal } = context;
  const startedMs = clock.monotonicMs();
  let restartsBefore: number | undefined;
  let runningSince: { readonly startedAt: string | undefined; readonly ms: number } | undefined;
  for (;;) {
    signal.throwIfAborted();
    const detail = await engine.inspectContainer(awaited.id);
    if (detail === undefined) throw await failure(context, awaited, 'was removed by somebody', [], secrets);
    restartsBefore ??= detail.restarts;
    const nowMs = clock.monotonicMs();
    if (detail.health === 'unhealthy' || detail.state !== 'running') arrivals.settled(awaited.id);
    else arrivals.coming(awaited.id);
    const patient = arrivals.quietForMs() < recoveryMs;
    const verdict = verdictOn(detail, restartsBefore, patient);
    if (verdict !== undefined) throw await failure(context, awaited, verdict, detail.healthOutput, secrets);
    if (detail.state === 'running') {
      if (runningSince?.startedAt !== detail.startedAt) runningSince = { startedAt: detail.startedAt, ms: nowMs };
      if (
        detail.health === 'healthy' ||
        (detail.health === undefined && nowMs - (runningSince?.ms ?? nowMs) >= settledMs)
      ) {
        arrivals.settled(awaited.id);
        return;
      }
    }
    if (nowMs - startedMs > withinMs) {
      const reason = `did not become healthy within ${formatDuration(withinMs)}; it is ${detail.health ?? detail.state}`;
      throw await failure(context, awaited, reason, detail.healthOutput, secrets);
    }
    await clock.sleep(pollMs, signal);
  }
}
