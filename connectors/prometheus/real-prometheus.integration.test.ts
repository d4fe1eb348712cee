import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { itWhere } from '../../testing/it-where.ts';
import { prometheusBinary } from '../../testing/prometheus-binary.ts';
import { systemClock } from '../../src/kernel/index.ts';
import { capturePrometheus } from './capture-prometheus.ts';
import { machineMetricNames, machineQuestions } from './machine-questions.ts';
import type { MetricSeries, Signal } from './prometheus-reading.ts';
import { queryApi } from './query-api.ts';
import { requestFamilies } from './request-family.ts';
import { requestQuestions } from './request-questions.ts';
import { serverAt } from './server-address.ts';

jest.setTimeout(120_000);

/** What the exporter says after so many seconds: 20 requests a second, one in ten failing, half a core of one. */
function metricsAfter(seconds: number): string {
  const requests = 20 * seconds;
  const bucket = (le: string, share: number) =>
    ['200', '500'].map(
      (status) =>
        `http_server_request_duration_seconds_bucket{http_route="/",http_response_status_code="${status}",le="${le}"} ${requests * share * (status === '500' ? 0.1 : 0.9)}`,
    );
  const ofStatus = (name: string, value: number) =>
    ['200', '500'].map(
      (status) =>
        `http_server_request_duration_seconds_${name}{http_route="/",http_response_status_code="${status}"} ${value * (status === '500' ? 0.1 : 0.9)}`,
    );
  const labels = 'name="shop-cart-1",image="shop/cart:1",container_label_com_docker_compose_service="cart"';
  return [
    '# TYPE http_server_request_duration_seconds histogram',
    ...bucket('0.1', 0.5),
    ...bucket('0.2', 0.9),
    ...bucket('+Inf', 1),
    ...ofStatus('sum', requests * 0.12),
    ...ofStatus('count', requests),
    `container_cpu_usage_seconds_total{${labels},cpu="0"} ${0.25 * seconds}`,
    `container_cpu_usage_seconds_total{${labels},cpu="1"} ${0.25 * seconds}`,
    `container_cpu_cfs_periods_total{${labels}} ${10 * seconds}`,
    `container_cpu_cfs_throttled_periods_total{${labels}} ${3 * seconds}`,
    `container_memory_working_set_bytes{${labels}} 50000000`,
    `container_memory_working_set_bytes{id="/"} 900000000`,
    `container_spec_memory_limit_bytes{${labels}} 67108864`,
    `container_spec_cpu_quota{${labels}} 50000`,
    `container_spec_cpu_period{${labels}} 100000`,
    `checkout_steps_total 7`,
    `ledger_calls_total 7`,
    '',
  ].join('\n');
}

const rules = `
groups:
  - name: shop
    interval: 1s
    rules:
      - record: job:requests:rate5s
        expr: sum by (job) (rate(http_server_request_duration_seconds_count[5s]))
      - alert: CartFails
        expr: sum(rate(http_server_request_duration_seconds_count{http_response_status_code="500"}[5s])) > 0
        for: 1h
        labels: { severity: page }
        annotations: { summary: the cart fails, runbook_url: "https://runbooks.example/cart" }
`;

const isThere = prometheusBinary !== undefined;
const lacking = 'no prometheus; run testing/prometheus-binary.sh';

