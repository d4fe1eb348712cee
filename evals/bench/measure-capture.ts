import { decodeTracesJson, decodeTracesProto } from '../../connectors/otlp/index.ts';
import { createTraceAggregator } from '../../src/estate/traces/index.ts';
import { CoverageCount, createRandom } from '../../src/kernel/index.ts';
import { EstateTraffic } from './estate-traffic.ts';
import { otlpMessages, publishedTracesData } from './otlp-messages.ts';
import type { OtlpMessage } from './otlp-messages.ts';

/** Spans made, and then measured in each way, at a time: few enough that making them leaves little behind. */
const spansOfRound = 100_000;

/** Rounds before anything counts: the engine compiles what runs often. */
const warmUpRounds = 2;

/** Where memory is looked at. */
const memoryMarks = [250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000];

/** How much is measured. */
export interface CaptureBenchSize {
  readonly spans: number;
  /** Spans that are also read as JSON, and decoded by the library alone. */
  readonly jsonSpans: number;
}

/** Memory in the midst of the work. */
export interface MemoryMark {
  readonly atSpans: number;
  /** Live after a collection, the messages of the round not counted. */
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** What was measured; rates in spans per second of processor time, of all threads of the process. */
export interface CaptureMeasurement {
  readonly spans: number;
  readonly jsonSpans: number;
  readonly rates: {
    readonly protoToSummary: number;
    readonly protoDecode: number;
    readonly libraryDecode: number;
    readonly jsonToSummary: number;
  };
  readonly ratios: { readonly captureToLibraryDecode: number; readonly jsonToProto: number };
  readonly memory: readonly MemoryMark[];
  readonly peakRssBytes: number;
  readonly open: number;
  readonly components: number;
  readonly edges: number;
}

/** Processor time and spans of one way of reading. */
class Stopwatch {
  #microseconds = 0;
  #spans = 0;

  run(spans: number, work: () => void): void {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    this.#microseconds += user + system;
    this.#spans += spans;
  }

  get perSecond(): number {
    return this.#microseconds === 0 ? 0 : (this.#spans * 1e6) / this.#microseconds;
  }
}

function takeRound(messages: Generator<OtlpMessage, never>, most: number): readonly OtlpMessage[] {
  const round: OtlpMessage[] = [];
  let spans = 0;
  while (spans < most) {
    const { value } = messages.next();
    round.push(value);
    spans += value.spans;
  }
  return round;
}

function collect(): void {
  globalThis.gc?.();
}

/**
 * Makes the traffic of an estate and measures how fast it becomes a summary: as protobuf, as JSON, and, to compare with,
 * decoded alone by the protobuf library. All ways read the same bytes in turn, so that a busy machine slows all alike.
 *
 * @param size - How much.
 * @param tell - Receives progress.
 */
export function measureCapture(size: CaptureBenchSize, tell: (progress: string) => void): CaptureMeasurement {
  const messages = otlpMessages(new EstateTraffic(createRandom('capture-bench').stream('traffic')));
  const aggregator = createTraceAggregator();
  const jsonAggregator = createTraceAggregator();
  const coverage = new CoverageCount();
  const place = 'bench';
  const decodeOnly = (round: readonly OtlpMessage[]): void => {
    for (const { proto } of round) decodeTracesProto(proto, place, coverage);
  };
  const libraryOnly = (round: readonly OtlpMessage[]): void => {
    for (const { proto } of round) publishedTracesData.decode(proto);
  };
  const fromProto = (round: readonly OtlpMessage[]): void => {
    for (const { proto } of round) aggregator.add(decodeTracesProto(proto, place, coverage).spans);
  };
  const fromJson = (round: readonly OtlpMessage[]): void => {
    for (const { json } of round) jsonAggregator.add(decodeTracesJson(JSON.parse(json), place, coverage).spans);
  };
  for (let round = 0; round < warmUpRounds; round += 1) {
    const warm = takeRound(messages, spansOfRound);
    for (const way of [decodeOnly, libraryOnly, fromProto, fromJson]) way(warm);
  }
  const watches = { proto: new Stopwatch(), decode: new Stopwatch(), library: new Stopwatch(), json: new Stopwatch() };
  const memory: MemoryMark[] = [];
  let spans = 0;
  let jsonSpans = 0;
  while (spans < size.spans) {
    let round = takeRound(messages, Math.min(spansOfRound, size.spans - spans));
    const inRound = round.reduce((total, message) => total + message.spans, 0);
    watches.proto.run(inRound, () => fromProto(round));
    spans += inRound;
    if (jsonSpans < size.jsonSpans) {
      watches.decode.run(inRound, () => decodeOnly(round));
      watches.library.run(inRound, () => libraryOnly(round));
      watches.json.run(inRound, () => fromJson(round));
      jsonSpans += inRound;
    }
    const mark = memoryMarks.findLast((at) => at <= spans && !memory.some(({ atSpans }) => atSpans >= at));
    if (mark !== undefined) {
      // What the benchmark itself holds is let go of first.
      round = [];
      collect();
      const { heapUsed, rss } = process.memoryUsage();
      memory.push({ atSpans: spans, heapBytes: heapUsed, rssBytes: rss });
      tell(`${spans.toLocaleString('en')} spans, heap ${Math.round(heapUsed / 2 ** 20)} MiB`);
    }
  }
  const summary = aggregator.snapshot();
  const rates = {
    protoToSummary: watches.proto.perSecond,
    protoDecode: watches.decode.perSecond,
    libraryDecode: watches.library.perSecond,
    jsonToSummary: watches.json.perSecond,
  };
  return {
    spans,
    jsonSpans,
    rates,
    ratios: {
      captureToLibraryDecode: rates.libraryDecode / rates.protoToSummary,
      jsonToProto: rates.protoToSummary / rates.jsonToSummary,
    },
    memory,
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
    open: summary.quality.openSpans,
    components: summary.components.length,
    edges: summary.edges.length,
  };
}
