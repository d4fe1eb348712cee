import { describe, expect, it } from '@jest/globals';
import { logLines } from './log-lines.ts';

function piece(stream: 1 | 2, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

describe('logLines', () => {
  it('joins both streams, and pieces of one line', () => {
    const log = Buffer.concat([piece(1, 'one\ntw'), piece(1, 'o\r\n'), piece(2, '\nfehler: ü\n')]);
    expect(logLines(log)).toEqual(['one', 'two', 'fehler: ü']);
  });

  it('reads an empty log, and what is there of one that was cut off', () => {
    expect(logLines(Buffer.alloc(0))).toEqual([]);
    expect(logLines(piece(1, 'whole\nhalf').subarray(0, 15))).toEqual(['whole', 'h']);
  });
});
