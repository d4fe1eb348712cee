import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryModel } from '../../../testing/arbitrary-model.ts';
import { madeModel } from '../../../testing/made-model.ts';
import { instanceField } from '../engine/instances.ts';
import { startSimulation } from '../index.ts';
import type { ModelFile } from '../index.ts';

type Happening = Omit<NonNullable<ModelFile['timeline']>[number], 'at'>;

/** A statement that holds a lock for long, and one that comes after it is broken off. */
function locked(client: object, happening: Happening) {
  const simulation = startSimulation(
    madeModel({
      components: {
        web: { operations: { save: [{ call: 'db/write' }] }, clients: { db: client } },
        db: { operations: { write: [{ lock: 'rows', mode: 'exclusive', steps: [{ wait: '1h' }] }] } },
      },
      locks: ['rows'],
      arrivals: [{ operation: 'web/save', at: ['1s', '2s', '20s'] }],
      timeline: [{ ...happening, at: '10s' }],
      run: { for: '2h' },
    }),
    { seed: 1 },
  );
  simulation.runUntil(9_000);
  expect(simulation.engine.locks.waiting(0)).toBe(1);
  simulation.runUntil(30_000);
  return simulation;
}

describe('work whose connection is closed', () => {
  it.each([
    ['is killed', {}, { action: 'kill-connections', component: 'db' }],
    ['is killed under a policy', { timeout: '1h' }, { action: 'kill-connections', component: 'db' }],
    ['is killed of a pool', { pool: { size: 5 } }, { action: 'kill-connections', component: 'db', from: 'web' }],
    [
      'is that of a cancelled statement',
      { latency: '2ms' },
      { action: 'cancel-statement', component: 'db', from: 'web' },
    ],
  ] as const)('gives back its locks where it %s', (_, client, happening) => {
    const simulation = locked(client, happening);
    // Of three requests the first two were broken off, and the third has the lock to itself.
    expect(simulation.engine.locks.waiting(0)).toBe(0);
    expect(simulation.engine.frames.all()).toHaveLength(2);
    simulation.runUntil(4_000_000);
    const { sources, components } = simulation.report();
    expect(sources[0]).toMatchObject({ offered: 3, ended: 3, failed: 2 });
    expect(simulation.engine.frames.all()).toEqual([]);
    expect(components[1]?.inFlight.mean).toBeCloseTo((9 + 8 + 3_600) / 4_000, 2);
  });

  it('works on where its caller has only given up', () => {
    const simulation = locked({ timeout: '5s' }, { action: 'scale', component: 'web', replicas: 1 });
    expect(simulation.engine.locks.waiting(0)).toBe(2);
  });

  it.each([
    ['', {}],
    [', under a policy', { timeout: '1h' }],
  ])('works on where its caller died, as a statement does that waits for a lock%s', (_, client) => {
    const simulation = locked(client, { fault: 'kill', component: 'web' });
    expect(simulation.engine.locks.waiting(0)).toBe(2);
  });

  it('works on where the node of its caller is gone without a word', () => {
    const model = madeModel({
      components: {
        web: { operations: { save: [{ call: 'db/write' }] }, placement: ['a'] },
        db: { operations: { write: [{ wait: '1h' }] }, placement: ['b'] },
      },
      nodes: { a: { cores: 1, memory: '1GiB' }, b: { cores: 1, memory: '1GiB' } },
      arrivals: [{ operation: 'web/save', at: ['1s'] }],
      timeline: [{ at: '10s', fault: 'node-reboot', node: 'a', takes: '1m' }],
    });
    const simulation = startSimulation(model, { seed: 1 });
    simulation.runUntil(20_000);
    expect(simulation.engine.instances.words[(1 << 4) + instanceField.inFlight]).toBe(1);
  });

  it('ends on the way and with all that it has called, and what waits behind it goes on', () => {
    const model = madeModel({
      components: {
        web: { operations: { get: [{ call: 'api/get' }] } },
        api: {
          operations: { get: [{ call: 'db/read' }] },
          workers: 1,
          clients: { db: { pool: { size: 1 }, latency: '10s' } },
        },
        db: { operations: { read: [{ cpu: '10s' }] }, cpu: { cores: 1, scheduling: 'fcfs' } },
      },
      arrivals: [{ operation: 'web/get', at: ['0s', '1s', '2s'] }],
      // The first has been under way for 8 s, on its work at the end; the others wait for the only worker.
      timeline: [{ at: '8s', action: 'kill-connections', component: 'api', idleFor: '7500ms' }],
      run: { for: '2m' },
    });
    const simulation = startSimulation(model, { seed: 1 });
    simulation.runUntil(Infinity);
    const { sources } = simulation.report();
    expect(sources[0]).toMatchObject({ offered: 3, ended: 3, failed: 1 });
    // The second has the worker at 8 s, the third when that is done: each 10 s on the way and 10 s on a processor.
    expect(simulation.engine.sources.outcomes(0).maxMs).toBeCloseTo(46_000, 6);
  });

  it('leaves every law as it is, whatever was under way', () => {
    let broken = 0;
    fc.assert(
      fc.property(
        arbitraryModel,
        fc.nat(1_000),
        fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 2_500 })), { minLength: 1, maxLength: 4 }),
        (given, seed, closings) => {
          const names = Object.keys(given.components);
          const timeline = closings
            .toSorted(([, one], [, other]) => one - other)
            .map(([which, atMs]) => ({
              at: `${atMs}ms`,
              action: 'kill-connections',
              component: names[which % names.length],
            }));
          const simulation = startSimulation(madeModel({ ...given, timeline }), { seed });
          simulation.runUntil(Infinity);
          const { sources, operations, checks } = simulation.report();
          for (const { errors } of operations) broken += errors['connection-reset'] ?? 0;
          if (simulation.engine.frames.all().length > 0) return;
          for (const { offered, ended } of sources) expect(offered).toBe(ended);
          for (const { measured, expected } of checks.littlesLaw) expect(measured).toBeCloseTo(expected, 9);
          for (const { measuredCores, expectedCores } of checks.utilisationLaw)
            expect(measuredCores).toBeCloseTo(expectedCores, 7);
        },
      ),
      { numRuns: 80, seed: 20_261_201, endOnFailure: true },
    );
    expect(broken).toBeGreaterThan(20);
  });
});
