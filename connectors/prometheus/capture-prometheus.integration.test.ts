import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { itWhere } from '../../testing/it-where.ts';
import { canonicalJson, RegisteredError, systemClock } from '../../src/kernel/index.ts';
import { capturePrometheus } from './capture-prometheus.ts';
import type { CapturePrometheusOptions } from './capture-prometheus.ts';

type Answer = (path: string, parameters: URLSearchParams) => unknown;

const servers: Server[] = [];

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server whose answers to questions are recorded; what is not recorded is not found, as where a server lacks it. */
const answering = (answer: Answer, seen: string[] = []): Promise<string> =>
  listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any');
    seen.push(
      `${request.method} ${request.url} ${request.headers.authorization} ${String(request.headers['x-scope-orgid'])}`,
    );
    const data = answer(pathname.replace(/^.*\/api\/v1\//, ''), searchParams);
    response.statusCode = data === undefined ? 404 : 200;
    response.setHeader('content-type', data === undefined ? 'text/plain' : 'application/json');
    response.end(data === undefined ? '404 page not found' : JSON.stringify(data));
  });

const atMs = 1_700_000_000_000;

const capture = (url: string, over: Partial<CapturePrometheusOptions> = {}) =>
  capturePrometheus({ url, windowMs: 600_000, stepMs: 60_000, atMs, clock: systemClock, ...over });

const success = (data: unknown, more: object = {}) => ({ status: 'success', data, ...more });
const vector = (result: unknown) => success({ resultType: 'vector', result });
const matrix = (result: unknown, more: object = {}) => success({ resultType: 'matrix', result }, more);

