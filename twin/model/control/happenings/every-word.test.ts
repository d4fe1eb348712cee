import { describe, expect, it } from '@jest/globals';
import { actionEntry, actionNames, faultEntry, faultNames } from '../../../../src/kernel/index.ts';
import type { ActionName, FaultName } from '../../../../src/kernel/index.ts';
import type { ModelFile } from '../../format/index.ts';
import { startRun } from '../test-run.ts';
import { wordsEstate as estate } from './words-estate.ts';

type Entry = NonNullable<ModelFile['timeline']>[number];

/** What must have happened before a word means something, and what shows its effect. */
const around: Partial<Record<ActionName | FaultName, { before?: Entry[]; after?: Entry[]; instead?: object }>> = {
  scale: { instead: { replicas: 5 } },
  'set-limits': { instead: { cpu: '30m' } },
  'set-pool': { before: [{ at: '1s', fault: 'latency', component: 'database', delay: '200ms' }] },
  'cpu-limit': { instead: { cpu: '30m' } },
  'delete-instance': { instead: { instance: 'checkout-1' } },
  'add-node': {
    before: [{ at: '1s', action: 'scale', component: 'checkout', replicas: 400 }],
    instead: { after: '5s' },
  },
  'cordon-node': {
    after: [{ at: '20s', action: 'recreate', component: 'database' }],
    before: closing('node-1', 'node-3'),
  },
  'uncordon-node': {
    before: [...closing('node-1', 'node-2', 'node-3'), { at: '2s', action: 'recreate', component: 'database' }],
  },
  rollback: { before: [{ at: '1s', action: 'set-limits', component: 'checkout', cpu: '100m' }] },
  'set-rollout': {
    after: [{ at: '12s', action: 'set-image', component: 'checkout', image: 'x' }],
    instead: { strategy: 'recreate' },
  },
  start: { before: [{ at: '1s', action: 'stop', component: 'report-job' }] },
  reload: { before: [{ at: '1s', action: 'recreate', component: 'storefront' }] },
  'resume-job': { before: [{ at: '1s', action: 'suspend-job', component: 'nightly-report' }] },
  'resume-consumers': { before: [{ at: '1s', action: 'pause-consumers', queue: 'orders' }] },
  'close-breaker': {
    before: [{ at: '1s', action: 'open-breaker', component: 'checkout', to: 'recommendations' }],
  },
  'cancel-statement': { before: [{ at: '1s', fault: 'lock-held', lock: 'orders' }] },
  'kill-connections': { instead: { idleFor: '10ms' } },
  'set-timeout': { instead: { timeout: '15ms' } },
  'wrong-timeout': { instead: { timeout: '15ms' } },
  'set-retries': { instead: { attempts: 4 } },
  'set-autoscaler': { instead: { least: 5 } },
  'purge-queue': { before: [{ at: '1s', action: 'pause-consumers', queue: 'orders' }] },
  'on-call-unreachable': { after: [{ at: '11s', action: 'page-on-call', person: 'payments-on-call' }] },
  'bad-image': { after: [{ at: '11s', action: 'set-image', component: 'checkout', image: 'x' }] },
  'bad-configuration': { after: [{ at: '11s', action: 'restart', component: 'checkout' }] },
  'missing-secret': { after: [{ at: '11s', action: 'restart', component: 'payment' }] },
  'slow-start': { after: [{ at: '11s', action: 'restart', component: 'payment' }] },
  'rollback-fails': {
    before: [{ at: '1s', action: 'set-limits', component: 'checkout', cpu: '100m' }],
    after: [{ at: '20s', action: 'rollback', component: 'checkout' }],
  },
  'rate-limit': { instead: { rate: '10/s', burst: 1 } },
  'memory-leak': { instead: { leak: '1GiB' } },
  'thread-leak': { instead: { per: 'second' } },
  'memory-pressure': { instead: { memory: '250MiB' } },
  'control-plane-outage': { after: [{ at: '11s', fault: 'kill', component: 'checkout' }] },
  configure: {
    after: [{ at: '20s', action: 'recreate', component: 'checkout' }],
    instead: { attribute: 'workers', value: { perInstance: 1 } },
  },
};

function closing(...nodes: readonly string[]): Entry[] {
  return nodes.map((each) => ({ at: '1s', action: 'cordon-node', node: each }));
}

/** Those whose effect is that there is none. */
const withoutEffect: ReadonlySet<string> = new Set(['wait', 'do-nothing', 'duplicate']);

/** What users and operators see of a run. */
function seen(timeline: readonly Entry[]): { readonly figures: string; readonly problems: readonly (string | null)[] } {
  const { engine, control } = startRun({ ...estate, timeline: [...timeline] }).to(100_000);
  const sources = estate.arrivals.map((_, at) => engine.sources.outcomes(at));
  const { depthMs, dropped } = engine.queues.measures(0);
  return {
    figures: JSON.stringify([sources, control.measures(), depthMs, dropped, Array.from(engine.caches.found)]),
    problems: control.outcomes.map(({ problem }) => problem),
  };
}

const words = [
  ...actionNames.map((name) => ['action', name, actionEntry(name)] as const),
  ...faultNames.map((name) => ['fault', name, faultEntry(name)] as const),
];

describe('every word that the model can run', () => {
  it.each(words.filter(([, , { tiers }]) => tiers.model !== 'no'))('%s %s has an effect', (vocabulary, name, entry) => {
    const { before = [], after = [], instead = {} } = around[name] ?? {};
    const happening = { at: '10s', [vocabulary]: name, ...entry.example, ...instead };
    const others = [...before, ...after];
    const without = seen(others);
    const withIt = seen([...before, happening, ...after]);
    const [problem] = withIt.problems.slice(before.length);
    expect(problem).toBeNull();
    expect(withIt.figures === without.figures).toBe(withoutEffect.has(name));
  });
});

describe('every word that the model cannot run', () => {
  const unable = words.filter(([, , { tiers }]) => tiers.model === 'no');

  it('is there', () => expect(unable.length).toBeGreaterThan(0));

  it.each(unable)('%s %s is told to be beyond it', (vocabulary, name, { example }) => {
    expect(seen([{ at: '10s', [vocabulary]: name, ...example }]).problems).toEqual([
      expect.stringMatching(/^the model /),
    ]);
  });
});
