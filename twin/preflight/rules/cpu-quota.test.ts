import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, factOfInstance, factOfOperation, preflightOf } from '../../../testing/made-preflight.ts';
import { cpuQuota } from './cpu-quota.ts';

const burst = (cpuMsPerRequest: number, perSecond: number, threads?: number) =>
  factOfOperation('api', 'GET /', 'cpu-burst', {
    cpuMsPerRequest,
    perSecond,
    ...(threads === undefined ? {} : { threads }),
  });
const limit = (cpuCores: number) => factOf('api', 'limits', { cpuCores });

describe('cpu-quota', () => {
  it('warns of 30 ms at 130m, though 23 % of it is used on average, and says how long it takes', () => {
    const { verdict, findings } = preflightOf(cpuQuota, [burst(30, 1), limit(0.13)]);
    expect(verdict).toBe('warn');
    expect(findings[0]?.reason).toMatch(
      /^api GET \/ needs 30 ms of processor time, and 130m are 13 ms in each 100 ms \(23.1 % of it used on average\): a request runs in 3 periods and takes 117 to 204 ms \(1\d\d on average\) instead of 30, whatever the average use\.$/,
    );
  });

  it('passes with the limit that it proposes, which leaves room for a second request in the period', () => {
    const facts = [burst(30, 1), limit(0.13)];
    const { action } = preflightOf(cpuQuota, facts).findings[0]!.remedies[0]!;
    expect(action).toMatchObject({ kind: 'set-limits', component: 'api', cpuCores: 0.6 });
    const raised = preflightOf(cpuQuota, facts, [{ action: 'set-limits', component: 'api', cpu: '600m' }]);
    expect(raised).toMatchObject({ verdict: 'pass', remedies: [{ works: 'yes' }] });
  });

  it('blocks where a caller does not wait that long, and passes the same without a quota on its work', () => {
    const timeout = factBetween('web', 'api', 'call-policy', { timeoutMs: 100 });
    expect(preflightOf(cpuQuota, [burst(30, 1), limit(0.13), timeout])).toMatchObject({
      verdict: 'block',
      findings: [{ takesDown: ['api', 'web'] }],
    });
    expect(preflightOf(cpuQuota, [burst(30, 0.1), limit(1), timeout]).verdict).toBe('pass');
  });

  it('blocks where more comes than the quota gives on average', () => {
    expect(preflightOf(cpuQuota, [burst(30, 20), limit(0.5)]).verdict).toBe('block');
  });

  it('counts threads that burn the quota together', () => {
    expect(preflightOf(cpuQuota, [burst(300, 0.1, 4), limit(2)]).verdict).toBe('warn');
    expect(preflightOf(cpuQuota, [burst(300, 0.1, 4), limit(4)]).verdict).toBe('pass');
  });

  it('warns where requests that come together use up the quota, and not where they seldom do', () => {
    // Two fit into a period; 4 of 5 cores' worth is used.
    expect(preflightOf(cpuQuota, [burst(20, 20), limit(0.5)]).verdict).toBe('warn');
    expect(preflightOf(cpuQuota, [burst(20, 1), limit(0.5)]).verdict).toBe('pass');
  });

  it('does not pass for a low average alone, nor for one with a fact of another component', () => {
    const mean = factOf('api', 'observed-peak', { cpuMeanCores: 0.03 });
    const change = [{ action: 'set-limits', component: 'api', cpu: '130m' }];
    expect(preflightOf(cpuQuota, [mean, limit(1)], change)).toMatchObject({
      verdict: 'unknown',
      undecided: [{ missing: [{ attribute: 'cpu-burst' }] }],
    });
  });

  it.each([
    ['stopped in 40 % of the periods', { throttledRatio: 0.4 }, 0.5, 'warn'],
    ['stopped in 5 % of them', { throttledRatio: 0.05 }, 0.5, 'unknown'],
    ['seen above the limit', { cpuCores: 0.8 }, 0.5, 'warn'],
  ])('of a container that was %s says so', (_name, usage, cores, verdict) => {
    expect(preflightOf(cpuQuota, [factOfInstance('api', 'api-1', 'usage', usage), limit(cores)]).verdict).toBe(verdict);
  });

  it('says that more instances and restarts do not help a request that is stopped by itself', () => {
    const facts = [burst(30, 1), limit(0.13), factOf('api', 'replicas', 2)];
    const works = (action: Record<string, string | number>) =>
      preflightOf(cpuQuota, facts, [action]).remedies.map((answer) => answer.works);
    expect(works({ action: 'scale', component: 'api', replicas: 6 })).toEqual(['no']);
    expect(works({ action: 'restart', component: 'api' })).toEqual(['no']);
    expect(works({ action: 'set-limits', component: 'api', cpu: '200m' })).toEqual(['no']);
  });

  it('says of more instances that they share what comes, where an instance needs more than it may use', () => {
    // 40 a second of 30 ms are 1.2 cores.
    const facts = [burst(30, 40), limit(0.5), factOf('api', 'replicas', 2)];
    const scaledTo = (replicas: number) =>
      preflightOf(cpuQuota, facts, [{ action: 'scale', component: 'api', replicas }]);
    expect(preflightOf(cpuQuota, facts).verdict).toBe('block');
    expect(scaledTo(24)).toMatchObject({ verdict: 'pass', remedies: [{ works: 'yes' }] });
    expect(scaledTo(4).remedies[0]?.works).toBe('partly');
    expect(preflightOf(cpuQuota, [...facts, factOf('api', 'replicas', 1)]).verdict).toBe('block');
    const few = [burst(30, 80), limit(0.5), factOf('api', 'replicas', 2)];
    const [answer] = preflightOf(cpuQuota, few, [{ action: 'scale', component: 'api', replicas: 4 }]).remedies;
    expect(answer).toMatchObject({
      works: 'no',
      because:
        '2.4 cores in all are 1.2 cores for each of 2 and 600m for each of 4, of 500m that one may use: it takes 5 instances at least.',
    });
  });

  it('divides the use that was seen among the instances that there will be', () => {
    const facts = [factOf('api', 'observed-peak', { cpuMeanCores: 0.8 }), limit(1), factOf('api', 'replicas', 2)];
    const lower = { action: 'set-limits', component: 'api', cpu: '500m' };
    expect(preflightOf(cpuQuota, facts, [lower]).verdict).toBe('block');
    expect(preflightOf(cpuQuota, facts, [lower, { action: 'scale', component: 'api', replicas: 4 }]).verdict).toBe(
      'unknown',
    );
  });

  it('knows that workers which need no more than the quota together are never stopped', () => {
    const workers = factOf('api', 'workers', { perInstance: 1, isSynchronous: true });
    expect(preflightOf(cpuQuota, [burst(20, 40), limit(1)]).verdict).toBe('warn');
    expect(preflightOf(cpuQuota, [burst(20, 40), limit(1), workers]).verdict).toBe('pass');
  });

  it('takes a quota that a fault sets, and says nothing of what has none', () => {
    const condition = [{ fault: 'cpu-limit', component: 'api', cpu: '130m' }];
    expect(preflightOf(cpuQuota, [burst(30, 1), limit(1)], [], { condition }).verdict).toBe('warn');
    expect(preflightOf(cpuQuota, [burst(30, 1), factOf('api', 'limits', { memoryBytes: 1 })]).findings).toEqual([]);
  });
});