/** The least that makes a capture go on: the first question, and the names. */
const withNames =
  (names: readonly string[], rest: Answer = () => undefined): Answer =>
  (path, parameters) => {
    if (path === 'query' && parameters.get('query') === '1') return vector([]);
    if (path === 'label/__name__/values') return success(names);
    return rest(path, parameters);
  };

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('capturePrometheus, of a server without targets, rules and version', () => {
  it('reads what it has: under a path, with the tenant it wants, and infers the scrape interval', async () => {
    const seen: string[] = [];
    const url = await answering(
      withNames(['up', 'istio_requests_total'], (path, parameters) => {
        const query = parameters.get('query') ?? '';
        if (path === 'query' && query.startsWith('count by'))
          return vector([{ metric: { job: 'mesh' }, value: [1, '3'] }]);
        if (path === 'query' && query.startsWith('sum by (job) (up)'))
          return vector([{ metric: { job: 'mesh' }, value: [1, '2'] }]);
        if (path === 'query' && query.includes('count_over_time'))
          return vector([{ metric: { job: 'mesh' }, value: [1, '40'] }]);
        if (path === 'query_range' && query.startsWith('sum by') && query.includes('reporter=~"destination|waypoint"'))
          return matrix([
            {
              metric: { destination_workload: 'cart', namespace: 'shop' },
              values: [
                [1_699_999_400, '1.5'],
                [1_699_999_460, 'NaN'],
                [1_699_999_520, '+Inf'],
                [1_699_999_580, '2'],
              ],
            },
          ]);
        return undefined;
      }),
      seen,
    );
    const { content, coverage, place } = await capture(`${url}/prometheus/`, { headers: { 'X-Scope-OrgID': 'shop' } });
    expect(place).toBe(`${url}/prometheus`);
    expect(content.jobs).toEqual([
      { job: 'mesh', scrapeIntervalMs: 15_000, intervalFrom: 'inferred', targets: 3, up: 2 },
    ]);
    expect(content.version).toBeUndefined();
    expect(content.series).toEqual([
      {
        signal: 'request-rate',
        unit: 'per-second',
        family: 'istio',
        metric: 'istio_requests_total',
        quantile: undefined,
        labels: { destination_workload: 'cart', namespace: 'shop' },
        points: [
          { atMs: 1_699_999_400_000, value: 1.5 },
          { atMs: 1_699_999_580_000, value: 2 },
        ],
      },
    ]);
    expect(coverage.notUnderstood).toContainEqual({
      what: 'rules that the server did not tell (prometheus-foreign-answer)',
      place: 'api/v1/rules',
      count: 1,
    });
    expect(seen.every((line) => line.startsWith('GET /prometheus/api/v1/') && line.endsWith(' shop'))).toBe(true);
  });

  it('reads classic and native histograms, and tells a partial answer', async () => {
    const native = {
      count: '10',
      sum: '2.5',
      buckets: [
        [3, '-0.001', '0.001', '1'],
        [0, '0.1', '0.2', '6'],
        [0, '0.2', '0.4', '3'],
      ],
    };
    const le = (bound: string, value: string) => ({ metric: { job: 'a', le: bound }, value: [1, value] });
    const url = await answering(
      withNames(
        ['http_server_request_duration_seconds', 'istio_request_duration_milliseconds_bucket'],
        (path, parameters) => {
          const query = parameters.get('query') ?? '';
          if (path === 'query_range') return matrix([], { warnings: ['a store did not answer'] });
          if (query.includes('increase(http_server_request_duration_seconds{'))
            return vector([{ metric: { job: 'n' }, histogram: [1, native] }]);
          if (query.includes('increase(istio_request_duration_milliseconds_bucket'))
            return vector([le('10', '4'), le('+Inf', '9'), le('5', '1'), le('none', '7')]);
          if (query.includes('increase(istio_request_duration_milliseconds_sum'))
            return vector([{ metric: { job: 'a' }, value: [1, '90'] }]);
          return undefined;
        },
      ),
    );
    const { content, coverage } = await capture(url);
    expect(content.histograms).toEqual([
      {
        family: 'otel-http-server',
        metric: 'http_server_request_duration_seconds',
        kind: 'native',
        labels: { job: 'n' },
        buckets: [
          { lowerMs: 0, upperMs: 1, count: 1 },
          { lowerMs: 100, upperMs: 200, count: 6 },
          { lowerMs: 200, upperMs: 400, count: 3 },
        ],
        count: 10,
        sumMs: 2_500,
      },
      {
        family: 'istio',
        metric: 'istio_request_duration_milliseconds',
        kind: 'classic',
        labels: { job: 'a' },
        buckets: [
          { lowerMs: 0, upperMs: 5, count: 1 },
          { lowerMs: 5, upperMs: 10, count: 3 },
          { lowerMs: 10, upperMs: undefined, count: 5 },
        ],
        count: 9,
        sumMs: 90,
      },
    ]);
    expect(coverage.notUnderstood).toContainEqual({
      what: 'series of istio_request_duration_milliseconds that the server answered with a warning',
      place: 'api/v1/query_range',
      count: 3,
    });
  });

  it('takes a number for no amount that is below zero, or beyond every number in its unit, and says so', async () => {
    const le = (bound: string, value: string) => ({ metric: { job: 'a', le: bound }, value: [1, value] });
    const native = (count: string, sum: string, upper: string) => ({
      metric: { job: upper },
      histogram: [1, { count, sum, buckets: [[0, '0.1', upper, '1']] }],
    });
    const url = await answering(
      withNames(
        ['up', 'http_server_request_duration_seconds', 'http_request_duration_seconds_bucket'],
        (path, parameters) => {
          const query = parameters.get('query') ?? '';
          if (path === 'query' && query.startsWith('count by'))
            return vector([{ metric: { job: 'a' }, value: [1, '-3'] }]);
          if (path === 'query' && query.includes('count_over_time'))
            return vector([{ metric: { job: 'a' }, value: [1, '1e300'] }]);
          if (path === 'query_range' && query.startsWith('histogram_quantile(0.5, sum by'))
            return matrix([
              {
                metric: { job: 'a' },
                values: [
                  [1, '0.5'],
                  [2, '-0.5'],
                  [3, '1e306'],
                  [4, 'NaN'],
                ],
              },
            ]);
          if (query.includes('increase(http_server_request_duration_seconds{'))
            return vector([native('1', '-1e306', '0.2'), native('-1', '1', '0.3'), native('1', '1', '1e306')]);
          if (query.includes('increase(http_request_duration_seconds_bucket'))
            return vector([le('+Inf', '9'), le('1', '4'), le('-1e306', '1'), le('1e306', '8'), le('2', '-5')]);
          if (query.includes('increase(http_request_duration_seconds_sum'))
            return vector([{ metric: { job: 'a' }, value: [1, '1e306'] }]);
          return undefined;
        },
      ),
    );
    const { content, coverage } = await capture(url);
    expect(content.jobs).toEqual([
      { job: 'a', scrapeIntervalMs: undefined, intervalFrom: undefined, targets: 0, up: 0 },
    ]);
    expect(content.series.filter(({ signal }) => signal === 'latency')).toMatchObject([
      { points: [{ atMs: 1_000, value: 500 }] },
      { points: [{ atMs: 1_000, value: 500 }] },
    ]);
    expect(content.histograms).toMatchObject([
      {
        kind: 'classic',
        buckets: [
          { lowerMs: 0, upperMs: 1_000, count: 4 },
          { lowerMs: 1_000, upperMs: undefined, count: 5 },
        ],
        count: 9,
        sumMs: undefined,
      },
      { kind: 'native', buckets: [{ lowerMs: 100, upperMs: 200, count: 1 }], count: 1, sumMs: undefined },
    ]);
    const counts = new Map(coverage.notUnderstood.map(({ what, count }) => [what, count]));
    expect(Object.fromEntries(counts)).toMatchObject({
      'values below zero or beyond every number': 4,
      'buckets without bound or count': 3,
      'histograms with bounds or counts that are no amounts': 2,
    });
  });

  it('keeps a rule whose durations are none, without them, and says so', async () => {
    const alert = {
      type: 'alerting',
      name: '',
      query: '',
      labels: [],
      duration: -1.797693134862316e305,
      keepFiringFor: '5m',
      annotations: {},
    };
    const groups = [
      { name: '', interval: 1e308, rules: [alert] },
      { name: 'usual', interval: 0, rules: [{ ...alert, duration: 300, keepFiringFor: null }] },
    ];
    const url = await answering(withNames([], (path) => (path === 'rules' ? success({ groups }) : undefined)));
    const { content, coverage } = await capture(url);
    expect(content.ruleGroups).toMatchObject([
      { intervalMs: undefined, rules: [{ forMs: 0, keepFiringForMs: 0 }] },
      { intervalMs: undefined, rules: [{ forMs: 300_000, keepFiringForMs: 0 }] },
    ]);
    expect(coverage.notUnderstood).toContainEqual({
      what: 'durations of rules that are no durations',
      place: 'api/v1/rules',
      count: 3,
    });
  });

  it('keeps no more series than it should, and cuts labels', async () => {
    const many = Array.from({ length: 2_100 }, (_, index) => ({
      metric: { job: `${'x'.repeat(10_000)}${index}`, instance: 'http://user:planted@host:1' },
      values: [[1, '1']],
    }));
    const url = await answering(withNames(['up'], (path) => (path === 'query_range' ? matrix(many) : undefined)));
    const { content, coverage } = await capture(url);
    expect(content.series).toHaveLength(2_000);
    expect(content.series[0]?.labels['job']).toHaveLength(200);
    expect(JSON.stringify(content)).not.toContain('planted');
    expect(coverage.notUnderstood).toContainEqual({
      what: 'series beyond those that are kept',
      place: 'up',
      count: 100,
    });
  });
});

