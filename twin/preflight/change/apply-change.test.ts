import { describe, expect, it } from '@jest/globals';
import type { FoundFact } from '../../../src/estate/index.ts';
import { attributeEntry } from '../../../src/estate/index.ts';
import { readAction } from '../../../src/kernel/index.ts';
import type { Json } from '../../../src/kernel/index.ts';
import { factBetween, factOf, factOfEstate, someMomentMs } from '../../../testing/made-preflight.ts';
import { applyChange } from './apply-change.ts';
import { EstateView } from '../estate-view.ts';

function applied(facts: readonly FoundFact[], ...actions: readonly Readonly<Record<string, Json>>[]): EstateView {
  const read = actions.map((action) => readAction(action, 'test'));
  const components = ['app', 'db', 'gateway'].map((name) => ({ name, kind: 'service' as const }));
  const changed = applyChange({ components, facts }, read, someMomentMs);
  for (const { attribute, value } of changed.facts) attributeEntry(attribute).value.parse(value);
  return new EstateView(changed);
}

const configure = (attribute: string, value: Json, more: Readonly<Record<string, Json>> = {}) => ({
  action: 'configure',
  component: 'app',
  attribute,
  value,
  ...more,
});

describe('applyChange', () => {
  it('sets what is captured and declared alike, and leaves the estate of before as it was', () => {
    const captured: FoundFact = { ...factOf('app', 'replicas', 2), method: 'captured' };
    const facts = [captured, factOf('app', 'replicas', 3), factOf('other', 'replicas', 4)];
    const view = applied(facts, { action: 'scale', component: 'app', replicas: 5 });
    expect([view.replicasOf('app'), view.replicasOf('other')]).toEqual([5, 4]);
    expect(view.fact({ kind: 'component', component: 'app' }, 'replicas')?.place).toBe('action 1: scale');
    expect(new EstateView({ components: [], facts }).replicasOf('app')).toBe(2);
  });

  it('keeps what an action does not name', () => {
    const limits = factOf('app', 'limits', { cpuCores: 1, memoryBytes: 2 });
    const view = applied([limits], { action: 'set-limits', component: 'app', memory: '1KiB' });
    expect(view.of('app', 'limits')).toEqual({ cpuCores: 1, memoryBytes: 1_024 });
    const pool = factBetween('app', 'db', 'connection-pool', { sizePerInstance: 9, opensAtStart: 2 });
    const smaller = applied([pool], { action: 'set-pool', component: 'app', to: 'db', size: 4 });
    expect(smaller.between('app', 'db', 'connection-pool')).toEqual({ sizePerInstance: 4, opensAtStart: 2 });
  });

  it.each([
    [{ action: 'set-timeout', component: 'app', to: 'db', timeout: '2s' }, 'call-policy', { timeoutMs: 2_000 }],
    [
      { action: 'set-retries', component: 'app', to: 'db', attempts: 3, backoff: '100ms', jitter: '50%', budget: 0.2 },
      'call-policy',
      { attempts: 3, backoffMs: 100, jitterRatio: 0.5, retryBudgetRatio: 0.2 },
    ],
  ] as const)('%j sets %s', (action, attribute, value) => {
    expect(applied([], action).between('app', 'db', attribute)).toEqual(value);
  });

  it.each([
    [
      { action: 'set-rollout', component: 'app', maxSurge: 1, maxUnavailable: '25%', deadline: '5m' },
      'rollout',
      { strategy: 'rolling', maxSurge: { count: 1 }, maxUnavailable: { share: 0.25 }, progressDeadlineMs: 300_000 },
    ],
    [
      { action: 'set-autoscaler', component: 'app', least: 2, most: 10, cpu: '70%' },
      'autoscaling',
      { min: 2, max: 10, cpuRatio: 0.7, isEnabled: true },
    ],
    [
      { action: 'set-image', component: 'app', image: 'registry:5000/shop/app:1.2' },
      'image',
      { repository: 'registry:5000/shop/app', tag: '1.2' },
    ],
    [{ action: 'set-image', component: 'app', image: 'redis' }, 'image', { repository: 'docker.io/library/redis' }],
    [{ action: 'cordon-node', node: 'app' }, 'capacity', { isSchedulable: false }],
  ] as const)('%j sets %s', (action, attribute, value) => {
    expect(applied([], action).of('app', attribute)).toEqual(value);
  });

  it('renews a certificate from the moment of the change, and only one that there is', () => {
    const certificate = factOf('gateway', 'certificate', { notAfterMs: 1 });
    const renew = { action: 'renew-certificate', component: 'gateway', validity: '90d' };
    expect(applied([certificate], renew).of('gateway', 'certificate')).toEqual({
      notAfterMs: someMomentMs + 90 * 86_400_000,
      lastRenewal: { atMs: someMomentMs, hasSucceeded: true },
    });
    expect(applied([], renew).of('gateway', 'certificate')).toBeUndefined();
  });

  it('adds the room of nodes that are added, of the pool that is named', () => {
    const pools = factOfEstate('node-pools', [
      { pool: 'a', nodes: 1, mostNodes: 1, nodeCpuCores: 4, largestFreeCpuCores: 1 },
      { pool: 'b', nodes: 2 },
    ]);
    expect(applied([pools], { action: 'add-node', nodes: 2, pool: 'a' }).ofEstate('node-pools')).toEqual([
      { pool: 'a', nodes: 3, mostNodes: 3, nodeCpuCores: 4, largestFreeCpuCores: 4 },
      { pool: 'b', nodes: 2 },
    ]);
  });

  it('makes a disk larger, never smaller', () => {
    const disks = factOf('db', 'disks', [{ sizeBytes: 100, usedBytes: 90 }]);
    const resized = (size: string) =>
      applied([disks], { action: 'resize-volume', component: 'db', size }).of('db', 'disks')?.[0]?.sizeBytes;
    expect([resized('1KiB'), resized('10B')]).toEqual([1_024, 100]);
  });

  it('applies one action to what another has made', () => {
    const view = applied(
      [],
      { action: 'set-rollout', component: 'app', strategy: 'recreate' },
      { action: 'set-rollout', component: 'app', deadline: '1m' },
    );
    expect(view.of('app', 'rollout')).toEqual({ strategy: 'recreate', progressDeadlineMs: 60_000 });
  });

  it('configures any attribute of a component, of calls and of operations', () => {
    expect(applied([], configure('stop-grace', 5_000)).of('app', 'stop-grace')).toBe(5_000);
    const edge = applied([], configure('kept-connections', {}, { to: 'db' }));
    expect(edge.between('app', 'db', 'kept-connections')).toEqual({});
    const burst = applied([], configure('cpu-burst', { cpuMsPerRequest: 30 }, { operation: 'GET /' }));
    expect(burst.known('cpu-burst', 'operation')).toMatchObject([{ value: { cpuMsPerRequest: 30 } }]);
  });

  it.each([
    [configure('stop-gracé', 1), /attribute: found stop-gracé.*stop-grace/],
    [configure('stop-grace', 'soon'), /value: found "soon"; accepted: a value of stop-grace/],
    [configure('replicas', 1.5), /value: found 1.5/],
    [configure('kept-connections', {}), /to: found none/],
    [configure('cpu-burst', { cpuMsPerRequest: 1 }), /operation: found none/],
    [configure('placement', { node: 'n' }), /accepted: one that can be set/],
  ])('refuses %j and says what is accepted', (action, message) => {
    expect(() => applied([], action)).toThrow(message);
    expect(() => applied([], action)).toThrow(/^action 1: configure/);
  });
});
