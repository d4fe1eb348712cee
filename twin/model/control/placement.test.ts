import { describe, expect, it } from '@jest/globals';
import { Placement } from './placement.ts';
import type { Placed } from './placement.ts';

const of = (component: string, cores = 1, volume?: Placed['volume']): Placed => ({
  component,
  cores,
  memoryBytes: 0,
  volume,
});
const node = (cores: number, zone?: string): { cores: number; memory: number; zone?: string } => ({
  cores,
  memory: 1_000,
  ...(zone === undefined ? {} : { zone }),
});
const nodeOf = (place: ReturnType<Placement['place']>): string | undefined =>
  'why' in place ? place.why : place.node?.name;

describe('a placement', () => {
  it('has room for all where there are no nodes', () => {
    expect(new Placement({}).place(of('web', 1_000))).toEqual({ node: undefined });
  });

  it('spreads over zones first, then over nodes', () => {
    const placement = new Placement({ a: node(4, 'x'), b: node(4, 'x'), c: node(4, 'y') });
    expect([1, 2, 3, 4].map(() => nodeOf(placement.place(of('web'))))).toEqual(['a', 'c', 'b', 'c']);
  });

  it('says why something does not fit, and finds room again that was given back', () => {
    const placement = new Placement({ a: node(2) });
    const first = of('web');
    placement.place(first);
    placement.place(of('web'));
    expect(nodeOf(placement.place(of('web')))).toBe('no node has room for it');
    placement.remove(first);
    expect(nodeOf(placement.place(of('web')))).toBe('a');
  });

  it('takes tenths of cores for what they are', () => {
    const placement = new Placement({ a: node(0.3) });
    expect([1, 2, 3].map(() => nodeOf(placement.place(of('web', 0.1))))).toEqual(['a', 'a', 'a']);
  });

  it('keeps instances that share a volume on the node that has it', () => {
    const placement = new Placement({ a: node(2), b: node(4) });
    expect(nodeOf(placement.place(of('db', 1, 'one-node')))).toBe('a');
    expect(nodeOf(placement.place(of('db', 1, 'one-node')))).toBe('a');
    expect(nodeOf(placement.place(of('db', 1, 'one-node')))).toBe(
      'its volume is attached to a node that cannot take it',
    );
    expect(nodeOf(placement.place(of('kv', 1, 'one-instance')))).toBe('b');
    expect(nodeOf(placement.place(of('kv', 1, 'one-instance')))).toBe('its volume is held by another instance');
  });

  it('lets stand what stands on a node that is full or closed, and counts it there', () => {
    const placement = new Placement({ a: { ...node(1), cordoned: true }, b: node(1) });
    const standing = [of('web'), of('web')];
    for (const each of standing) placement.stands(each, 'a');
    expect(placement.nodes.get('a')).toMatchObject({ usedCores: 2 });
    expect(nodeOf(placement.place(of('web')))).toBe('b');
    expect(nodeOf(placement.place(of('web')))).toBe('no node has room for it');
  });

  it('has no bound where a node has none', () => {
    const placement = new Placement({ a: {} });
    expect(nodeOf(placement.place(of('web', 1_000)))).toBe('a');
  });

  it('puts nothing on a node that is closed', () => {
    const placement = new Placement({ a: node(2) });
    placement.nodes.get('a')?.closedBy.add('cordoned');
    expect(nodeOf(placement.place(of('web')))).toBe('no node takes instances');
  });
});
