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
    const subject = (component: string) => ({ subject: component, attribute: 'replicas', method: 'captured' });
    expect(snapshotDifference(before, after)).toEqual({
      componentsAdded: ['pay'],
      componentsRemoved: ['api'],
      facts: [
        { ...subject('api'), change: 'removed' },
        { ...subject('cart'), change: 'changed' },
        { ...subject('pay'), change: 'added' },
      ],
    });
  });

  it('takes the same values of another reading, in another order, for no change', () => {
    const before = snapshot(replicas('cart', 1, 'first', 'a'), replicas('cart', 2, 'first', 'b'));
    const after = snapshot(replicas('cart', 2, 'second', 'a'), replicas('cart', 1, 'second', 'b'));
    expect(snapshotDifference(before, after).facts).toEqual([]);
  });
});
