import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { itWhere } from '../../../testing/it-where.ts';
import { madeAverages } from '../../../testing/made-averages.ts';
import type { MadeChange, MadeSystem } from '../../../testing/made-averages.ts';
import { sharedData } from '../../../testing/shared-data.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { createRandom } from '../../../src/kernel/index.ts';
import { petshopResultSchema } from './petshop-result.ts';
import type { PetshopResult } from './petshop-result.ts';

afterAll(() => {
  killCommands();
  removeTemporaryDirs();
});

const system: MadeSystem = {
  front: { ownMs: 20, fromOutside: 500, calls: { pay: { perRequest: 0.4 } } },
  pay: { ownMs: 30, failedRatio: 0.001 },
};
const names = Object.keys(system);
const beginSeconds = 1_700_000_000;

/** Windows of the made system in the layout, the change in some of them. */
function metricsText(seed: string, count: number, change?: MadeChange, from = count, to = count): string {
  const usual = madeAverages(createRandom(seed), system, count);
  const changed = madeAverages(createRandom(seed), system, count, change);
  const heads = names.flatMap((name) => [
    [name, 'latency', 'Average'],
    [name, 'requests', 'Sum'],
    [name, 'availability', 'Average'],
  ]);
  const row = (at: number): string => {
    const { components } = at >= from && at < to ? changed : usual;
    const cells = names.flatMap((name) => {
      const { latencyMs, requests, failedRatio } = components.get(name)!;
      return [latencyMs[at]! / 1_000, requests[at]!, 100 * (1 - failedRatio[at]!)];
    });
    return [beginSeconds + at * 300, ...cells].join(',');
  };
  return [
    ['microservice', ...heads.map(([name]) => name)].join(','),
    ['metric', ...heads.map(([, metric]) => metric)].join(','),
    ['statistic', ...heads.map(([, , statistic]) => statistic)].join(','),
    `unix_timestamp${','.repeat(heads.length)}`,
    ...Array.from({ length: count }, (_, at) => row(at)),
  ].join('\n');
}

const targetText = (
  metric: string,
  command: string | undefined,
  node = 'pay',
  timestamp = beginSeconds + 605,
): string =>
  JSON.stringify({
    target: { node: 'front', metric, agg: 'Average', timestamp },
    root_cause: { node, metric: null },
    ...(command !== undefined && { metadata: { reproducibility: { command } } }),
  });

const delay = (ms: number): string => `set --name '/pay/delay' --value '${ms}'`;

/** A folder of the layout, with files replaced; `undefined` removes one. */
function folderWith(files: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = temporaryDir('changes');
  const caseFiles = (id: string, target: string, change: MadeChange): Record<string, string> => ({
    [`${id}/target.json`]: target,
    [`${id}/metrics.csv`]: metricsText(id, 5, change, 2, 4),
  });
  const all: Record<string, string | undefined> = {
    'graph.csv': ',front,pay\nfront,0.0,1.0\npay,0.0,0.0\n',
    'noissue/metrics.csv': metricsText('usual', 60),
    ...caseFiles('train/small', targetText('latency', delay(100)), { component: 'pay', addedMs: 100 }),
    ...caseFiles('test/large', targetText('latency', delay(400)), { component: 'pay', addedMs: 400 }),
    ...caseFiles('test/odd', targetText('latency', 'do something'), { component: 'pay', addedMs: 50 }),
    ...caseFiles('test/bare', targetText('availability', undefined), { component: 'pay', failedRatio: 0.1 }),
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (text === undefined) rmSync(path, { force: true, recursive: true });
    else writeFileSync(path, text);
  }
  return folder;
}

const petshop = (...words: readonly string[]): ReturnType<typeof startCommand>['ended'] =>
  startCommand(['eval', 'petshop', ...words]).ended;

async function resultOf(folder: string): Promise<PetshopResult> {
  const { code, stdout, stderr } = await petshop(folder, '--output', 'json', '--quiet');
  expect([code, stderr]).toEqual([0, '']);
  return petshopResultSchema.parse(JSON.parse(stdout));
}

