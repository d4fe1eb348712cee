import { describe, expect, it } from '@jest/globals';
import { LatencySketch } from '../../../src/estate/index.ts';
import { callsValue } from '../../../testing/made-facts.ts';
import { factBetween, preflightOf } from '../../../testing/made-preflight.ts';
import { timeoutLatency } from './timeout-latency.ts';

/** A hundred calls: 10 ms, 20 ms, …, 1000 ms. */
function called(attempts = 1, isOptional = false) {
  const sketch = new LatencySketch();
  for (let at = 1; at <= 100; at += 1) sketch.add(at * 10, 1);
  const data = sketch.toData()!;
  const { calls, ...rest } = callsValue() as never as { calls: object };
  return [
    factBetween('app', 'payment', 'calls', {
      ...rest,
      calls: { ...calls, latency: { ...data, binCounts: [...data.binCounts] } },
    } as never),
    factBetween('app', 'payment', 'call-policy', { timeoutMs: 5_000, attempts, isOptional }),
    factBetween('web', 'app', 'declared-dependency', { via: ['environment APP_URL'] }),
  ];
}

const timeout = (value: string) => [{ action: 'set-timeout', component: 'app', to: 'payment', timeout: value }];

describe('timeout-latency', () => {
  it('counts the calls that a new timeout cuts off', () => {
    const { verdict, findings } = preflightOf(timeoutLatency, called(), timeout('500ms'));
    expect(verdict).toBe('block');
    expect(findings[0]?.arithmetic.find(({ term }) => term.startsWith('share of calls that take'))?.value).toBeCloseTo(
      0.5,
      1,
    );
    expect(findings[0]?.takesDown).toEqual(['app', 'web']);
    expect(preflightOf(timeoutLatency, called(), timeout('950ms')).verdict).toBe('warn');
    expect(preflightOf(timeoutLatency, called(), timeout('1100ms')).verdict).toBe('pass');
  });

  it('reckons with retries, which save some calls and cost load', () => {
    const { verdict, findings } = preflightOf(timeoutLatency, called(3), timeout('800ms'));
    // A fifth takes longer; all three of three attempts 0.8 %.
    expect(verdict).toBe('pass');
    expect(findings[0]?.arithmetic.at(-1)?.value).toBeCloseTo(0.008, 2);
  });

  it('only warns where the caller can do without', () => {
    expect(preflightOf(timeoutLatency, called(1, true), timeout('500ms'))).toMatchObject({
      verdict: 'warn',
      findings: [{ takesDown: ['app'] }],
    });
  });

  it('sets calls that are slower now against the timeout that there is', () => {
    const slow = (factor: number) => ({ condition: [{ fault: 'dependency-slow', component: 'payment', factor }] });
    expect(preflightOf(timeoutLatency, called(), [], slow(20)).verdict).toBe('block');
    expect(preflightOf(timeoutLatency, called(), [], slow(2)).verdict).toBe('pass');
  });

  it('says nothing of a timeout that is as it was, and unknown where no call was seen', () => {
    expect(preflightOf(timeoutLatency, called()).findings).toEqual([]);
    expect(preflightOf(timeoutLatency, called().slice(1), timeout('1s')).undecided).toMatchObject([
      { missing: [{ attribute: 'calls', part: 'latency' }] },
    ]);
  });
});