describe('capturePrometheus, of credentials', () => {
  it('sends those of the address and of a file, and shows and keeps neither', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-token-'));
    try {
      const seen: string[] = [];
      const url = (await answering(withNames([]), seen)).replace('http://', 'http://sre:planted%40pass@');
      const observation = await capture(`${url}/?key=planted-key`);
      expect(seen[0]).toContain(`Basic ${Buffer.from('sre:planted@pass').toString('base64')}`);
      expect(seen.every((line) => line.includes('key=planted-key'))).toBe(true);
      expect(JSON.stringify(observation)).not.toMatch(/planted|sre/);
      const bearerTokenFile = join(folder, 'token');
      writeFileSync(bearerTokenFile, 'planted-token\n');
      await capture(url, { bearerTokenFile });
      expect(seen.at(-1)).toContain('Bearer planted-token');
      writeFileSync(bearerTokenFile, '\n');
      await expect(capture(url, { bearerTokenFile })).rejects.toMatchObject({ code: 'prometheus-token-unreadable' });
    } finally {
      rmSync(folder, { recursive: true });
    }
    await expect(capture('http://x', { bearerTokenFile: '/nowhere' })).rejects.toThrow(/no such file/);
  });

  it('goes to no other host with them, and repeats them in no error', async () => {
    const seen: string[] = [];
    const other = await answering(withNames([]), seen);
    const url = await listening((request, response) => {
      const to = request.url?.startsWith('/moved') === true ? `/away?token=planted` : `${other}/?token=planted`;
      response.writeHead(302, { location: to }).end();
    });
    const withUser = url.replace('http://', 'http://sre:planted@');
    for (const address of [withUser, `${withUser}/moved`]) {
      const failure: unknown = await capture(address).catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ code: 'prometheus-foreign-answer' });
      expect(JSON.stringify([(failure as Error).message, failure])).not.toMatch(/planted|sre/);
    }
    expect(seen).toEqual([]);
  });
});

