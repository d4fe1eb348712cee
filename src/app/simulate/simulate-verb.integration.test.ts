import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { simulateResultSchema } from './simulate-result.ts';
import type { SimulateResult } from './simulate-result.ts';

const models = fileURLToPath(new URL('../../../docs/models/', import.meta.url));

afterAll(() => {
  killCommands();
  removeTemporaryDirs();
});

/** What the command prints as JSON. */
async function simulated(...words: readonly string[]): Promise<SimulateResult> {
  const { code, stdout, stderr } = await startCommand(['simulate', ...words, '--output', 'json', '--quiet']).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return simulateResultSchema.parse(JSON.parse(stdout));
}

/** A result without the real time that it took. */
const timeless = ({ report }: SimulateResult): SimulateResult['report'] => report;

describe('backlot simulate', () => {
  it('gives of two queues in a row what queueing theory says', async () => {
    const { report } = await simulated(join(models, 'tandem.json'));
    const [front, back] = report.operations;
    // M/M/1: the mean time is the mean work over 1 less the share of busy time.
    const backMs = 8 / (1 - 60 * 0.008);
    const bothMs = 10 / (1 - 60 * 0.01) + backMs;
    for (const [operation, exactMs] of [
      [front, bothMs],
      [back, backMs],
    ] as const) {
      const { low, high } = operation?.meanIntervalMs ?? { low: NaN, high: NaN };
      // Half as wide again as the interval of 95 %: one seed in hundreds is outside.
      const slackMs = (high - low) / 4;
      expect(low - slackMs).toBeLessThan(exactMs);
      expect(high + slackMs).toBeGreaterThan(exactMs);
    }
    const laws = [...report.checks.littlesLaw, ...report.checks.utilisationLaw];
    expect(laws).toHaveLength(4);
    expect(laws.filter(({ relativeDifference }) => Math.abs(relativeDifference ?? 1) > 0.01)).toEqual([]);
    expect(report.objectives.map(({ met }) => met)).toEqual([true, true]);
  });

  it('gives the same report for the same seed, and another for another', async () => {
    const words = [join(models, 'cpu-quota.json'), '--for', '3m'];
    const [one, same, other] = await Promise.all([
      simulated(...words, '--seed', '7'),
      simulated(...words, '--seed', '7'),
      simulated(...words, '--seed', 'another'),
    ]);
    expect(timeless(same)).toEqual(timeless(one));
    expect(other.report.operations).not.toEqual(one.report.operations);
    expect(one.report.run).toMatchObject({ seed: 7, simulatedMs: 150_000, warmUpMs: 30_000 });
  });

  it('ends after as many requests as were asked for', async () => {
    const { report } = await simulated(join(models, 'tandem.json'), '--requests', '500');
    expect(report.run.requests).toBe(500);
  });

  it('writes a trace that capture reads', async () => {
    const dir = temporaryDir('simulate');
    const trace = join(dir, 'spans.json');
    const result = await simulated(
      join(models, 'tandem.json'),
      '--for',
      '2m',
      '--trace',
      trace,
      '--trace-requests',
      '40',
    );
    expect(result.trace).toMatchObject({ path: trace, requests: 40 });
    const lines = readFileSync(trace, 'utf8').trimEnd().split('\n');
    const services = lines.flatMap((line) =>
      [...line.matchAll(/"service\.name","value":\{"stringValue":"(\w+)"/g)].map(([, name]) => name),
    );
    expect([...new Set(services)].sort()).toEqual(['back', 'front']);
  });

  it('writes no trace over the model, under whatever name', async () => {
    const dir = temporaryDir('simulate');
    const model = join(dir, 'tandem.json');
    copyFileSync(join(models, 'tandem.json'), model);
    symlinkSync(model, join(dir, 'link.json'));
    for (const trace of [model, join(dir, 'link.json')]) {
      const { code, stderr } = await startCommand(['simulate', model, '--for', '2m', '--trace', trace, '--quiet'])
        .ended;
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('which is the model') });
    }
    expect(readFileSync(model)).toEqual(readFileSync(join(models, 'tandem.json')));
  });

  it('says to a person what was seen, and what is doubtful about the model', async () => {
    const dir = temporaryDir('simulate');
    const path = join(dir, 'loaded.yaml');
    writeFileSync(
      path,
      [
        'version: 1',
        'components:',
        '  web: { operations: { get: [cpu: 10ms], put: [] }, cpu: { cores: 1 }, queue: 20 }',
        'arrivals: [{ operation: web/get, rate: 200/s }]',
        'run: { for: 20s }',
      ].join('\n'),
    );
    const { code, stdout } = await startCommand(['simulate', path, '--quiet']).ended;
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${path}:3:8: components.web: 200 requests per second need 2 cores, and there are 1: it saturates`,
    );
    expect(stdout).toContain('nothing leads to web/put');
    expect(stdout).toMatch(/\d requests could not wait in web/);
    expect(stdout).toMatch(/queue-full [\d,]+/);
  });

  it('stops at Ctrl-C with what it has seen, and says so by its exit code', async () => {
    const command = startCommand(['simulate', join(models, 'tandem.json'), '--for', '3650d']);
    await command.saidOnStderr(/simulated: [1-9]\d* h/);
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    const { code, stdout } = await command.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('It was stopped early');
    expect(stdout).toContain('front/ask');
  });

  it.each([
    [['missing.json'], 2, 'error (input-unreadable)'],
    [[join(models, 'tandem.json'), '--for', '30s'], 2, '--for: found 30.0 s; accepted: longer than the warm-up'],
    [[join(models, 'tandem.json'), '--trace', '/nowhere/spans.json'], 2, 'error (file-not-written)'],
    [[fileURLToPath(new URL('../../../package.json', import.meta.url))], 2, 'error (model-invalid)'],
  ])('refuses %p', async (words, exitCode, message) => {
    const { code, stdout, stderr } = await startCommand(['simulate', ...words]).ended;
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each(['web-shop', 'retry-storm', 'rolling-update', 'broker-backlog'])(
    'runs the model %s of the documentation, and the laws hold',
    async (name) => {
      // Until before anything happens in them: where many are still waiting at the end, the law leaves them out.
      const { report, remarks } = await simulated(join(models, `${name}.json`), '--for', '110s');
      expect(remarks).toEqual([]);
      expect(report.run.requests).toBeGreaterThan(1_000);
      const apart = report.checks.littlesLaw.filter(
        ({ expected, relativeDifference }) => expected > 0.01 && Math.abs(relativeDifference ?? 0) > 0.05,
      );
      expect(apart).toEqual([]);
    },
  );
});
