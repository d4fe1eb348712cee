import type { Input } from '../../../connectors/files/index.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { readSpans } from '../../../connectors/trace-files/index.ts';
import { holdOut } from '../../../twin/prediction/validation/index.ts';
import type { HoldOutBy } from '../../../twin/prediction/validation/index.ts';
import { createTraceAggregator, findingsOfTraces, freezeSnapshot } from '../../estate/index.ts';
import type { Findings, SnapshotDocument } from '../../estate/index.ts';
import { CoverageCount, sha256Hex } from '../../kernel/index.ts';

/** Two estates: as one part of the traces tells it, and as the other does. */
export interface HeldOutTraces {
  readonly learned: SnapshotDocument;
  readonly held: SnapshotDocument;
}

type OnSpans = (spans: readonly Span[]) => void;

async function read(inputs: readonly Input[], signal: AbortSignal, onSpans: OnSpans): Promise<void> {
  for (const input of inputs) {
    await readSpans(input, {
      coverage: new CoverageCount(),
      onSpans: (spans) => {
        signal.throwIfAborted();
        onSpans(spans);
      },
    });
  }
}

/**
 * When each trace of some files begins.
 *
 * @param inputs - Files of traces.
 * @param signal - Ends it early.
 */
export async function traceStarts(inputs: readonly Input[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const starts = new Map<string, number>();
  await read(inputs, signal, (spans) => {
    for (const { traceId, startMs } of spans) starts.set(traceId, Math.min(startMs, starts.get(traceId) ?? Infinity));
  });
  return starts;
}

/** What an estate is known as beside its traces, as one reading. */
function besideTraces({ components, facts }: SnapshotDocument): Findings {
  return {
    collector: 'docker',
    place: 'the snapshot',
    sha256: '',
    asOfMs: 0,
    isComplete: true,
    coverage: new CoverageCount().coverage,
    sightings: components.map(({ name, kind, names, group }) => ({
      key: name,
      kind,
      names,
      ...(group === null ? {} : { group }),
    })),
    facts: facts.filter(({ collector }) => collector !== 'traces'),
  };
}

/**
 * Divides traces, and says of each part what estate it tells of, beside what else is known of it.
 *
 * @param inputs - Files of traces.
 * @param starts - By `traceStarts`.
 * @param by - What is held out.
 * @param known - What else is known of the estate; undefined for traces alone.
 * @param signal - Ends it early.
 * @returns Undefined where the traces cover too short a time.
 */
export async function heldOutTraces(
  inputs: readonly Input[],
  starts: ReadonlyMap<string, number>,
  by: HoldOutBy,
  known: SnapshotDocument | undefined,
  signal: AbortSignal,
): Promise<HeldOutTraces | undefined> {
  const placeOf = holdOut([...starts.values()], by);
  if (placeOf === undefined) return undefined;
  const parts = { learn: createTraceAggregator(), test: createTraceAggregator() };
  await read(inputs, signal, (spans) => {
    const moved = { learn: [] as Span[], test: [] as Span[] };
    for (const span of spans) {
      const { part, shiftMs } = placeOf(starts.get(span.traceId) ?? span.startMs);
      moved[part].push({ ...span, startMs: span.startMs + shiftMs });
    }
    parts.learn.add(moved.learn);
    parts.test.add(moved.test);
  });
  const others = known === undefined ? [] : [besideTraces(known)];
  const documentOf = (part: keyof typeof parts): SnapshotDocument => {
    const found = findingsOfTraces(parts[part].finish(), { place: part, sha256: sha256Hex(part) });
    return freezeSnapshot([...others, ...(found === undefined ? [] : [found])]).document;
  };
  return { learned: documentOf('learn'), held: documentOf('test') };
}
