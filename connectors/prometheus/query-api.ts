import { z } from 'zod';
import { RegisteredError } from '../../src/kernel/index.ts';
import { fetchAnswer, quoted } from './fetch-answer.ts';
import type { Question, RawAnswer } from './fetch-answer.ts';
import type { Server } from './server-address.ts';

/** An answer to a question: data of the question's own form, and what the server says is lacking in it. */
export interface ApiAnswer {
  readonly data: unknown;
  readonly warnings: number;
}

/**
 * The questions that a Prometheus, a Thanos, a Mimir or a VictoriaMetrics answers. Every method throws RegisteredError
 * `prometheus-unreachable`, `prometheus-denied`, `prometheus-foreign-answer`, `prometheus-refused` or
 * `prometheus-answer-too-large`, or the signal's reason.
 */
export interface QueryApi {
  /** As it may be shown. */
  readonly address: string;
  /** The value of an expression at one moment. */
  instant(expression: string, atMs: number): Promise<ApiAnswer>;
  /** Its values from one moment to another. */
  range(expression: string, fromMs: number, toMs: number, stepMs: number): Promise<ApiAnswer>;
  /** The names of the metrics that match, and that had a sample between two moments. */
  metricNames(matcher: string, fromMs: number, toMs: number): Promise<ApiAnswer>;
  targets(): Promise<ApiAnswer>;
  rules(): Promise<ApiAnswer>;
  buildInfo(): Promise<ApiAnswer>;
}

const envelope = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('success'),
    data: z.unknown(),
    warnings: z.array(z.unknown()).catch([]),
    infos: z.array(z.unknown()).catch([]),
  }),
  z.object({ status: z.literal('error'), errorType: z.string().catch(''), error: z.string().catch('') }),
]);

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function formOf({ status, contentType, body }: RawAnswer): string {
  const form = /html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(body) ? 'an HTML page' : undefined;
  const kind = form ?? (body.trim() === '' ? 'an empty answer' : 'an answer of another form');
  return `${kind} (HTTP status ${status})`;
}

function understood(address: string, action: string, raw: RawAnswer): ApiAnswer {
  if (raw.status === 401 || raw.status === 403) {
    throw new RegisteredError('prometheus-denied', { address, status: raw.status });
  }
  const answer = envelope.safeParse(parsedJson(raw.body));
  if (answer.success && answer.data.status === 'success' && raw.status < 300) {
    return { data: answer.data.data, warnings: answer.data.warnings.length };
  }
  if (answer.success && answer.data.status === 'error') {
    const { errorType, error } = answer.data;
    throw new RegisteredError('prometheus-refused', { action, reason: quoted(`${errorType}: ${error}`) });
  }
  // A proxy in front of a server that is down, or that limits, answers in its own form.
  if (raw.status >= 500 || raw.status === 429) {
    throw new RegisteredError('prometheus-refused', { action, reason: `HTTP status ${raw.status}` });
  }
  throw new RegisteredError('prometheus-foreign-answer', { address, found: formOf(raw) });
}

const seconds = (ms: number): string => (ms / 1e3).toFixed(3);

/**
 * The questions of one server.
 *
 * @param server - Whom to ask.
 * @param signal - Ends every question early.
 */
export function queryApi(server: Server, signal: AbortSignal): QueryApi {
  const { address } = server;
  const ask = async (question: Question): Promise<ApiAnswer> =>
    understood(address, question.action, await fetchAnswer(server, question, signal));
  const get = (path: string, action: string, parameters: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> =>
    ask({ action, path: `api/v1/${path}`, parameters });
  return {
    address,
    instant: (query, atMs) => get('query', `answer the query ${query}`, { query, time: seconds(atMs) }),
    range: (query, fromMs, toMs, stepMs) =>
      get('query_range', `answer the query ${query}`, {
        query,
        start: seconds(fromMs),
        end: seconds(toMs),
        step: seconds(stepMs),
      }),
    metricNames: (matcher, fromMs, toMs) =>
      get('label/__name__/values', 'name its metrics', {
        'match[]': matcher,
        start: seconds(fromMs),
        end: seconds(toMs),
      }),
    targets: () => get('targets', 'tell its targets', { state: 'active' }),
    rules: () => get('rules', 'tell its rules'),
    buildInfo: () => get('status/buildinfo', 'tell its version'),
  };
}
