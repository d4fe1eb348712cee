const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

/** How much is read of one file. */
export interface InputLimits {
  /** Bytes on disk. */
  readonly largestBytes: number;
  /** Bytes after unpacking. */
  readonly largestUnpackedBytes: number;
  /**
   * Unpacked bytes for each packed one. Telemetry in JSON packs 10 to 40 times, the same line over and over a few hundred;
   * gzip's own limit, which only a bomb reaches, is 1,032.
   */
  readonly largestRatio: number;
  /** Bytes that must be held at once: a JSON document that is no sequence of lines, one line, one message. */
  readonly largestPieceBytes: number;
}

/** What is read where nobody says otherwise. */
export const defaultLimits: InputLimits = {
  largestBytes: 16 * gibibyte,
  largestUnpackedBytes: 64 * gibibyte,
  largestRatio: 500,
  largestPieceBytes: 64 * mebibyte,
};

/** A small file may be all of one byte: the ratio counts only beyond this many unpacked bytes. */
export const ratioCountsFromBytes = 16 * mebibyte;

/** A number of bytes in words, in the largest unit that leaves a whole number. */
export function formatBytes(bytes: number): string {
  if (bytes >= gibibyte && bytes % gibibyte === 0) return `${bytes / gibibyte} GiB`;
  if (bytes >= mebibyte && bytes % mebibyte === 0) return `${bytes / mebibyte} MiB`;
  return `${bytes} bytes`;
}
