import { describe, expect, it } from '@jest/globals';
import { presentCapture } from './capture-result.ts';
import type { CaptureResult } from './capture-result.ts';

type Source = CaptureResult['sources'][number];

const source = (place: string, format: string, read: string, error: Source['error'] = null): Source => ({
  place,
  format,
  read,
  error,
});

const failed = { code: 'input-malformed', message: 'it is cut off', remedy: 'send it again' };

const result = (sources: Source[]): CaptureResult => ({
  estate: 'shop',
  snapshot: 'a'.repeat(64),
  changed: true,
  components: 1,
  connections: 0,
  facts: 3,
  unowned: [],
  ambiguities: [],
  sources,
  passedOver: [],
  notUnderstood: [],
});

/** The rows of the first table. */
function rowsOf(sources: Source[]): unknown {
  const table = presentCapture(result(sources)).find(({ kind }) => kind === 'table');
  return table?.kind === 'table' ? table.rows : undefined;
}

describe('presentCapture', () => {
  it('lists some sources one by one', () => {
    expect(rowsOf([source('/a/t.json', 'jaeger', '1 span'), source('/a/u.json', 'jaeger', '2 spans')])).toEqual([
      ['/a/t.json', 'jaeger', '1 span'],
      ['/a/u.json', 'jaeger', '2 spans'],
    ]);
  });

  it('sums many up by their format, and lists what failed and what is alone', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      source(`/data/${index % 2 === 0 ? 'a' : 'b'}/${index}.json`, 'jaeger', index === 0 ? '1 span' : '1,000 spans'),
    );
    const rows = rowsOf([
      ...many,
      source('/x/compose.yaml', 'compose', '3 services'),
      source('/y', 'jaeger', '', failed),
    ]);
    expect(rows).toEqual([
      ['20 files in /data', 'jaeger', '19,001 spans'],
      ['/x/compose.yaml', 'compose', '3 services'],
      ['/y', 'jaeger', { text: 'failed (input-malformed)', tone: 'bad' }],
    ]);
  });

  it('tells which files of a folder were passed over, by what they are', () => {
    const passedOver = ['/d/metrics.json', '/d/a.txt', '/d/b.txt'].map((path) => ({
      path,
      what: path.endsWith('txt') ? 'text' : 'an OTLP export of metrics or logs',
    }));
    const shown = presentCapture({ ...result([]), passedOver });
    const heading = shown.findIndex((block) => block.kind === 'heading' && block.text === 'Passed over');
    expect(shown[heading + 1]).toEqual({
      kind: 'list',
      items: ['/d/a.txt and 1 other file: text', '/d/metrics.json: an OTLP export of metrics or logs'],
    });
    expect(JSON.stringify(presentCapture(result([])))).not.toContain('Passed over');
  });

  it('does not praise an estate without components for its owners', () => {
    expect(JSON.stringify(presentCapture({ ...result([]), components: 0 }))).not.toContain('every component');
    expect(JSON.stringify(presentCapture(result([])))).toContain('every component');
  });

  it('counts one as one', () => {
    expect(JSON.stringify(presentCapture(result([])))).toContain('1 component, 0 connections, 3 facts');
  });

  it('gives the remedy of what failed', () => {
    const document = presentCapture(result([source('/y', 'jaeger', '', failed)]));
    expect(JSON.stringify(document)).toContain('remedy: send it again');
  });
});
