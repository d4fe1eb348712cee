/**
 * @jest-environment ./testing/keep-on-failure-environment.mjs
 */
import { describe, expect, it } from '@jest/globals';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import { useTestStore } from '../../../testing/test-store.ts';
import { openFactStore } from './fact-store.ts';

const store = useTestStore('fact_store');

const replicas = (component: string, value: number): FoundFact => ({
  subject: { kind: 'component', component },
  attribute: 'replicas',
  value,
  method: 'captured',
});

function inventory(place: string, content: string, counts: Record<string, number>): Findings {
  return {
    collector: 'docker',
    place,
    sha256: sha256Hex(content),
    asOfMs: 1_000,
    isComplete: true,
    sightings: Object.keys(counts).map((key) => ({ key, kind: 'service', names: [{ scheme: 'address', value: key }] })),
    facts: Object.entries(counts).map(([key, count]) => replicas(key, count)),
    coverage: { read: { containers: 1 }, notUnderstood: [] },
  };
}

const telemetry = (content: string, asOfMs: number, counts: Record<string, number>): Findings => ({
  ...inventory(`traces of ${content}`, content, counts),
  collector: 'traces',
  asOfMs,
  isComplete: false,
});

describe('openFactStore', () => {
  const record = (estate: string, ...findings: Findings[]) =>
    openFactStore(store().database).record({ estate, capturedAtMs: 5_000, findings, ownerRules: [] });

  const countsOf = async (estate: string) => {
    const { document } = await openFactStore(store().database).snapshot(estate);
    return Object.fromEntries(
      document.facts.map(({ subject, value }) => [subject.kind === 'component' ? subject.component : '', value]),
    );
  };

  it('gives back what was recorded, by its whole name, a part of it, or none', async () => {
    const facts = openFactStore(store().database);
    const { sha256, document } = await record('one', inventory('engine', 'a', { cart: 2 }));
    expect(sha256).toBe(sha256Hex(canonicalJson(document)));
    for (const name of [undefined, sha256, sha256.slice(0, 8)]) {
      expect(await facts.snapshot('one', name)).toEqual({ sha256, document });
    }
    expect(await facts.captures('one', 10)).toEqual([{ capturedAtMs: 5_000, snapshotSha256: sha256, readings: 1 }]);
    expect(await facts.readings('one')).toMatchObject([
      { place: 'engine', asOfMs: 1_000, coverage: { read: { containers: 1 } } },
    ]);
    expect(await facts.estates()).toContain('one');
  });

  it('keeps a value that is null, such as a health check that is switched off', async () => {
    const reading = inventory('engine', 'a', {});
    const subject = { kind: 'component', component: 'cart' } as const;
    await record('null', {
      ...reading,
      facts: [{ subject, attribute: 'health-check', value: null, method: 'declared' }],
    });
    expect(await countsOf('null')).toEqual({ cart: null });
  });

  it('gives the same name to the same input, read again', async () => {
    const first = await record('same', inventory('engine', 'a', { cart: 2 }), telemetry('t', 10, { pay: 1 }));
    const second = await record('same', telemetry('t', 10, { pay: 1 }), inventory('engine', 'a', { cart: 2 }));
    expect(second).toEqual(first);
    expect(await openFactStore(store().database).captures('same', 10)).toHaveLength(2);
  });

  it('takes out of force what an inventory no longer has, and keeps what telemetry did not see again', async () => {
    await record('force', inventory('engine', 'a', { cart: 2, old: 1 }), telemetry('t1', 10, { pay: 1, rare: 1 }));
    await record('force', inventory('engine', 'b', { cart: 3 }), telemetry('t2', 20, { pay: 5 }));
    expect(await countsOf('force')).toEqual({ cart: 3, pay: 5, rare: 1 });
    // An older window, read late, says nothing that is newer.
    await record('force', telemetry('t0', 5, { pay: 9, ancient: 1 }));
    expect(await countsOf('force')).toEqual({ cart: 3, pay: 5, rare: 1, ancient: 1 });
    // Another place is another inventory.
    await record('force', inventory('engine-2', 'c', { search: 1 }));
    expect(await countsOf('force')).toMatchObject({ cart: 3, search: 1 });
  });

  it('takes a part of an engine for newer than the whole, and the whole for newer than its parts', async () => {
    const part = (label: string, content: string, counts: Record<string, number>) =>
      inventory(`engine (label ${label})`, content, counts);
    await record('parts', inventory('engine', 'a', { cart: 2, pay: 1 }));
    await record('parts', part('app=cart', 'b', { cart: 3 }));
    expect(await countsOf('parts')).toEqual({ cart: 3, pay: 1 });
    await record('parts', part('app=pay', 'c', { pay: 4 }));
    expect(await countsOf('parts')).toEqual({ cart: 3, pay: 4 });
    await record('parts', inventory('engine', 'd', { cart: 5 }));
    expect(await countsOf('parts')).toEqual({ cart: 5 });
  });

  it('forgets processes that a later window no longer shows, and no other component', async () => {
    const process = (component: string, instance: string): FoundFact => ({
      subject: { kind: 'instance', component, instance },
      attribute: 'process',
      value: { host: 'h', spans: 1, firstSeenMs: 0, lastSeenMs: 1 },
      method: 'captured',
    });
    const window = (asOfMs: number, ...facts: FoundFact[]): Findings => ({
      ...telemetry(`w${asOfMs}`, asOfMs, {}),
      facts,
    });
    await record('pods', window(10, process('cart', 'cart-a'), process('pay', 'pay-a')));
    await record('pods', window(20, process('cart', 'cart-b'), process('cart', 'cart-c')));
    const { document } = await openFactStore(store().database).snapshot('pods');
    const instances = document.facts.flatMap(({ subject }) => (subject.kind === 'instance' ? [subject.instance] : []));
    expect(instances).toEqual(['cart-b', 'cart-c', 'pay-a']);
  });

  it('does not let a reading of the future stay the latest', async () => {
    await record('future', telemetry('t1', 9e15, { pay: 1 }));
    await record('future', telemetry('t2', 4_000, { pay: 2 }));
    expect(await countsOf('future')).toEqual({ pay: 1 });
    const later = { ...telemetry('t3', 6_000, { pay: 3 }) };
    const facts = openFactStore(store().database);
    await facts.record({ estate: 'future', capturedAtMs: 7_000, findings: [later], ownerRules: [] });
    expect(await countsOf('future')).toEqual({ pay: 3 });
  });

  it('looks at no window any more of which nothing is in force', async () => {
    for (const asOfMs of [10, 20, 30]) await record('many', telemetry(`t${asOfMs}`, asOfMs, { pay: asOfMs }));
    const rows = await store().database.query<{ in_force: string[] }>(
      `select in_force from estate_capture_snapshot where estate = 'many' order by capture_id`,
    );
    expect(rows.map(({ in_force: readings }) => readings.length)).toEqual([1, 1, 1]);
    expect(await countsOf('many')).toEqual({ pay: 30 });
  });

  it('leaves everything as it was when a capture fails before its end', async () => {
    const facts = openFactStore(store().database);
    const before = await record('atomic', inventory('engine', 'a', { cart: 2 }));
    const failing = facts.record({
      estate: 'atomic',
      capturedAtMs: 6_000,
      findings: [inventory('engine', 'b', { cart: 3 })],
      ownerRules: [],
      beforeCommit: () => Promise.reject(new Error('the power went')),
    });
    await expect(failing).rejects.toThrow('the power went');
    expect(await facts.snapshot('atomic')).toEqual(before);
    expect(await facts.captures('atomic', 10)).toHaveLength(1);
    const malformed = { ...inventory('engine', 'b', { cart: 3 }), facts: [replicas('cart', 0.5)] };
    await expect(record('atomic', malformed)).rejects.toMatchObject({ code: 'fact-malformed' });
    expect(await facts.snapshot('atomic')).toEqual(before);
  });

  it('takes two captures of one estate one after the other', async () => {
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        record('busy', inventory(`engine-${number}`, `${number}`, { [`c${number}`]: number })),
      ),
    );
    expect(await countsOf('busy')).toEqual({ c1: 1, c2: 2, c3: 3, c4: 4 });
  });

  it('keeps text that PostgreSQL and JSON would refuse, and hostile names as any others', async () => {
    const odd = ['a\0b', '\uD800', '__proto__', 'constructor', 'x'.repeat(20_000)];
    const findings = inventory('engine', 'odd', {});
    const sightings = odd.map((value, index) => ({
      key: `k${index}`,
      kind: 'service' as const,
      names: [{ scheme: 'address' as const, value }],
    }));
    const { document } = await record('odd', {
      ...findings,
      sightings,
      facts: sightings.map(({ key }) => replicas(key, 1)),
    });
    expect(document.components).toHaveLength(odd.length);
    expect(Math.max(...document.components.map(({ name }) => name.length))).toBeLessThan(10_000);
    expect((await openFactStore(store().database).snapshot('odd')).document).toEqual(document);
  });

  it('says what there is where something is asked for that is not', async () => {
    const facts = openFactStore(store().database);
    await record('known', inventory('engine', 'a', { cart: 2 }));
    await expect(facts.snapshot('unknown')).rejects.toMatchObject({ code: 'estate-not-captured' });
    await expect(facts.snapshot('known', 'ffff')).rejects.toMatchObject({ code: 'snapshot-unknown' });
  });

  it('seals with one salt, whoever asks first', async () => {
    const [one, two] = await Promise.all([
      openFactStore(store().database).seal(),
      openFactStore(store().database).seal(),
    ]);
    expect(one('secret')).toBe(two('secret'));
  });
});
