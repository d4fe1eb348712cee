import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openInput } from '../../../connectors/files/index.ts';
import { recogniseFormat } from '../../../connectors/formats/index.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { readSpans } from '../../../connectors/trace-files/index.ts';
import { CoverageCount } from '../../kernel/index.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { TraceFile } from './trace-file.ts';

const resource = new Map([['service.name', 'web']]);

const span = (at: number): Span => ({
  traceId: (at + 1).toString(16).padStart(32, '0'),
  spanId: (at + 1).toString(16).padStart(16, '0'),
  parentSpanId: undefined,
  name: 'GET /',
  kind: 'server',
  startMs: at,
  durationMs: 1.5,
  isError: at % 2 === 1,
  isShared: false,
  traceState: undefined,
  links: [],
  attributes: new Map(),
  resource,
});

afterAll(removeTemporaryDirs);

describe('TraceFile', () => {
  it('writes what capture recognises and reads back, over several lines, at the time given', async () => {
    const path = join(temporaryDir('trace'), 'spans.json');
    const spans = Array.from({ length: 2_500 }, (_, at) => span(at));
    const file = await TraceFile.open(path);
    await file.write(spans, 1_700_000_000_000);
    await file.close();
    const input = await openInput(path);
    expect(recogniseFormat(input)).toBe('otlp-json');
    const read: Span[] = [];
    await readSpans(input, {
      onSpans: (some) => {
        read.push(...some);
      },
      coverage: new CoverageCount(),
    });
    expect(read).toEqual(spans.map((each) => ({ ...each, startMs: each.startMs + 1_700_000_000_000 })));
  });

  it('says before the work that it cannot be written', async () => {
    await expect(TraceFile.open(join(temporaryDir('trace'), 'missing', 'spans.json'))).rejects.toMatchObject({
      code: 'file-not-written',
      details: { reason: 'ENOENT' },
    });
  });
});
