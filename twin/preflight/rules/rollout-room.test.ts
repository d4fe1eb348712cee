import { describe, expect, it } from '@jest/globals';
import { factOf, factOfEstate, preflightOf } from '../../../testing/made-preflight.ts';
import { rolloutRoom } from './rollout-room.ts';

const mi = 2 ** 20;
const deploy = [{ action: 'set-image', component: 'app', image: 'app:2' }];

const onFullCluster = (largestFreeMi: number, mostNodes = 23) => [
  factOf('app', 'replicas', 1),
  factOf('app', 'probes', {}),
  factOf('app', 'limits', { memoryReservationBytes: 448 * mi }),
  factOfEstate('node-pools', [
    {
      nodes: 23,
      mostNodes,
      quotaCpuCores: 48,
      usedCpuCores: mostNodes === 23 ? 48 : 40,
      largestFreeMemoryBytes: largestFreeMi * mi,
    },
  ]),
];
const surgeless = factOf('app', 'rollout', {
  strategy: 'rolling',
  maxSurge: { count: 0 },
  maxUnavailable: { count: 1 },
});

describe('rollout-room', () => {
  it('sees that one instance with the default of a quarter each never gets replaced on a full cluster', () => {
    const { verdict, findings } = preflightOf(rolloutRoom, onFullCluster(300), deploy);
    expect(verdict).toBe('never-completes');
    expect(findings[0]).toMatchObject({ effect: 'none', takesDown: [], lastsMs: null });
    expect(findings[0]?.reason).toContain('of 1, at most 1 more and 0 fewer (the default of 25 % each)');
    expect(findings[0]?.reason).toContain('one instance reserves 448 MiB; the emptiest node has 300 MiB free');
  });

  it('lets the proposed rollout complete, with nothing serving for a while', () => {
    const [remedy] = preflightOf(rolloutRoom, onFullCluster(300), deploy).findings[0]?.remedies ?? [];
    expect(remedy?.action).toMatchObject({ kind: 'set-rollout', maxSurge: { count: 0 }, maxUnavailable: { count: 1 } });
    const facts = [...onFullCluster(300), surgeless, factOf('app', 'start-up', { p95Ms: 4_000 })];
    expect(preflightOf(rolloutRoom, facts, deploy)).toMatchObject({
      verdict: 'pass',
      findings: [{ effect: 'outage', takesDown: ['app'], lastsMs: 4_000 }],
    });
  });

  it('passes where a node has room, or one can be added, by itself or before', () => {
    expect(preflightOf(rolloutRoom, onFullCluster(448), deploy).verdict).toBe('pass');
    expect(preflightOf(rolloutRoom, onFullCluster(300, 30), deploy).verdict).toBe('pass');
    const facts = onFullCluster(300).map((fact) =>
      fact.attribute === 'node-pools'
        ? factOfEstate('node-pools', [
            { nodes: 23, mostNodes: 23, nodeMemoryBytes: 8_192 * mi, largestFreeMemoryBytes: 300 * mi },
          ])
        : fact,
    );
    expect(preflightOf(rolloutRoom, facts, deploy).verdict).toBe('never-completes');
    expect(preflightOf(rolloutRoom, facts, [{ action: 'add-node' }, ...deploy]).verdict).toBe('pass');
  });

  it('rounds as Kubernetes does: of four, one fewer is allowed and no room is needed', () => {
    const facts = onFullCluster(300).map((fact) =>
      fact.attribute === 'replicas' ? factOf('app', 'replicas', 4) : fact,
    );
    expect(preflightOf(rolloutRoom, facts, deploy)).toMatchObject({ verdict: 'pass', findings: [{ effect: 'none' }] });
    const three = onFullCluster(300).map((fact) =>
      fact.attribute === 'replicas' ? factOf('app', 'replicas', 3) : fact,
    );
    expect(preflightOf(rolloutRoom, three, deploy).verdict).toBe('never-completes');
  });

  const withVolume = (accessMode: 'single-node' | 'single-instance' | 'many', nodes: number) => [
    factOf('app', 'replicas', 1),
    factOf('app', 'rollout', { strategy: 'rolling' }),
    factOf('app', 'volumes', [{ name: 'data', accessMode }]),
    factOfEstate('node-pools', [{ nodes, largestFreeMemoryBytes: 4_096 * mi }]),
    factOf('app', 'limits', { memoryReservationBytes: mi }),
  ];

  it('says with which chance a volume that one node may attach stalls the rollout', () => {
    const { verdict, findings } = preflightOf(rolloutRoom, withVolume('single-node', 4), deploy);
    expect(verdict).toBe('never-completes');
    expect(findings[0]?.reason).toContain('75 % with 4 equally likely nodes');
    expect(preflightOf(rolloutRoom, withVolume('single-instance', 1), deploy).verdict).toBe('never-completes');
  });

  it('passes with one node, with a volume that many may attach, and where the old one goes first', () => {
    expect(preflightOf(rolloutRoom, withVolume('single-node', 1), deploy).verdict).toBe('pass');
    expect(preflightOf(rolloutRoom, withVolume('many', 4), deploy).verdict).toBe('pass');
    for (const rollout of [surgeless, factOf('app', 'rollout', { strategy: 'recreate' })]) {
      const facts = withVolume('single-node', 4).map((fact) => (fact.attribute === 'rollout' ? rollout : fact));
      expect(preflightOf(rolloutRoom, facts, deploy).verdict).toBe('pass');
    }
  });

  it('says unknown where the nodes are known and what is free on them is not', () => {
    const facts = [factOf('app', 'replicas', 1), factOfEstate('node-pools', [{ nodes: 3 }])];
    expect(preflightOf(rolloutRoom, facts, deploy).verdict).toBe('unknown');
  });

  it('counts how many of those that are added find no place', () => {
    const node = factOf('node-1', 'capacity', { memoryBytes: 1_000 * mi, reservedMemoryBytes: 400 * mi });
    const facts = [factOf('app', 'replicas', 1), factOf('app', 'limits', { memoryBytes: 200 * mi }), node];
    expect(preflightOf(rolloutRoom, facts, [{ action: 'scale', component: 'app', replicas: 4 }]).verdict).toBe('pass');
    const tooMany = preflightOf(rolloutRoom, facts, [{ action: 'scale', component: 'app', replicas: 6 }]);
    expect(tooMany.verdict).toBe('never-completes');
    expect(tooMany.findings[0]?.reason).toContain('Of 5 more instances of app, 2 find no place');
  });

  it('knows that an engine replaces a container in its place, which needs no room but time', () => {
    const facts = [factOf('app', 'replicas', 2), factOf('app', 'restart-policy', 'always')];
    const measured = [...facts, factOf('app', 'start-up', { p95Ms: 9_000 })];
    expect(preflightOf(rolloutRoom, measured, deploy)).toMatchObject({
      verdict: 'pass',
      findings: [{ effect: 'outage', lastsMs: 9_000 }],
    });
    expect(preflightOf(rolloutRoom, facts, deploy).findings).toEqual([]);
  });

  it('has nothing to say of a scale down', () => {
    expect(
      preflightOf(rolloutRoom, onFullCluster(0), [{ action: 'scale', component: 'app', replicas: 0 }]).findings,
    ).toEqual([]);
  });

  it('calls a change latent that only a later deletion puts in place', () => {
    const facts = [factOf('app', 'replicas', 1), factOf('app', 'rollout', { strategy: 'on-delete' })];
    expect(preflightOf(rolloutRoom, facts, deploy).verdict).toBe('latent');
  });
});
