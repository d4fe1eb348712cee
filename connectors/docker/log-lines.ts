import { stripVTControlCharacters } from 'node:util';

/** Stream type, three zero bytes, length: what the engine puts before each piece of a log without a terminal. */
const headerBytes = 8;

/**
 * Takes a container's log apart.
 *
 * @param log - As the engine sends it: pieces, each with a header that tells its stream and length.
 * @returns Its lines, both streams in the order in which they were written.
 */
export function logLines(log: Buffer): readonly string[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at + headerBytes <= log.length;) {
    const end = at + headerBytes + log.readUInt32BE(at + 4);
    pieces.push(log.subarray(at + headerBytes, end));
    at = end;
  }
  // What a service logs must not move the cursor of whoever reads it in an error.
  const text = stripVTControlCharacters(Buffer.concat(pieces).toString('utf8'));
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