describe('backlot eval petshop', () => {
  it('predicts a delay from usual times, and from a smaller one', async () => {
    const result = await resultOf(folderWith());
    const large = result.cases.find(({ id }) => id === 'test/large')!;
    const { latencyMs } = large.measured;
    const learnt = large.smallestDose.prediction!.latencyMs;
    const wide = large.usualTimes.prediction!.latencyMs;
    expect(large.windows).toEqual([2, 3]);
    // 0.4 calls a request, 400 ms longer each.
    expect(latencyMs - large.noChange.latencyMs.median).toBeGreaterThan(120);
    expect(learnt.low <= latencyMs && latencyMs <= learnt.high).toBe(true);
    expect(wide.low <= latencyMs && latencyMs <= wide.high).toBe(true);
    expect(large.addedOnce!.latencyMs.low).toBeGreaterThan(latencyMs);
    const small = result.cases.find(({ id }) => id === 'train/small')!;
    expect(small.smallestDose.unknown).toBe('the knob is learnt from this case');
  }, 60_000);

  it('says of cases that cannot be predicted why', async () => {
    const result = await resultOf(folderWith());
    const of = (id: string) => result.cases.find((each) => each.id === id)!;
    expect(of('test/odd').usualTimes).toEqual({ prediction: null, unknown: 'its command is not understood' });
    expect(of('test/bare').smallestDose).toEqual({ prediction: null, unknown: 'no command is recorded' });
    expect(of('test/bare').kind).toBeNull();
  }, 60_000);

  it('takes a folder of such folders, and names those that have no usual times', async () => {
    const parent = temporaryDir('traffics');
    renameSync(folderWith(), join(parent, 'low'));
    renameSync(folderWith({ 'noissue/metrics.csv': undefined }), join(parent, 'high'));
    const result = await resultOf(parent);
    expect(result.cases.map(({ id }) => id)).toContain('low/test/large');
    expect(result.leftOut).toEqual([{ id: 'high', reason: 'it has no noissue/metrics.csv' }]);
  }, 60_000);

  it('leaves a case out that has no window after the recorded time', async () => {
    const late = targetText('latency', delay(800), 'pay', beginSeconds + 90_000);
    const result = await resultOf(folderWith({ 'test/large/target.json': late }));
    expect(result.leftOut.map(({ id }) => id)).toEqual(['test/large']);
  }, 60_000);

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['no graph', { 'graph.csv': undefined }, /graph\.csv cannot be read/],
    ['a graph that is none', { 'graph.csv': 'a,b\n1,2\n' }, /graph\.csv.*the name "1"/s],
    ['a graph with other marks', { 'graph.csv': ',front,pay\nfront,0,yes\npay,0,0\n' }, /line 2, column 3.*"yes"/s],
    ['a graph without a row', { 'graph.csv': ',front,pay\nfront,0,1\n' }, /no row for "pay"/],
    ['no usual times', { 'noissue/metrics.csv': undefined }, /no noissue\/metrics\.csv/],
    ['metrics that are none', { 'noissue/metrics.csv': 'a,b\n1,2\n' }, /line 1.*where microservice is to be/s],
    [
      'an availability beyond all',
      { 'test/odd/metrics.csv': metricsText('odd', 5).replace(/,100$/m, ',170') },
      /"170" as availability/,
    ],
    ['no metrics of a case', { 'test/odd/metrics.csv': undefined }, /odd\/metrics\.csv cannot be read/],
    ['no target', { 'test/odd/target.json': undefined }, /odd\/target\.json cannot be read/],
    ['a target that is no JSON', { 'test/odd/target.json': '{' }, /odd\/target\.json.*no JSON/s],
    ['a target of another signal', { 'test/odd/target.json': targetText('cpu', 'x') }, /target\.metric/],
    [
      'a component that is not in the graph',
      { 'test/odd/target.json': targetText('latency', 'x', 'cart') },
      /"cart", which graph\.csv does not have/,
    ],
  ])(
    'says what is wrong and what to do: %s',
    async (_, files, message) => {
      const { code, stderr } = await petshop(folderWith(files), '--quiet');
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    },
    60_000,
  );

  it('says so where there is no such folder, or nothing of the layout in it', async () => {
    const missing = await petshop(join(temporaryDir('none'), 'no'), '--quiet');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no such folder')]);
    const empty = await petshop(temporaryDir('none'), '--quiet');
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('found no cases')]);
  }, 60_000);

  itWhere(sharedData !== undefined, 'no shared data')(
    'predicts measured changes better than no change and than the amount added once, with one dose seen',
    async () => {
      const { rows, cases } = await resultOf(join(sharedData!, 'petshop'));
      expect(cases.length).toBeGreaterThanOrEqual(20);
      const learnt = rows.filter(({ mode, isMeant }) => mode === 'smallest-dose' && isMeant);
      expect(learnt.map(({ signal }) => signal)).toEqual(['latencyMs', 'availabilityRatio']);
      for (const { predicted, noChange, addedOnce } of learnt) {
        expect(predicted.medianAbsoluteError!).toBeLessThan(noChange.medianAbsoluteError! / 2);
        expect(predicted.medianAbsoluteError!).toBeLessThan(addedOnce.medianAbsoluteError! / 2);
      }
    },
    120_000,
  );
});
