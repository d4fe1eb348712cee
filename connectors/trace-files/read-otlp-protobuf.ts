import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import type { Input } from '../files/index.ts';
import { decodeTracesProto, framingOf, messagesOf } from '../otlp/index.ts';
import type { Span } from '../spans/index.ts';

/**
 * Reads OTLP in protobuf: one message, or a sequence of them behind their lengths.
 *
 * @param input - The file.
 * @param coverage - Counts what was read and what was not understood.
 * @throws RegisteredError `input-malformed`, `input-too-large`, and what reading the file throws.
 */
export async function* readOtlpProtobuf(
  input: Input,
  coverage: CoverageCount,
): AsyncGenerator<readonly Span[], void, undefined> {
  const { path, head, limits } = input;
  const framing = framingOf(head)?.framing ?? 'bare';
  const about = { path, largestBytes: limits.largestPieceBytes };
  for await (const { bytes, offsetBytes, isCutOff } of messagesOf(input.chunks(), framing, about)) {
    const place = `${path} byte ${offsetBytes}`;
    if (isCutOff) {
      coverage.notUnderstood('a last message that is cut off', place);
      continue;
    }
    try {
      yield decodeTracesProto(bytes, place, coverage).spans;
    } catch (thrown) {
      if (!(thrown instanceof RegisteredError)) throw thrown;
      coverage.notUnderstood('messages that are no OTLP trace export', place);
    }
  }
}
