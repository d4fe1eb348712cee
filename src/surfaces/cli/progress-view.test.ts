import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../../kernel/index.ts';
import { createPlainProgress } from './progress-view.ts';

let nowMs = 0;
const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => Promise.resolve() };

describe('createPlainProgress', () => {
  let lines: string[];
  let progress: ReturnType<typeof createPlainProgress>;

  beforeEach(() => {
    nowMs = 0;
    lines = [];
    progress = createPlainProgress((text) => lines.push(text), clock);
  });

  it('writes each step, but not each of its many states', () => {
    for (let percent = 0; percent <= 100; percent += 1) {
      nowMs += 50;
      progress.step('image', `${percent} %`);
    }
    progress.close();
    expect(lines).toEqual(['image: 0 %\n', 'image: 40 %\n', 'image: 80 %\n', 'image: 100 %\n']);
  });

  it('tells a last state late rather than never, also without an end', () => {
    progress.step('image', 'building');
    nowMs = 1_000;
    progress.step('image', 'built');
    nowMs = 2_500;
    progress.step('service', 'starting');
    expect(lines).toEqual(['image: building\n', 'image: built\n', 'service: starting\n']);
  });

  it('drops a picture that was held back when something newer is told', () => {
    progress.frame([{ kind: 'paragraph', text: 'first' }]);
    progress.frame([{ kind: 'paragraph', text: 'second' }]);
    progress.step('removal', 'done');
    progress.close();
    expect(lines.map((line) => line.trim())).toEqual(['first', 'removal: done']);
  });

  it('drops control sequences that came from outside', () => {
    progress.step('cart\u001b[2J', 'gone\u009b31m\u0007');
    expect(lines).toEqual(['cart: gone\n']);
  });

  it('spaces out pictures and ends with the last one', () => {
    for (let second = 0; second < 7; second += 1) {
      nowMs = second * 1_000;
      progress.frame([{ kind: 'paragraph', text: `second ${second}` }]);
    }
    progress.close();
    expect(lines.map((line) => line.trim())).toEqual(['second 0', 'second 5', 'second 6']);
  });
});
