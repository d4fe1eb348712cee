import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { lookupAmplification } from './lookup-amplification.ts';

const mi = 2 ** 20;
const asked = (perCall: number, isCached = false) =>
  factBetween('shop', 'dns', 'name-lookups', { perCall, callsPerSecond: 1_000, isCached });
const estate = (memoryMi: number, perCall = 10, isCached = false) => [
  asked(perCall, isCached),
  factBetween('shop', 'partner', 'call-policy', { timeoutMs: 500, attempts: 4 }),
  factOf('dns', 'replicas', 2),
  // 30 MiB, and 4 KiB for each lookup a second of an instance.
  factOf('dns', 'memory-use', { baseBytes: 30 * mi, bytesPerRequestPerSecond: 4_096 }),
  factOf('dns', 'limits', { memoryBytes: memoryMi * mi }),
  factBetween('web', 'shop', 'declared-dependency', { via: ['depends_on'] }),
];
const failing = { condition: [{ fault: 'dependency-slow', component: 'partner', factor: 20 }] };

describe('lookup-amplification', () => {
  it('blocks while what is called fails and retries multiply the lookups beyond the memory of the name server', () => {
    const watched = [
      factOf('alarms', 'alerting', {}),
      factBetween('alarms', 'dns', 'declared-dependency', { via: ['environment DNS'] }),
    ];
    const { verdict, findings } = preflightOf(lookupAmplification, [...estate(100), ...watched], [], failing);
    expect(verdict).toBe('block');
    // 1,000 x 10 x 4 = 40,000 lookups; 20,000 on each of two; 30 MiB + 78.1 MiB.
    expect(findings[0]).toMatchObject({
      reason:
        '40,000 lookups a second reach dns, 10 for each call of shop, which keeps no answers: one of its 2 instances needs 108.1 MiB for that and may have 100 MiB. All are killed together, and each again as soon as it starts, for as long as that is asked; shop and whatever needs names stop; alarms, which would tell of it, needs it too.',
      takesDown: ['alarms', 'dns', 'shop', 'web'],
    });
  });

  it('is latent while nothing fails, and passes with memory, with whole names, or with answers that are kept', () => {
    expect(preflightOf(lookupAmplification, estate(100)).verdict).toBe('latent');
    expect(preflightOf(lookupAmplification, estate(2_000), [], failing).verdict).toBe('pass');
    expect(preflightOf(lookupAmplification, estate(100, 2), [], failing).verdict).toBe('pass');
    expect(preflightOf(lookupAmplification, estate(100, 10, true), [], failing).verdict).toBe('pass');
  });

  it('passes with each remedy that it proposes', () => {
    const { remedies } = preflightOf(lookupAmplification, estate(100)).findings[0]!;
    const actions = remedies.flatMap(({ action }) => action ?? []);
    expect(actions).toHaveLength(2);
    const value = { perCall: 2, isCached: false, callsPerSecond: 1_000 };
    expect(actions).toMatchObject([{ memoryBytes: 192 * mi }, { value }]);
    const limits = [{ action: 'set-limits', component: 'dns', memory: '192MiB' }];
    const names = [{ action: 'configure', component: 'shop', to: 'dns', attribute: 'name-lookups', value }];
    for (const change of [limits, names])
      expect(preflightOf(lookupAmplification, estate(100), change, failing)).toMatchObject({
        verdict: 'pass',
        remedies: [{ works: 'yes' }],
      });
  });

  it.each([
    [{ action: 'restart', component: 'dns' }, 'no'],
    [{ action: 'set-limits', component: 'dns', memory: '2000MiB' }, 'yes'],
    [{ action: 'set-limits', component: 'dns', memory: '105MiB' }, 'no'],
    [{ action: 'scale', component: 'dns', replicas: 3 }, 'yes'],
    [{ action: 'set-retries', component: 'shop', to: 'partner', attempts: 1 }, 'yes'],
  ])('judges %j: %s', (action, works) => {
    const { remedies } = preflightOf(lookupAmplification, estate(100), [action], failing);
    expect(remedies.map((answer) => answer.works)).toEqual([works]);
  });

  it('says unknown where the memory of the server is not known, and nothing where no lookups are', () => {
    const [lookups, ...others] = estate(100);
    expect(preflightOf(lookupAmplification, [lookups!]).undecided).toMatchObject([
      { missing: [{ attribute: 'limits' }, { attribute: 'memory-use' }] },
    ]);
    expect(preflightOf(lookupAmplification, others).findings).toEqual([]);
  });

  it('does not take a failure of what no caller of the name server calls for one', () => {
    const elsewhere = { condition: [{ fault: 'dependency-down', component: 'web' }] };
    expect(preflightOf(lookupAmplification, estate(100), [], elsewhere)).toMatchObject({
      verdict: 'pass',
      elsewhere: [{ verdict: 'latent' }],
    });
  });
});
