import { formatDuration, RegisteredError } from '../../src/kernel/index.ts';
import type { Client, ClientAt } from './client-slice.ts';
import { engineFailure, statusOf } from './engine-failure.ts';

/** An engine that has not told its version by then is not there: even one under full load answers that in a second. */
export const firstAnswerWithinMs = 10_000;
/** An engine that has answered once and is slow is busy: starting ten containers at once keeps it for some seconds. */
const readWithinMs = 30_000;
/** Longer, as one that is given up may still be done, and then nobody remembers to undo it. */
const changeWithinMs = 60_000;

/** What is wanted of the engine, for the words of an error. */
export interface Wanted {
  readonly action: string;
  readonly kind?: string;
  readonly name?: string;
  /** HTTP statuses that mean: it is so already, or it is gone. */
  readonly fine?: readonly number[];
  /** How long it may take, where it is not what such calls usually may; `Infinity` for work with no usual length. */
  readonly withinMs?: number;
}

/** A call, given the client that ends with it. */
export type Call<Answer> = (client: Client) => Promise<Answer>;

/** Calls to one engine, each with a time limit, failures with their registered codes. */
export interface EngineCalls {
  readonly address: string;
  /** Reads; undefined where the status is one of `fine`. Ends early with the signal's reason. */
  readonly ask: <Answer>(wanted: Wanted, call: Call<Answer>) => Promise<Answer | undefined>;
  /** Reads what must be there. Ends early with the signal's reason. */
  readonly need: <Answer>(wanted: Wanted, call: Call<Answer>) => Promise<Answer>;
  /** Changes, and waits for the end whatever the signal says: half a change could not be undone. */
  readonly change: <Answer>(wanted: Wanted, call: Call<Answer>) => Promise<Answer>;
  /** Changes what may be so already. */
  readonly tell: (wanted: Wanted, call: Call<unknown>) => Promise<void>;
  /** The same, with another signal for reads. */
  until(signal: AbortSignal): EngineCalls;
}

/** Ends as soon as the signal does, also where the client does not heed it. */
function orAborted<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Calls to an engine.
 *
 * @param at - Where it is.
 * @param signal - Ends reads early.
 */
export function engineCalls(at: ClientAt, signal: AbortSignal): EngineCalls {
  const { address } = at;
  const attempt = async <Answer>(
    wanted: Wanted,
    usualMs: number,
    ends: readonly AbortSignal[],
    call: Call<Answer>,
  ): Promise<Answer | undefined> => {
    const withinMs = wanted.withinMs ?? usualMs;
    const limit = withinMs === Infinity ? undefined : AbortSignal.timeout(withinMs);
    const end = AbortSignal.any([...ends, ...(limit === undefined ? [] : [limit])]);
    try {
      end.throwIfAborted();
      return await orAborted(call(at.clientUntil(end)), end);
    } catch (thrown) {
      for (const ended of ends) ended.throwIfAborted();
      if (limit?.aborted === true) {
        const reason = `it did not answer within ${formatDuration(withinMs)} when it was to ${wanted.action}`;
        throw new RegisteredError('docker-unreachable', { address, reason }, { cause: thrown });
      }
      if (wanted.fine?.includes(statusOf(thrown) ?? 0) === true) return undefined;
      throw engineFailure(thrown, { address, ...wanted });
    }
  };
  return {
    address,
    ask: (wanted, call) => attempt(wanted, readWithinMs, [signal], call),
    need: async <Answer>(wanted: Wanted, call: Call<Answer>) =>
      (await attempt({ ...wanted, fine: [] }, readWithinMs, [signal], call)) as Answer,
    change: async <Answer>(wanted: Wanted, call: Call<Answer>) =>
      (await attempt({ ...wanted, fine: [] }, changeWithinMs, [], call)) as Answer,
    tell: async (wanted, call) => {
      await attempt(wanted, changeWithinMs, [], call);
    },
    until: (other) => engineCalls(at, other),
  };
}
