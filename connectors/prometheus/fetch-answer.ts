import { stripVTControlCharacters } from 'node:util';
import { formatDuration, reasonOf, RegisteredError, withoutCredentials } from '../../src/kernel/index.ts';
import type { Server } from './server-address.ts';

/** What is read of one answer, unpacked: 2,000 series of 240 points take a tenth of it. */
const mostBytes = 32 << 20;

/** A server's own limit for a query is two minutes; one that takes a quarter of that is one that should not be asked. */
const answerWithinMs = 30_000;

/** A path that has moved is moved once, perhaps with a slash after that. */
const mostRedirects = 3;

const longestReason = 300;

/** A question in words, for the words of an error, and its path and parameters. */
export interface Question {
  /** `answer the query up` */
  readonly action: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * A text from outside that may stand in a message.
 *
 * @param text - Of any length.
 */
export function quoted(text: string): string {
  return withoutCredentials(stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim()).slice(0, longestReason);
}

/** fetch says only that it failed: why is in the cause, or in the cause's own. */
function fetchReasonOf(thrown: unknown): string {
  let innermost = thrown;
  for (let depth = 0; depth < 3; depth += 1) innermost = (Object(innermost) as { cause?: unknown }).cause ?? innermost;
  return quoted(reasonOf(innermost));
}

async function bodyOf(response: Response, action: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) {
      throw new RegisteredError('prometheus-answer-too-large', { action, limitBytes: mostBytes });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Follows redirects on the same host; credentials go nowhere else, and neither does a question. */
async function follow(server: Server, { path, parameters }: Question, signal: AbortSignal): Promise<Response> {
  let url = server.urlOf(path, parameters);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url.href, { headers: server.headers, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const isSame = next?.host === url.host && (next.protocol === url.protocol || next.protocol === 'https:');
    if (next === undefined || !isSame || redirects === mostRedirects) {
      const found = isSame ? 'it redirects in circles' : `it redirects to ${quoted(next?.origin ?? 'no address')}`;
      throw new RegisteredError('prometheus-foreign-answer', { address: server.address, found });
    }
    url = next;
  }
}

/**
 * Asks a Prometheus one question.
 *
 * @param server - Whom.
 * @param question - What.
 * @param signal - Ends it early, with its reason.
 * @throws RegisteredError `prometheus-unreachable`, `prometheus-foreign-answer` (a redirect to somebody else),
 *   `prometheus-answer-too-large`; the signal's reason, when aborted
 */
export async function fetchAnswer(server: Server, question: Question, signal: AbortSignal): Promise<RawAnswer> {
  const limit = AbortSignal.timeout(answerWithinMs);
  try {
    signal.throwIfAborted();
    const response = await follow(server, question, AbortSignal.any([signal, limit]));
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, contentType, body: await bodyOf(response, question.action) };
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof RegisteredError) throw thrown;
    const { address } = server;
    const late = `it did not ${question.action} within ${formatDuration(answerWithinMs)}`;
    const reason = limit.aborted ? late : fetchReasonOf(thrown);
    throw new RegisteredError('prometheus-unreachable', { address, reason }, { cause: thrown });
  }
}