describe('capturePrometheus, of what is no Prometheus or does not answer', () => {
  const replying = (status: number, type: string, body: string) =>
    listening((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));

  it.each([
    ['a login page', 200, 'text/html', '<!doctype html><h1>Sign in</h1>', 'prometheus-foreign-answer', /an HTML page/],
    ['JSON of another kind', 200, 'application/json', '{"hello":1}', 'prometheus-foreign-answer', /another form/],
    ['nothing at all', 200, 'text/plain', '', 'prometheus-foreign-answer', /an empty answer/],
    ['a path that is not there', 404, 'text/plain', 'not found', 'prometheus-foreign-answer', /404/],
    ['one that wants a login', 401, 'text/plain', 'no', 'prometheus-denied', /401/],
    ['one that forbids', 403, 'text/html', '<html>', 'prometheus-denied', /403/],
    ['a proxy in front of nothing', 502, 'text/html', '<html>Bad gateway</html>', 'prometheus-refused', /502/],
    [
      'one that refuses',
      422,
      'application/json',
      '{"status":"error","errorType":"execution","error":"too many\\u001b[31m samples"}',
      'prometheus-refused',
      /execution: too many samples/,
    ],
  ])('says what it met: %s', async (_what, status, type, body, code, message) => {
    const failing = capture(await replying(status, type, body));
    await expect(failing).rejects.toMatchObject({ code, message: expect.stringMatching(message) as unknown });
  });

  it('is unreachable where nothing listens, and malformed where there is no address', async () => {
    const url = await answering(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    await expect(capture(url)).rejects.toMatchObject({
      code: 'prometheus-unreachable',
      message: expect.stringContaining('ECONNREFUSED') as unknown,
    });
    for (const address of ['prometheus:9090', 'http://', 'http://u:%zz@host']) {
      await expect(capture(address)).rejects.toMatchObject({ code: 'prometheus-address-malformed' });
    }
    await expect(capture('http://x', { headers: { 'X-A': 'planted\n' + 'planted' } })).rejects.toThrow(
      /^(?!.*planted)/,
    );
  });

  it('refuses a window of more points than are answered', async () => {
    await expect(capture('http://x', { windowMs: 86_400_000, stepMs: 1_000 })).rejects.toMatchObject({
      code: 'prometheus-window-malformed',
      message: expect.stringContaining('86401 points') as unknown,
    });
    for (const windowMs of [NaN, 0, -1, Infinity]) {
      await expect(capture('http://x', { windowMs })).rejects.toMatchObject({ code: 'prometheus-window-malformed' });
    }
  });

  it('stops reading an answer that is too large', async () => {
    let sentBytes = 0;
    const url = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1 << 20, 32);
      const send = (): void => {
        sentBytes += piece.length;
        if (sentBytes > 200 << 20) response.end();
        else response.write(piece, (failed) => (failed ? undefined : send()));
      };
      send();
    });
    await expect(capture(url)).rejects.toMatchObject({ code: 'prometheus-answer-too-large' });
    expect(sentBytes).toBeLessThan(200 << 20);
  });

  it('ends with the reason of whoever stops it', async () => {
    const url = await listening(() => undefined);
    const stop = new AbortController();
    const reason = new Error('stopped');
    const capturing = capture(url, { signal: stop.signal });
    setImmediate(() => stop.abort(reason));
    await expect(capturing).rejects.toBe(reason);
  });
});

