import { describe, expect, it } from '@jest/globals';
import { keepSetting, sealWith } from '../../kernel/index.ts';
import { ownerOfLabels } from './owner-label.ts';

const seal = sealWith(new Uint8Array(32).fill(7));

/** As a connector gives them. */
const labels = (all: Record<string, string>) =>
  Object.entries(all).map(([name, value]) => keepSetting(name, value, seal));

describe('ownerOfLabels', () => {
  it('reads the owner of labels as connectors seal them, the most telling first', () => {
    expect(ownerOfLabels(labels({ maintainer: 'ops', 'com.example.team': 'payments', tier: 'gold' }))).toBe('payments');
    expect(ownerOfLabels(labels({ tier: 'gold' }))).toBeUndefined();
  });

  it('reads none of what is not plainly a name', () => {
    expect(ownerOfLabels(labels({ owner: 'hunter2hunter2' }))).toBeUndefined();
  });

  it('does not take who made an image for who answers for what runs from it', () => {
    const ofImage = labels({ maintainer: 'bitnami' }).map((label) => ({ ...label, ofImage: true }));
    expect(ownerOfLabels(ofImage)).toBeUndefined();
    expect(ownerOfLabels([...ofImage, ...labels({ owner: 'team-web' })])).toBe('team-web');
  });
});
