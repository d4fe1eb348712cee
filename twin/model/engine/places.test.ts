import { describe, expect, it } from '@jest/globals';
import { frameField, frameFlag, frameTime } from './frames.ts';
import { instanceField, instanceNumber } from './instances.ts';
import { instruction } from './instruction.ts';

describe('places in typed arrays', () => {
  it.each(Object.entries({ frameField, frameFlag, frameTime, instanceField, instanceNumber, instruction }))(
    'of %s are each of one thing, and within a row',
    (name, places: Readonly<Record<string, number>>) => {
      const all = Object.values(places);
      expect(new Set(all).size).toBe(all.length);
      const most = name === 'frameFlag' ? 2 ** 30 : name === 'frameTime' ? 3 : 15;
      expect(Math.max(...all)).toBeLessThanOrEqual(most);
    },
  );
});
