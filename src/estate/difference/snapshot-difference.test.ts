import { describe, expect, it } from '@jest/globals';
import type { Fact } from '../facts/index.ts';
import type { SnapshotDocument } from '../snapshot/index.ts';
import { snapshotDifference } from './snapshot-difference.ts';

const replicas = (name: string, value: number, reading = 'r', place = 'p'): Fact => ({
  subject: { kind: 'component', component: name },
  attribute: 'replicas',
  value,
  method: 'captured',
  collector: 'docker',
  reading,
  place,
});

const snapshot = (...facts: Fact[]): SnapshotDocument => ({
  format: 'backlot.snapshot/1',
  readings: [],
  components: [...new Set(facts.map(({ subject }) => (subject.kind === 'component' ? subject.component : '')))].map(
    (name) => ({ name, kind: 'service', group: null, owner: null, names: [], collectors: [], joints: [] }),
  ),
  facts,
  ambiguities: [],
});

describe('snapshotDifference', () => {
  it('finds what came, went and changed', () => {
    const before = snapshot(replicas('api', 1), replicas('cart', 2));
    const after = snapshot(replicas('cart', 3), replicas('pay', 1));
    const subject = (component: string) => ({
      subject: component,
      attribute: 'replicas',
      method: 'captured',
      kind: 'configuration',
    });
    expect(snapshotDifference(before, after)).toEqual({
      componentsAdded: ['pay'],
      componentsRemoved: ['api'],
      facts: [
        { ...subject('api'), change: 'removed', before: [1], after: [] },
        { ...subject('cart'), change: 'changed', before: [2], after: [3] },
        { ...subject('pay'), change: 'added', before: [], after: [1] },
      ],
    });
  });

  it('puts what somebody set before what comes and goes by itself', () => {
    const usage = (memoryBytes: number): Fact => ({
      ...replicas('api', 1),
      subject: { kind: 'instance', component: 'api', instance: 'api-1' },
      attribute: 'usage',
      value: { memoryBytes },
    });
    const { facts } = snapshotDifference(
      snapshot(replicas('api', 1), usage(1), replicas('cart', 2)),
      snapshot(replicas('api', 1), usage(2), replicas('cart', 3)),
    );
    expect(facts.map(({ attribute }) => attribute)).toEqual(['replicas', 'usage']);
  });

  it('takes the same values of another reading, in another order, for no change', () => {
    const before = snapshot(replicas('cart', 1, 'first', 'a'), replicas('cart', 2, 'first', 'b'));
    const after = snapshot(replicas('cart', 2, 'second', 'a'), replicas('cart', 1, 'second', 'b'));
    expect(snapshotDifference(before, after).facts).toEqual([]);
  });
});
