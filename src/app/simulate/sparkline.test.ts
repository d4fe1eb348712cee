import { describe, expect, it } from '@jest/globals';
import { sparkline } from './sparkline.ts';

describe('sparkline', () => {
  it('draws from 0 to the highest value, and leaves out what was not measured', () => {
    expect(sparkline([0, 1, null, 4, 7])).toBe('▁▂ ▅█');
    expect(sparkline([0, 0])).toBe('▁▁');
    expect(sparkline([])).toBe('');
  });

  it('keeps a spike of one value in a long series', () => {
    const values = Array.from({ length: 600 }, (_, at) => (at === 321 ? 100 : 1));
    expect(sparkline(values)).toHaveLength(60);
    expect(sparkline(values).indexOf('█')).toBe(32);
  });
});
