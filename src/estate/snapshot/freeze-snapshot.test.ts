import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FoundFact } from '../facts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { freezeSnapshot } from './freeze-snapshot.ts';
import type { FindingsInForce } from './freeze-snapshot.ts';

const cores = (component: string, cpuCores: number, method: 'captured' | 'declared', place: string): FoundFact => ({
  subject: { kind: 'component', component },
  attribute: 'limits',
  value: { cpuCores },
  method,
  place,
});

const declared: FindingsInForce = {
  collector: 'compose',
  place: '/here/compose.yaml',
  sha256: 'c'.repeat(64),
  isComplete: true,
  sightings: [
    { key: 'shop/cart', kind: 'service', names: [{ scheme: 'compose-service', value: 'shop/cart' }], group: 'shop' },
  ],
  facts: [cores('shop/cart', 0.5, 'declared', 'compose.yaml:4')],
};

const captured: FindingsInForce = {
  collector: 'docker',
  place: 'unix:///var/run/docker.sock',
  sha256: 'd'.repeat(64),
  isComplete: true,
  sightings: [
    { key: 'shop/cart', kind: undefined, names: [{ scheme: 'compose-service', value: 'shop/cart' }], group: 'shop' },
  ],
  facts: [cores('shop/cart', 1, 'captured', 'shop-cart-1'), cores('shop/cart', 1, 'captured', 'shop-cart-2')],
};

describe('freezeSnapshot', () => {
  it('keeps what is declared beside what was captured, and what replicas agree on once', () => {
    const { document } = freezeSnapshot([captured, declared]);
    expect(document.facts.map(({ subject, value, method, place }) => [subject, value, method, place])).toEqual([
      [{ kind: 'component', component: 'cart' }, { cpuCores: 1 }, 'captured', 'shop-cart-1'],
      [{ kind: 'component', component: 'cart' }, { cpuCores: 0.5 }, 'declared', 'compose.yaml:4'],
    ]);
  });

  it('names the whole by its content, and by nothing else', () => {
    const { sha256, document } = freezeSnapshot([captured, declared]);
    expect(sha256).toBe(sha256Hex(canonicalJson(document)));
    expect(freezeSnapshot([{ ...declared, place: '/elsewhere/compose.yaml' }, captured]).sha256).toBe(sha256);
    const other = { ...declared, facts: [cores('shop/cart', 0.6, 'declared', 'compose.yaml:4')] };
    expect(freezeSnapshot([captured, other]).sha256).not.toBe(sha256);
  });

  it('gives each component its owner: of a rule, else of what is captured, else of what is declared', () => {
    const owner = (method: 'captured' | 'declared', value: string): FoundFact => ({
      subject: { kind: 'component', component: 'shop/cart' },
      attribute: 'owner',
      value,
      method,
    });
    const byFile = { ...declared, facts: [owner('declared', 'team-file')] };
    const byLabel = { ...captured, facts: [owner('captured', 'team-label')] };
    const ownerOf = (...args: Parameters<typeof freezeSnapshot>) =>
      freezeSnapshot(...args).document.components[0]?.owner;
    expect(ownerOf([declared])).toBeNull();
    expect(ownerOf([byFile])).toBe('team-file');
    expect(ownerOf([byFile, byLabel])).toBe('team-label');
    expect(ownerOf([byLabel], [{ components: 'shop/c*t', owner: 'team-rule' }])).toBe('team-rule');
    expect(ownerOf([byLabel], [{ components: 'other/*', owner: 'team-rule' }])).toBe('team-label');
  });

  it('gives the same document whatever the order of readings, sightings and facts', () => {
    // One place that says two things, too.
    const torn = { ...captured, facts: [...captured.facts, cores('shop/cart', 2, 'captured', 'shop-cart-2')] };
    const both = [declared, torn];
    const shuffled = fc.shuffledSubarray(both, { minLength: 2 });
    const turned = fc
      .tuple(shuffled, fc.boolean())
      .map(([readings, back]) =>
        readings.map((reading) => ({ ...reading, facts: back ? [...reading.facts].reverse() : reading.facts })),
      );
    const wanted = freezeSnapshot(both).sha256;
    fc.assert(fc.property(turned, (readings) => expect(freezeSnapshot(readings).sha256).toBe(wanted)));
  });
});
