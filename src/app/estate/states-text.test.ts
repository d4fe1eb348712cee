import { describe, expect, it } from '@jest/globals';
import { statesText } from './states-text.ts';

const state = (word: string, instances: number, exitCode: number | null = null, outOfMemory = false) => ({
  state: word,
  exitCode,
  outOfMemory,
  instances,
});

describe('statesText', () => {
  it.each([
    [[state('healthy', 2)], { text: '2 healthy', tone: 'good' }],
    [[state('starting', 1)], { text: '1 starting', tone: 'warn' }],
    [[state('exited', 1, 0)], { text: '1 exited with 0', tone: 'warn' }],
    [
      [state('running', 2), state('exited', 1, 137, true)],
      { text: '2 running, 1 exited with 137 (out of memory)', tone: 'bad' },
    ],
    [[state('unhealthy', 1)], { text: '1 unhealthy', tone: 'bad' }],
    [[], '-'],
  ])('says %j', (states, text) => {
    expect(statesText({ states })).toEqual(text);
  });
});
