import { describe, expect, it } from '@jest/globals';
import { armedBreakPoint, breakPoint } from './break-point.ts';

describe('armedBreakPoint', () => {
  it('is armed only with the test switch', () => {
    const BACKLOT_TEST_BREAK_POINT = 'self-check/after-step-2';
    expect(armedBreakPoint({ BACKLOT_TEST_BREAK_POINT, BACKLOT_TEST_MODE: '1' })).toBe(BACKLOT_TEST_BREAK_POINT);
    expect(armedBreakPoint({ BACKLOT_TEST_BREAK_POINT })).toBeUndefined();
    expect(armedBreakPoint({ BACKLOT_TEST_BREAK_POINT, BACKLOT_TEST_MODE: '0' })).toBeUndefined();
    expect(armedBreakPoint({ BACKLOT_TEST_MODE: '1' })).toBeUndefined();
  });
});

describe('breakPoint', () => {
  it('is passed in a normal run', async () => {
    await expect(breakPoint('self-check/after-step-2')).resolves.toBeUndefined();
  });
});
