import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { createHttpClient } from './http-client.ts';
import { TimeoutError } from './time-limit.ts';

const answers: (() => Promise<Response>)[] = [];
const requests: Request[] = [];

beforeEach(() => {
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    requests.push(new Request(input, init));
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next === undefined ? Promise.reject(new Error('no answer prepared')) : next();
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  answers.length = 0;
  requests.length = 0;
});

const json = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));
const answer = z.object({ value: z.number() });

function call(options: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {}) {
  const clock = createManualClock();
  const client = createHttpClient({
    dependency: 'peer',
    baseUrl: 'http://peer:8080',
    timeoutMs: 1_000,
    retry: { retries: 2, backoffMs: 10, backoffMaxMs: 20 },
    clock,
    random: createRandom(1),
  });
  const { method = 'GET', headers = {} } = options;
  const result = client.call({ method, path: '/value', headers, answer }).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  return clock.advance(1_000).then(() => result);
}

describe('the HTTP client', () => {
  it('tries a reading again while the failure is one that passes', async () => {
    answers.push(json(503, {}), () => Promise.reject(new TypeError('fetch failed')), json(200, { value: 7 }));
    expect(await call()).toEqual({ value: { value: 7 } });
    expect(requests).toHaveLength(3);
  });

  it('gives up after the stated attempts, and says what the last answer was', async () => {
    answers.push(json(503, { title: 'overloaded', detail: 'come back later' }));
    expect(await call()).toMatchObject({
      thrown: {
        message: 'peer: answered 503, overloaded, come back later',
        failure: 'status',
        status: 503,
        problem: 'overloaded',
        answerStatus: 502,
      },
    });
    expect(requests).toHaveLength(3);
  });

  it('does not try again what the other side refused', async () => {
    answers.push(json(404, { title: 'unknown' }));
    expect(await call()).toMatchObject({ thrown: { status: 404 } });
    expect(requests).toHaveLength(1);
  });

  it('repeats a change only where the other side can tell that it is the same one', async () => {
    answers.push(json(503, {}));
    await call({ method: 'POST' });
    expect(requests).toHaveLength(1);
    await call({ method: 'POST', headers: { 'idempotency-key': 'order-12345' } });
    expect(requests).toHaveLength(1 + 3);
  });

  it('tells a timeout from a connection that failed', async () => {
    answers.push(() => Promise.reject(new TimeoutError(1_000)));
    expect(await call()).toMatchObject({ thrown: { failure: 'timeout', answerStatus: 504 } });
    answers[0] = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
    expect(await call()).toMatchObject({
      thrown: { failure: 'connection', answerStatus: 503, message: 'peer: cannot be reached (ECONNREFUSED)' },
    });
  });

  it('takes no answer that is not as agreed', async () => {
    answers.push(json(200, { value: 'seven' }));
    expect(await call()).toMatchObject({ thrown: { failure: 'malformed' } });
    expect(requests).toHaveLength(1);
  });
});
