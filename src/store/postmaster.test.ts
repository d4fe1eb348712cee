import { describe, expect, it } from '@jest/globals';
import { parsePostmaster } from './postmaster.ts';

const lines = ['4711', '/d/postgres/cluster', '1796070000', '54321', '', '127.0.0.1', '  1234  0', 'ready   ', ''];

describe('parsePostmaster', () => {
  it('reads a running server', () => {
    expect(parsePostmaster(lines.join('\n'))).toEqual({ pid: 4711, port: 54321, ready: true });
  });

  it('reads what is written so far', () => {
    expect(parsePostmaster(lines.slice(0, 3).join('\n'))).toEqual({ pid: 4711, port: undefined, ready: false });
    expect(parsePostmaster([...lines.slice(0, 7), 'starting', ''].join('\n'))?.ready).toBe(false);
  });

  it.each(['', '\n', 'soup', '-5\n'])('takes %p for no server', (text) => {
    expect(parsePostmaster(text)).toBeUndefined();
  });
});
