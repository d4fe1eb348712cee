import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { startUpWindow } from './start-up-window.ts';

const upgrade = [{ action: 'set-image', component: 'cloud', image: 'cloud:2' }];

const composed = (startMs: number, retries: number, startPeriodMs = 30_000) => [
  factOf('cloud', 'health-check', { test: [], intervalMs: 10_000, timeoutMs: 5_000, startPeriodMs, retries }),
  factOf('cloud', 'start-up', { count: 5, p50Ms: startMs, p95Ms: startMs }),
  factBetween('cron', 'cloud', 'declared-dependency', { via: ['depends_on'], condition: 'service_healthy' }),
];

const probed = (probes: AttributeValueOf<'probes'>, startUp: AttributeValueOf<'start-up'>) => [
  factOf('cloud', 'replicas', 2),
  factOf('cloud', 'rollout', { strategy: 'rolling' }),
  factOf('cloud', 'probes', probes),
  factOf('cloud', 'start-up', startUp),
];

describe('start-up-window', () => {
  it('blocks an upgrade whose start takes longer than the health check gives, when others wait for it', () => {
    const { verdict, findings } = preflightOf(startUpWindow, composed(95_000, 5), upgrade);
    expect(verdict).toBe('block');
    expect(findings[0]?.reason).toBe(
      'cloud takes 1 min 35 s to start and is given 1 min 20 s (start period 30.0 s + 5 x 10.0 s): it is called unhealthy while it still starts, and cron is never started.',
    );
    expect(findings[0]).toMatchObject({ beginsAfterMs: 80_000, takesDown: ['cron'] });
  });

  it('passes with thirty retries, on a fast host, and with what it proposes', () => {
    expect(preflightOf(startUpWindow, composed(95_000, 30, 10_000), upgrade).verdict).toBe('pass');
    expect(preflightOf(startUpWindow, composed(60_000, 5), upgrade).verdict).toBe('pass');
    const { action } = preflightOf(startUpWindow, composed(95_000, 5), upgrade).findings[0]!.remedies[0]!;
    const { kind, ...values } = action!;
    expect(preflightOf(startUpWindow, composed(95_000, 5), [{ action: kind, ...values }, ...upgrade]).verdict).toBe(
      'pass',
    );
  });

  it('only warns where nobody waits, and calls it latent where nothing is started', () => {
    const alone = composed(95_000, 5).slice(0, 2);
    expect(preflightOf(startUpWindow, alone, upgrade).verdict).toBe('warn');
    expect(preflightOf(startUpWindow, composed(95_000, 5)).verdict).toBe('latent');
  });

  it('says unknown where others wait and no start was measured, and nothing where nobody does', () => {
    const [check, , need] = composed(0, 5);
    expect(preflightOf(startUpWindow, [check!, need!], upgrade)).toMatchObject({
      verdict: 'unknown',
      undecided: [{ missing: [{ attribute: 'start-up' }] }],
    });
    expect(preflightOf(startUpWindow, [check!], upgrade).findings).toEqual([]);
    expect(preflightOf(startUpWindow, [check!, need!]).findings).toEqual([]);
  });

  describe('where no start was measured, and those who wait were started after it', () => {
    const started = (component: string, second: number, state = 'running') =>
      factOfInstance(component, `${component}-1`, 'state', {
        state,
        restarts: 0,
        outOfMemory: false,
        startedAt: new Date(second * 1_000).toISOString(),
      });
    const [check, , need] = composed(0, 5);
    const limit = factOf('cloud', 'limits', { cpuCores: 1 });
    const known = [check!, need!, limit, started('cloud', 10)];
    const configure = (component: string) => [
      { action: 'configure', component, attribute: 'environment', value: [{ name: 'MODE', value: 'fast' }] },
    ];
    const limited = (cpu: number) => [{ action: 'set-limits', component: 'cloud', cpu }];
    const verdictOf = (facts: readonly FoundFact[], change: Parameters<typeof preflightOf>[2]) =>
      preflightOf(startUpWindow, facts, change).verdict;

    it('passes what changes nothing that decides how long it takes', () => {
      const facts = [...known, started('cron', 20)];
      const { verdict, findings } = preflightOf(startUpWindow, facts, configure('cloud'));
      expect(verdict).toBe('pass');
      expect(findings[0]?.reason).toContain('was so in time when it started last, as cron was started after it');
      expect(verdictOf(facts, limited(2))).toBe('pass');
    });

    it('stays unknown with another image, fewer processors, or where they were started before it or do not run', () => {
      const facts = [...known, started('cron', 20)];
      expect(verdictOf(facts, upgrade)).toBe('unknown');
      expect(verdictOf(facts, limited(0.5))).toBe('unknown');
      expect(verdictOf([...known, started('cron', 5)], configure('cloud'))).toBe('unknown');
      expect(verdictOf([...known, started('cron', 20, 'exited')], configure('cloud'))).toBe('unknown');
      expect(verdictOf(known, configure('cloud'))).toBe('unknown');
    });
  });

  it('reckons with a fault that makes starting slower', () => {
    const condition = [{ fault: 'slow-start', component: 'cloud', delay: '90s' }];
    expect(preflightOf(startUpWindow, composed(20_000, 5), upgrade, { condition }).verdict).toBe('block');
  });

  it('sees a liveness probe that ends every instance before it is up, and a startup probe that does not', () => {
    const liveness = { intervalMs: 10_000, failures: 3 };
    const times = { p50Ms: 45_000, p95Ms: 60_000 };
    const rolled = preflightOf(startUpWindow, probed({ liveness }, times), upgrade);
    expect(rolled).toMatchObject({ verdict: 'never-completes', findings: [{ effect: 'none' }] });
    const restart = [{ action: 'restart', component: 'cloud' }];
    expect(preflightOf(startUpWindow, probed({ liveness }, times), restart).verdict).toBe('block');
    const startup = { intervalMs: 10_000, failures: 30 };
    expect(preflightOf(startUpWindow, probed({ liveness, startup }, times), upgrade).verdict).toBe('pass');
  });

  it('warns where only slow starts are ended, and leaves readiness alone: it ends nothing', () => {
    const times = { p50Ms: 20_000, p95Ms: 40_000 };
    expect(preflightOf(startUpWindow, probed({ liveness: {} }, times), upgrade).verdict).toBe('warn');
    expect(preflightOf(startUpWindow, probed({ readiness: {} }, times), upgrade).findings).toEqual([]);
  });

  it('sees a rollout that is given up before a new instance can count', () => {
    const facts = [
      factOf('cloud', 'rollout', { strategy: 'rolling', minReadyMs: 60_000, progressDeadlineMs: 120_000 }),
      factOf('cloud', 'start-up', { p95Ms: 90_000 }),
    ];
    expect(preflightOf(startUpWindow, facts, upgrade).verdict).toBe('never-completes');
    const patient = [{ action: 'set-rollout', component: 'cloud', deadline: '5m' }, ...upgrade];
    expect(preflightOf(startUpWindow, facts, patient).findings).toEqual([]);
  });
});
