import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import type { Coverage, Logger } from '../../src/kernel/index.ts';
import { parseJson } from '../parsed-json/index.ts';
import type { Span } from '../spans/index.ts';
import { decodeMetricsJson, decodeMetricsProto } from './decode-metrics.ts';
import { decodeTracesJson } from './decode-traces-json.ts';
import { decodeTracesProto } from './decode-traces-proto.ts';
import type { MetricPoint } from './metric-point.ts';

/** What an export is of. */
export type Signal = 'traces' | 'metrics' | 'logs';

/** How an export is written. */
export type Encoding = 'json' | 'protobuf';

/** What of an export was not taken. */
export interface Taken {
  readonly refusedCount: number;
  /** Names the first place of each kind of mistake; empty where all was taken. */
  readonly message: string;
}

/** Who is told of what comes in. */
export interface Consumers {
  readonly onSpans: (spans: readonly Span[]) => void | Promise<void>;
  readonly onMetrics?: ((points: readonly MetricPoint[]) => void | Promise<void>) | undefined;
}

const nothingRefused: Taken = { refusedCount: 0, message: '' };

/** Takes exports in, whichever way they came: decodes them, passes them on, and counts. */
export class Intake {
  readonly #consumers: Consumers;
  readonly #log: Logger;
  readonly #total = new CoverageCount();

  /**
   * @param consumers - Who is told.
   * @param log - For what was refused.
   */
  constructor(consumers: Consumers, log: Logger) {
    this.#consumers = consumers;
    this.#log = log;
  }

  /** What came in so far, and what of it was not understood or not read. */
  get coverage(): Coverage {
    return this.#total.coverage;
  }

  /**
   * Takes an export in; done when whoever is told of it is.
   *
   * @param signal - What it is of.
   * @param encoding - How it is written.
   * @param body - The bytes, unpacked.
   * @param place - Where it was sent, for messages.
   * @throws RegisteredError `telemetry-malformed` where it is no export, and what the consumer throws.
   */
  async take(signal: Signal, encoding: Encoding, body: Buffer, place: string): Promise<Taken> {
    const coverage = new CoverageCount();
    try {
      const refusedCount = await this.#pass(signal, encoding, body, place, coverage);
      const { notUnderstood } = coverage.coverage;
      if (refusedCount === 0) return nothingRefused;
      const message = notUnderstood.map(({ what, place: at, count }) => `${count} ${what}, first at ${at}`).join('; ');
      this.#log.debug('left out some telemetry', { place, refused: refusedCount, message });
      return { refusedCount, message };
    } catch (thrown) {
      coverage.notUnderstood('exports that are not as the protocol says, or could not be taken', place);
      throw thrown;
    } finally {
      this.#total.include(coverage.coverage);
    }
  }

  async #pass(
    signal: Signal,
    encoding: Encoding,
    body: Buffer,
    place: string,
    coverage: CoverageCount,
  ): Promise<number> {
    const { onSpans, onMetrics } = this.#consumers;
    if (signal === 'traces') {
      const { spans, refusedSpans } =
        encoding === 'json'
          ? decodeTracesJson(jsonOf(body, place), place, coverage)
          : decodeTracesProto(body, place, coverage);
      if (spans.length > 0) await onSpans(spans);
      return refusedSpans;
    }
    if (signal === 'logs' || onMetrics === undefined) {
      // The protocol has no way to say that a signal is not wanted: it is acknowledged, and counted here.
      coverage.notUnderstood(`exports of ${signal}, which are not read`, place);
      return 0;
    }
    const { points, refusedPoints } =
      encoding === 'json'
        ? decodeMetricsJson(jsonOf(body, place), place, coverage)
        : decodeMetricsProto(body, place, coverage);
    if (points.length > 0) await onMetrics(points);
    return refusedPoints;
  }
}

function jsonOf(body: Buffer, place: string): unknown {
  try {
    return parseJson(body.toString('utf8'), place);
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError)) throw thrown;
    const problem = thrown.message.replace(`${place}, `, '');
    throw new RegisteredError('telemetry-malformed', { place, problem }, { cause: thrown });
  }
}
