import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CoverageCount } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { memoryInput } from '../../testing/memory-input.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { openInput } from '../files/index.ts';
import { readMetricTable } from './index.ts';

const petshop = `microservice,PetSite,PetSite,"a, b"
metric,latency,latency,requests
statistic,Average,p95,Sum
unix_timestamp,,,
1692608400.0,0.5,1.25,
1692608700.0,0.75,,12
`;

const nezha = `Time,TimeStamp,PodName,CpuUsage(m),PodServerLatencyP95(s),SyscallRead
2022-08-22 03:51:19.607158889 +0000 UTC m=+0.113112869,1861140279,cart-579f59597d-wc2lz,1.5,0.25,7
2022-08-22 03:52:19.589328775 +0000 UTC m=+60.095282755,1861140339,cart-579f59597d-wc2lz,2,NaN,
`;

async function read(content: string) {
  const coverage = new CoverageCount();
  const series = await readMetricTable(memoryInput(content), coverage);
  return { series, ...coverage.coverage };
}

describe('readMetricTable', () => {
  it('reads the layout of PetShop', async () => {
    const { series, read: counts } = await read(petshop);
    const rest = { instance: undefined, unit: undefined };
    expect(series).toEqual([
      {
        ...{ component: 'PetSite', metric: 'latency', statistic: 'Average', ...rest },
        points: [
          [1_692_608_400_000, 0.5],
          [1_692_608_700_000, 0.75],
        ],
      },
      { component: 'PetSite', metric: 'latency', statistic: 'p95', ...rest, points: [[1_692_608_400_000, 1.25]] },
      { component: 'a, b', metric: 'requests', statistic: 'Sum', ...rest, points: [[1_692_608_700_000, 12]] },
    ]);
    expect(counts).toEqual({ 'metric points': 4, 'metric series': 3 });
  });

  it('reads the layout of Nezha, by the time that is right', async () => {
    const { series } = await read(nezha);
    const rest = { component: 'cart', instance: 'cart-579f59597d-wc2lz' };
    expect(series).toEqual([
      {
        ...rest,
        ...{ metric: 'CpuUsage', statistic: 'value', unit: 'm' },
        points: [
          [Date.UTC(2022, 7, 22, 3, 51, 19, 607), 1.5],
          [Date.UTC(2022, 7, 22, 3, 52, 19, 589), 2],
        ],
      },
      {
        ...rest,
        ...{ metric: 'PodServerLatency', statistic: 'p95', unit: 's' },
        points: [[Date.UTC(2022, 7, 22, 3, 51, 19, 607), 0.25]],
      },
      {
        ...rest,
        ...{ metric: 'SyscallRead', statistic: 'value', unit: undefined },
        points: [[Date.UTC(2022, 7, 22, 3, 51, 19, 607), 7]],
      },
    ]);
  });

  it.each([
    ['a time in words', 'now,1,2,3'],
    ['a time beyond all years', '1e300,1,2,3'],
    ['a value in words', '1692608900.0,much,2,3'],
    ['a value that is not finite', '1692608900.0,1e999,2,3'],
    ['names in the middle', 'metric,a,b,c'],
  ])('counts a row with %s, and takes the others', async (_what, bad) => {
    const { series, notUnderstood } = await read(`${petshop}${bad}\n1692609000.0,1,1,1\n`);
    expect(series[0]?.points.at(-1)).toEqual([1_692_609_000_000, 1]);
    expect(notUnderstood).toMatchObject([{ place: 'input:7', count: 1 }]);
  });

  it('counts values that come before the names', async () => {
    const { series, notUnderstood } = await read('microservice,a\n1692608400.0,1\n');
    expect(series).toEqual([]);
    expect(notUnderstood[0]?.what).toMatch(/above the rows that name/);
  });

  it('refuses what is no table of metrics', async () => {
    await expect(read('a,b\n1,2\n')).rejects.toMatchObject({ code: 'input-unrecognised' });
    await expect(read('{"target": {"node": "PetSite"}}')).rejects.toMatchObject({ code: 'input-unrecognised' });
  });

  it('refuses a table that does not fit', async () => {
    const input = memoryInput(petshop, { limits: { largestPieceBytes: 100 } });
    await expect(readMetricTable(input, new CoverageCount())).rejects.toMatchObject({ code: 'input-too-large' });
  });

  itWhere(sharedData !== undefined, 'no shared data')(
    'reads every table of PetShop and of Nezha',
    async () => {
      const files = globSync(`${sharedData}/{petshop/**/metrics.csv,nezha/**/metric/{*_metric,front_service}.csv.gz}`);
      expect(files.length).toBeGreaterThan(90);
      for (const path of files) {
        const coverage = new CoverageCount();
        const series = await readMetricTable(await openInput(path), coverage);
        expect([path, series.length > 4, coverage.coverage.notUnderstood]).toEqual([path, true, []]);
        const values = series.flatMap(({ points }) => points.flat());
        expect(values.every(Number.isFinite)).toBe(true);
      }
    },
    60_000,
  );
});
