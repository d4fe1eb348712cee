import { z } from 'zod';
import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';
import { DependencyError } from './dependency-error.ts';
import { withRetries } from './retry.ts';
import type { RetryPolicy } from './retry.ts';
import { TimeoutError, withTimeLimit } from './time-limit.ts';

/** How to reach one service. */
export interface HttpClientOptions {
  /** The service's name in this estate. */
  readonly dependency: string;
  readonly baseUrl: string;
  /** Of each attempt, the answer's body included. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly random: RandomSource;
}

/** One call. */
export interface HttpCall<Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What a good answer looks like. */
  readonly answer: z.ZodType<Answer>;
}

/** Calls one service within its time limit, and again where a second attempt does no harm. */
export interface HttpClient {
  /**
   * @throws DependencyError when the last attempt failed, with the status where the service answered.
   */
  call<Answer>(call: HttpCall<Answer>): Promise<Answer>;
}

const problemDetails = z.object({ title: z.string().optional(), detail: z.string().optional() });

const passingStatus = new Set([429, 502, 503, 504]);

function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof DependencyError)) return false;
  if (thrown.status !== undefined) return passingStatus.has(thrown.status);
  return thrown.failure === 'timeout' || thrown.failure === 'connection';
}

/** What problem details (RFC 9457) say, where the answer is such. */
function readProblem(content: string): { readonly title?: string | undefined; readonly detail?: string | undefined } {
  try {
    return problemDetails.parse(JSON.parse(content));
  } catch {
    return {};
  }
}

/** Whether doing it twice is the same as doing it once. */
function isRepeatable({ method, headers }: HttpCall<unknown>): boolean {
  return method !== 'POST' || headers?.['idempotency-key'] !== undefined;
}

/**
 * Creates a client for one service.
 *
 * @param options - Where it is and how patient to be.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { dependency, baseUrl, timeoutMs, retry } = options;

  const attempt = async <Answer>(call: HttpCall<Answer>): Promise<Answer> => {
    let answered: { readonly response: Response; readonly content: string };
    try {
      answered = await withTimeLimit(timeoutMs, async (signal) => {
        const response = await fetch(`${baseUrl}${call.path}`, {
          method: call.method,
          headers: {
            accept: 'application/json',
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...call.headers,
          },
          signal,
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        });
        return { response, content: await response.text() };
      });
    } catch (thrown) {
      if (thrown instanceof TimeoutError) {
        throw new DependencyError(dependency, 'timeout', `no answer within ${timeoutMs} ms`, { cause: thrown });
      }
      const reason = (thrown as { cause?: { code?: string } }).cause?.code ?? (thrown as Error).message;
      throw new DependencyError(dependency, 'connection', `cannot be reached (${reason})`, { cause: thrown });
    }
    const { response, content } = answered;
    if (!response.ok) {
      const { title, detail } = readProblem(content);
      const words = [`answered ${response.status}`, title, detail].filter((part) => part !== undefined).join(', ');
      throw new DependencyError(dependency, 'status', words, { status: response.status, problem: title });
    }
    try {
      return call.answer.parse(content === '' ? undefined : JSON.parse(content));
    } catch (thrown) {
      throw new DependencyError(dependency, 'malformed', 'answered what was not agreed', { cause: thrown });
    }
  };

  return {
    call: (call) =>
      withRetries(
        retry,
        (thrown) => isRepeatable(call) && isPassing(thrown),
        () => attempt(call),
        options,
      ),
  };
}