describe('capturePrometheus against a real Prometheus', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-prometheus-'));
  let exporter: Server | undefined;
  let prometheus: ChildProcess | undefined;
  let said = '';
  let url: string;

  beforeAll(async () => {
    if (prometheusBinary === undefined) return;
    const startMs = systemClock.monotonicMs();
    exporter = createServer((_request, response) => {
      response.setHeader('content-type', 'text/plain; version=0.0.4');
      response.end(metricsAfter((systemClock.monotonicMs() - startMs) / 1e3));
    });
    exporter.listen(0, '127.0.0.1');
    await once(exporter, 'listening');
    const target = `127.0.0.1:${(exporter.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'rules.yaml'), rules);
    writeFileSync(
      join(folder, 'prometheus.yaml'),
      JSON.stringify({
        global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
        rule_files: ['rules.yaml'],
        scrape_configs: [{ job_name: 'cart', static_configs: [{ targets: [target] }] }],
      }),
    );
    prometheus = spawn(prometheusBinary, [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
      '--web.route-prefix=/metrics-of/shop',
      '--web.external-url=http://127.0.0.1/metrics-of/shop',
    ]);
    const port = await new Promise<string>((resolve, reject) => {
      prometheus?.once('exit', () => reject(new Error(`it ended: ${said}`)));
      prometheus?.stderr?.on('data', (piece: Buffer) => {
        said += piece.toString('utf8');
        const [, found] = /Listening on" address=127\.0\.0\.1:(\d+)/.exec(said) ?? [];
        if (found !== undefined && !/address=127\.0\.0\.1:0\b/.test(found)) resolve(found);
      });
    });
    url = `http://127.0.0.1:${port}/metrics-of/shop/`;
    // A rate over four scrapes needs four of them, and one more that they begin at.
    await systemClock.sleep(9_000);
  });
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      prometheus.kill('SIGKILL');
      await once(prometheus, 'exit');
    }
    exporter?.close();
    exporter?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  const lastOf = (series: readonly MetricSeries[], signal: Signal, family: string, quantile?: number) => {
    const found = series.filter(
      (each) => each.signal === signal && each.family === family && each.quantile === quantile,
    );
    expect(found).toHaveLength(1);
    return { labels: found[0]!.labels, value: found[0]!.points.at(-1)!.value };
  };

  itWhere(isThere, lacking)('has questions for every family that a real server understands', async () => {
    const bases = [
      ...[
        'http_server_request_duration_seconds',
        'http_server_duration_milliseconds',
        'rpc_server_duration_milliseconds',
      ],
      ...['rpc_server_call_duration_seconds', 'traces_spanmetrics_latency', 'istio_request_duration_milliseconds'],
      ...['grpc_server_handling_seconds', 'http_server_requests_seconds', 'http_request_duration_seconds'],
    ];
    const counters = ['calls_total', 'traces_spanmetrics_calls_total', 'istio_requests_total', 'http_requests_total'];
    const windows = { rateWindowMs: 4_000, windowMs: 5_000 };
    const classic = requestQuestions(new Set([...counters, ...bases.map((base) => `${base}_bucket`)]), windows);
    const native = requestQuestions(new Set(bases), windows);
    const machine = machineQuestions(new Set(machineMetricNames), windows);
    const questions = [...classic, ...native, ...machine];
    const families = new Set(questions.map(({ family }) => family));
    expect(
      [...requestFamilies.map(({ id }) => id), 'cadvisor', 'kube-state-metrics', 'process', 'scrape'].sort(),
    ).toEqual([...families].sort());
    const api = queryApi(await serverAt({ url }), new AbortController().signal);
    for (const { expression } of questions) await api.instant(expression, systemClock.nowMs());
  });

  itWhere(isThere, lacking)(
    'reads rates, errors, latencies, containers, jobs and rules, and says what it does not know',
    async () => {
      const progress: string[] = [];
      const { content, coverage, place } = await capturePrometheus({
        url,
        windowMs: 5_000,
        stepMs: 1_000,
        clock: systemClock,
        progress: (done, of) => progress.push(`${done}/${of}`),
      });
      expect(place).toBe(url.slice(0, -1));
      expect(content.version).toMatch(/^2\./);
      expect(content.jobs).toEqual([{ job: 'cart', scrapeIntervalMs: 1_000, intervalFrom: 'told', targets: 1, up: 1 }]);
      expect(content.rateWindowMs).toBe(4_000);

      const rate = lastOf(content.series, 'request-rate', 'otel-http-server');
      expect(rate.value).toBeCloseTo(20, 0);
      expect(rate.labels).toMatchObject({ job: 'cart' });
      expect(rate.labels).not.toHaveProperty('http_route');
      expect(lastOf(content.series, 'error-ratio', 'otel-http-server').value).toBeCloseTo(0.1, 2);
      expect(lastOf(content.series, 'latency', 'otel-http-server', 0.5).value).toBeCloseTo(100, 0);
      expect(lastOf(content.series, 'latency', 'otel-http-server', 0.95).value).toBeCloseTo(200, 0);

      const cart = { name: 'shop-cart-1', container_label_com_docker_compose_service: 'cart' };
      const cpu = lastOf(content.series, 'cpu-usage', 'cadvisor');
      expect(cpu.labels).toMatchObject(cart);
      expect(cpu.value).toBeCloseTo(0.5, 1);
      expect(lastOf(content.series, 'cpu-throttled', 'cadvisor').value).toBeCloseTo(0.3, 1);
      expect(lastOf(content.series, 'memory-usage', 'cadvisor').value).toBe(50_000_000);
      expect(lastOf(content.series, 'memory-limit', 'cadvisor').value).toBe(67_108_864);
      expect(lastOf(content.series, 'cpu-limit', 'cadvisor').value).toBe(0.5);
      expect(lastOf(content.series, 'up', 'scrape').value).toBe(1);

      const [histogram] = content.histograms;
      expect(content.histograms).toHaveLength(1);
      expect(histogram?.buckets.map(({ lowerMs, upperMs }) => [lowerMs, upperMs])).toEqual([
        [0, 100],
        [100, 200],
        [200, undefined],
      ]);
      const [fast = 0, middle = 0, slow = 0] = histogram!.buckets.map(({ count }) => count / histogram!.count);
      expect([fast, middle, slow].map((share) => Math.round(share * 10))).toEqual([5, 4, 1]);
      expect(histogram!.sumMs! / histogram!.count).toBeCloseTo(120, 0);
      expect(histogram!.count).toBeGreaterThan(60);

      expect(content.ruleGroups).toMatchObject([
        {
          name: 'shop',
          intervalMs: 1_000,
          rules: [
            { kind: 'recording', name: 'job:requests:rate5s' },
            {
              kind: 'alert',
              name: 'CartFails',
              forMs: 3_600_000,
              labels: { severity: 'page' },
              annotationNames: ['runbook_url', 'summary'],
              state: 'pending',
              activeAlerts: 1,
            },
          ],
        },
      ]);
      expect(coverage.notUnderstood).toEqual([
        { what: 'ledger_calls_total, of no known family', place: 'api/v1/label/__name__/values', count: 1 },
      ]);
      expect(progress.at(-1)).toBe(`${progress.length}/${progress.length}`);
    },
  );
});
