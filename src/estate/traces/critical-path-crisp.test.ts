import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { itWhere } from '../../../testing/it-where.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { criticalPath } from './critical-path.ts';

const folder = '../shared/data/crisp-testcases/test_cases';

/** The part of Jaeger's JSON that CRISP's cases use, with the answers that they hold. */
interface CrispCase {
  readonly data: readonly {
    readonly processes: Readonly<Record<string, { readonly serviceName: string }>>;
    readonly spans: readonly {
      readonly traceID: string;
      readonly spanID: string;
      readonly operationName: string;
      readonly startTime: number;
      readonly duration: number;
      readonly processID: string;
      readonly references: readonly { readonly spanID: string }[];
    }[];
  }[];
  readonly testing?: readonly ExclusiveTimes[] | { readonly opTimeExclusive?: ExclusiveTimes };
}

type ExclusiveTimes = Readonly<Record<string, number>>;

/** The known answer, which older cases hold bare. */
function answerOf({ testing }: CrispCase): ExclusiveTimes | undefined {
  if (testing === undefined) return undefined;
  return 'opTimeExclusive' in testing ? testing.opTimeExclusive : (testing as readonly ExclusiveTimes[])[0];
}

function spansOf({ data }: CrispCase): Span[] {
  return data.flatMap(({ spans, processes }) =>
    spans.map((span) => ({
      traceId: span.traceID,
      spanId: span.spanID,
      parentSpanId: span.references[0]?.spanID,
      name: span.operationName,
      kind: 'unspecified' as const,
      // Microseconds are taken for milliseconds, so that the answers stay whole.
      startMs: span.startTime,
      durationMs: span.duration,
      isError: false,
      isShared: false,
      traceState: undefined,
      links: [],
      attributes: new Map(),
      resource: new Map([['service.name', processes[span.processID]?.serviceName ?? '']]),
    })),
  );
}

function exclusiveTimes(spans: readonly Span[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { span, exclusiveMs } of criticalPath(spans)) {
    const operation = `[${String(span.resource.get('service.name'))}] ${span.name}`;
    times[operation] = (times[operation] ?? 0) + exclusiveMs;
  }
  return times;
}

const isThere = existsSync(folder);
const files = isThere
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  : [];
const cases = files.map((file) => ({
  file,
  read: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as CrispCase,
}));

describe('criticalPath', () => {
  itWhere(isThere, 'no shared data')("agrees with the exclusive times that CRISP's own cases hold", () => {
    const answered = cases.filter(({ read }) => answerOf(read) !== undefined);
    expect(answered.length).toBeGreaterThanOrEqual(17);
    for (const { file, read } of answered) {
      expect({ file, times: exclusiveTimes(spansOf(read)) }).toEqual({ file, times: answerOf(read) });
    }
  });

  itWhere(isThere, 'no shared data')('gives the whole duration of the root, no more and no less', () => {
    for (const { file, read } of cases) {
      const spans = spansOf(read);
      const total = criticalPath(spans).reduce((sum, { exclusiveMs }) => sum + exclusiveMs, 0);
      expect({ file, total }).toEqual({ file, total: spans.find(({ parentSpanId }) => !parentSpanId)?.durationMs });
    }
  });
});