describe('capturePrometheus, of any answer', () => {
  it('ends in a reading that JSON can say or in a registered error', async () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom<unknown>([1, '1e999'], [1e300, '1'], ['1'], { le: '+Inf' }, -1),
    );
    // Numbers as they come, of every size: what is near to what is expected reaches further in.
    const number = fc.oneof(fc.double().map(String), fc.constantFrom('+Inf', '-Inf', '1', '1e306', '-1e306', ''));
    const sample = fc.oneof(odd, fc.tuple(fc.constant(1), number));
    const bucket = fc.oneof(fc.array(odd), fc.tuple(fc.constant(0), number, number, number));
    const series = fc.record(
      {
        metric: fc.oneof(
          odd,
          fc.dictionary(fc.constantFrom('job', 'le', '__proto__', '\ud800'), odd),
          fc.record({ job: fc.constantFrom('a', 'b'), le: number }),
        ),
        value: sample,
        values: fc.oneof(odd, fc.array(sample)),
        histogram: fc.oneof(
          odd,
          fc.tuple(fc.constant(1), fc.record({ count: number, sum: number, buckets: fc.array(bucket) })),
        ),
      },
      { requiredKeys: [] },
    );
    const data = fc.oneof(
      odd,
      fc.record({ resultType: fc.constantFrom('vector', 'matrix'), result: fc.oneof(odd, fc.array(series)) }),
      fc.record({ activeTargets: fc.array(fc.record({ labels: odd, health: odd, scrapeInterval: odd })) }),
      fc.record({
        groups: fc.array(
          fc.record({
            name: fc.string(),
            interval: odd,
            rules: fc.array(
              fc.record({
                type: fc.constantFrom('alerting', 'recording'),
                name: fc.string(),
                query: fc.string(),
                labels: odd,
                duration: odd,
                keepFiringFor: odd,
                annotations: odd,
              }),
            ),
          }),
        ),
      }),
    );
    let given: readonly unknown[] = [];
    let next = 0;
    const names = [
      'up',
      'http_server_request_duration_seconds_bucket',
      'http_requests_total',
      'http_server_duration_milliseconds',
    ];
    const url = await answering(withNames(names, () => success(given[(next += 1) % given.length])));
    await fc.assert(
      fc.asyncProperty(fc.array(data, { minLength: 1, maxLength: 12 }), async (answers) => {
        given = answers;
        try {
          canonicalJson((await capture(url)).content);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RegisteredError);
        }
      }),
      { numRuns: 60 },
    );
  });

  const recorded = new URL(
    '../../../shared/data/holmesgpt-fixtures/test_investigate/17_investigate_correct_date/execute_prometheus_range_query.txt',
    import.meta.url,
  ).pathname;
  itWhere(existsSync(recorded), 'no shared data')('reads an answer that a real server once gave', async () => {
    const text = readFileSync(recorded, 'utf8');
    const [, result] = /"result": (\[[\s\S]*\])\s*\}\s*\}\s*$/.exec(text) ?? [];
    const series = JSON.parse(result ?? 'null') as { readonly values: readonly unknown[] }[];
    expect(series.length).toBeGreaterThan(0);
    const url = await answering(withNames(['up'], (path) => (path === 'query_range' ? matrix(series) : undefined)));
    const { content } = await capture(url);
    expect(content.series).toHaveLength(series.length);
    const points = content.series.reduce((total, each) => total + each.points.length, 0);
    expect(points).toBe(series.reduce((total, { values }) => total + values.length, 0));
  });
});
