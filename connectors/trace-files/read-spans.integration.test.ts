import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoverageCount } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/temporary-dir.ts';
import { openInput } from '../files/index.ts';
import { readSpans } from './index.ts';

let dir: string;
beforeAll(() => {
  dir = temporaryDir('traces');
});
afterAll(removeTemporaryDirs);

async function read(path: string) {
  const coverage = new CoverageCount();
  const services = new Set<unknown>();
  const result = await readSpans(await openInput(path), {
    coverage,
    onSpans: (spans) => {
      for (const { resource } of spans) services.add(resource.get('service.name'));
    },
  });
  return { ...result, services, ...coverage.coverage };
}

const fileOf = (name: string, content: string | Uint8Array) => {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
};

const span = (index: number) =>
  `{"traceId":"5b8efff798038103d269b633${String(index).padStart(8, '0')}","spanId":"eee19b7ec3c1b174","name":"GET","kind":2,` +
  `"startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000001000000","attributes":[]}`;
const exportOf = (spans: string) =>
  `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"cart"}}]},"scopeSpans":[{"spans":[${spans}]}]}]}`;

describe('readSpans of files', () => {
  it('reads a line of 50 MB, and refuses one that is broken at its end', async () => {
    const spans = Array.from({ length: 260_000 }, (_, index) => span(index)).join(',');
    const line = exportOf(spans);
    expect(line.length).toBeGreaterThan(50_000_000);
    expect((await read(fileOf('long', line))).spanCount).toBe(260_000);
    const message = new RegExp(`line 1, column ${line.length}: found the end of a document that is cut off`);
    await expect(read(fileOf('broken', line.slice(0, -1)))).rejects.toThrow(message);
    await expect(read(fileOf('blank', ' '.repeat(50_000_000)))).rejects.toMatchObject({ code: 'input-unrecognised' });
    await expect(read(fileOf('open', `{"resourceSpans":${'['.repeat(20_000_000)}`))).rejects.toMatchObject({
      code: 'input-malformed',
    });
  }, 120_000);

  it('holds little of a long file, packed or not', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => exportOf(span(index))).join('\n');
    const packed = gzipSync(`${lines}\n`.repeat(500));
    const path = fileOf('long.gz', packed);
    await read(path);
    const beforeBytes = process.memoryUsage().rss;
    expect((await read(path)).spanCount).toBe(200_000);
    // 73 MB of text.
    expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(60 * 2 ** 20);
  }, 120_000);

  itWhere(sharedData !== undefined, 'no shared data')(
    'reads every file of traces of Nezha, Zipkin, Jaeger, OTLP and CRISP',
    async () => {
      const files = globSync(
        `${sharedData}/{nezha/**/*_trace.csv.gz,zipkin-lens-testdata/*.json,jaeger-ui-fixtures/{components/TracePage,utils}/**/*.json,otlp-proto-examples/trace.json,crisp-testcases/**/*.json}`,
      );
      expect(files.length).toBeGreaterThan(80);
      for (const path of files) {
        const { spanCount, notUnderstood } = await read(path);
        expect([path, spanCount > 0, notUnderstood]).toEqual([path, true, []]);
      }
    },
    120_000,
  );

  itWhere(sharedData !== undefined, 'no shared data')('finds the ten services of Online Boutique', async () => {
    const [path = ''] = globSync(`${sharedData}/nezha/online-boutique/2022-08-22/fault/*-01_*_trace.csv.gz`);
    const { format, services } = await read(path);
    expect(format).toBe('span-csv');
    expect([...services].sort()).toEqual(
      ['ad', 'cart', 'checkout', 'currency', 'email', 'payment', 'productcatalog', 'recommendation', 'shipping']
        .map((name) => `${name}service`)
        .concat('frontend')
        .sort(),
    );
  });
});
