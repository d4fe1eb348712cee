import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRandom } from '../../src/kernel/index.ts';
import type { RandomSource } from '../../src/kernel/index.ts';
import { madeTrace, madeTraceStartMs } from '../../testing/made-trace.ts';
import type { MadeSpan } from '../../testing/made-trace.ts';
import { diagnose } from './diagnose.ts';
import type { Diagnosis } from './diagnose.ts';
import type { MetricEvidence, MetricPoints } from './metric-evidence.ts';
import { placeLabel } from './place.ts';
import { requestsOf } from './request-tree.ts';
import type { RecordedRequest } from './request-tree.ts';

/** What is wrong: milliseconds more of own time or on the way, and where requests break off. */
interface Wrong {
  readonly own?: Readonly<Record<string, number>>;
  readonly way?: Readonly<Record<string, number>>;
  /** An edge whose calls are lost: the client gives up, no server's span is there. */
  readonly lost?: string;
  /** Orders answers an error page of its own in place of calling the store. */
  readonly failing?: 'orders';
  /** The front calls orders twice as often. */
  readonly calling?: 'twice';
}

/**
 * One request: `front` calls `orders`, which calls `store`, and then `prices`, which calls `store` too. Every call has a
 * client's and a server's span.
 */
function spansOf(random: RandomSource, { own = {}, way = {}, lost, failing, calling }: Wrong): MadeSpan[] {
  const spans: MadeSpan[] = [];
  let nowMs = 0;
  let count = 0;
  const passMs = (ms: number): void => {
    nowMs += ms * (0.8 + 0.4 * random.uniform());
  };
  const call = (caller: string, parent: string, callee: string, work: (id: string) => void): void => {
    const edge = `${caller}>${callee}`;
    const [client, server] = [`c${++count}`, `s${count}`];
    const sentMs = nowMs;
    passMs(2 + (way[edge] ?? 0));
    if (lost === edge) {
      passMs(20);
    } else {
      const arrivedMs = nowMs;
      passMs(5 + (own[callee] ?? 0));
      work(server);
      spans.push({ id: server, parent: client, service: callee, at: [arrivedMs, nowMs], name: `serve-${caller}` });
      passMs(1);
    }
    spans.push({ id: client, parent, service: caller, at: [sentMs, nowMs], name: `call-${callee}`, kind: 'client' });
  };
  passMs(3 + (own['front'] ?? 0));
  const orders = (): void =>
    call('front', 'root', 'orders', (id) => {
      if (failing === 'orders') {
        spans.push({ id: 'e', parent: id, service: 'orders', at: [nowMs, nowMs + 1], name: 'error-page' });
        passMs(1.5);
      } else {
        call('orders', id, 'store', () => passMs(1));
      }
    });
  orders();
  if (calling === 'twice') orders();
  call('front', 'root', 'prices', (id) => call('prices', id, 'store', () => passMs(1)));
  spans.push({ id: 'root', service: 'front', at: [0, nowMs], name: 'serve-users' });
  return spans;
}

const named = (names: Readonly<Record<string, string>>, spans: readonly MadeSpan[]): MadeSpan[] =>
  spans.map((span) => ({ ...span, service: names[span.service] ?? span.service }));

function recording(
  seed: number,
  wrong: Wrong,
  names: Readonly<Record<string, string>> = {},
): readonly RecordedRequest[] {
  const random = createRandom(`recording ${seed}`);
  return requestsOf(
    Array.from({ length: 12 }, (_, at) =>
      madeTrace(`t${at}`, named(names, spansOf(random, wrong)), madeTraceStartMs + at * 1_000),
    ).flat(),
  );
}

const noMetrics: MetricEvidence = { cpu: new Map(), served: new Map(), waits: [] };

function diagnosed(wrong: Wrong, metrics = noMetrics, names: Readonly<Record<string, string>> = {}): Diagnosis {
  return diagnose({
    requests: recording(0, wrong, names),
    others: [1, 2, 3, 4, 5].map((seed) => recording(seed, {}, names)),
    sinceMs: madeTraceStartMs,
    othersSinceMs: [],
    metrics,
  });
}

const labels = ({ suspects }: Diagnosis): readonly string[] => suspects.map(({ place }) => placeLabel(place));

const answered = ({ answer }: Diagnosis): string => (answer === undefined ? 'unknown' : placeLabel(answer.place));

/** Points each minute from an hour before to ten minutes after; `during` where the symptom is. */
const points = (usual: number, during: number): MetricPoints =>
  Array.from({ length: 70 }, (_, minute) => {
    const afterMs = (minute - 60) * 60_000;
    const level = afterMs >= 0 && afterMs < 300_000 ? during : usual;
    return [madeTraceStartMs + afterMs, level * (1 + 0.01 * (minute % 5))] as const;
  });

describe('a diagnosis of made requests', () => {
  it.each(['front', 'orders', 'prices', 'store'])('names %s where its own time grew', (component) => {
    const diagnosis = diagnosed({ own: { [component]: 60 } });
    // The root's own time is nowhere else; of a callee, only its own place and its callers' waits could be meant.
    expect(answered(diagnosis)).toBe(component);
  });

  it.each([
    ['orders>store', 'orders > store'],
    ['prices>store', 'prices > store'],
  ])('names the edge %s where only calls on it wait, and not the callee that others reach', (edge, label) => {
    const diagnosis = diagnosed({ way: { [edge]: 60 } });
    expect(answered(diagnosis)).toBe(label);
  });

  it('names the callee where calls wait on every edge to it', () => {
    expect(answered(diagnosed({ way: { 'orders>store': 60, 'prices>store': 60 } }))).toBe('store');
  });

  it('names the caller where calls wait on every edge from it, and those are more than one callee has', () => {
    expect(answered(diagnosed({ way: { 'front>orders': 60, 'front>prices': 60 } }))).toBe('front');
  });

  it('names the edge whose calls get no answer, and both its ends after it', () => {
    const diagnosis = diagnosed({ lost: 'prices>store' });
    expect(labels(diagnosis).slice(0, 3)).toEqual(['prices > store', 'prices', 'store']);
    expect(diagnosis.suspects.find(({ place }) => placeLabel(place) === 'prices > store')?.plan).toBeGreaterThan(0.8);
  });

  it('names the callee that fails by itself, before it makes any call', () => {
    const diagnosis = diagnosed({ failing: 'orders' });
    expect(answered(diagnosis)).toBe('orders');
    expect(diagnosis.answer?.plan).toBeGreaterThan(0.8);
  });

  it('blames no callee for the time that a caller makes by calling it twice', () => {
    const { suspects } = diagnosed({ calling: 'twice' });
    expect(suspects.filter(({ time }) => time > 0.05)).toEqual([]);
  });

  it('says unknown where nothing differs', () => {
    expect(answered(diagnosed({}))).toBe('unknown');
  });

  it('gives the same ranks whatever the components are called', () => {
    const originals = ['front', 'orders', 'prices', 'store'];
    const wrong: Wrong = { own: { orders: 25 }, way: { 'prices>store': 20 } };
    const scoresOf = (diagnosis: Diagnosis, back: Readonly<Record<string, string>>): Readonly<Record<string, number>> =>
      Object.fromEntries(
        diagnosis.suspects.map(({ place: { component, callee }, score }) => [
          placeLabel({ component: back[component] ?? '', callee: callee === undefined ? undefined : back[callee] }),
          score,
        ]),
      );
    const expected = scoresOf(diagnosed(wrong), Object.fromEntries(originals.map((name) => [name, name])));
    expect(Object.keys(expected).length).toBeGreaterThan(3);
    fc.assert(
      fc.property(fc.shuffledSubarray(originals, { minLength: 4, maxLength: 4 }), (shuffled) => {
        const names = Object.fromEntries(originals.map((name, at) => [name, shuffled[at] ?? name]));
        const back = Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
        expect(scoresOf(diagnosed(wrong, noMetrics, names), back)).toEqual(expected);
      }),
      { numRuns: 8 },
    );
  });
});

describe('a diagnosis by metrics', () => {
  it('names the edge that waits where both its ends have others that do not, without any request', () => {
    const waits = [
      { caller: 'orders', callee: 'store', points: points(3, 700) },
      { caller: 'prices', callee: 'store', points: points(3, 3) },
      { caller: 'front', callee: 'orders', points: points(4, 4) },
    ];
    const diagnosis = diagnose({
      requests: [],
      others: [1, 2, 3].map((seed) => recording(seed, {})),
      sinceMs: madeTraceStartMs,
      othersSinceMs: [],
      metrics: { ...noMetrics, waits },
    });
    expect(answered(diagnosis)).toBe('orders > store');
  });

  it('names the component whose processor use rose beyond what it ever was, and not one that is always uneven', () => {
    const uneven = points(5, 5).map(([at, value], index) => [at, index % 2 === 0 ? value : 10 * value] as const);
    const cpu = new Map([
      ['orders', points(5, 60)],
      ['prices', uneven],
    ]);
    expect(labels(diagnosed({}, { ...noMetrics, cpu }))).toEqual(['orders']);
  });

  it('names the caller that no longer calls, not those that wait for its calls', () => {
    const served = new Map([
      ['front', points(10, 10)],
      ['orders', points(10, 10)],
      ['prices', points(10, 0)],
      ['store', points(20, 20)],
    ]);
    expect(labels(diagnosed({}, { ...noMetrics, served }))).toEqual(['front']);
  });

  it('takes nothing from times at which something else was wrong', () => {
    const usual = points(5, 40);
    const earlier = usual.map(([at, value], minute) => [at, minute >= 20 && minute < 25 ? 40 : value] as const);
    const cpu = new Map([['orders', earlier]]);
    const request = {
      requests: [],
      others: [],
      sinceMs: madeTraceStartMs,
      metrics: { ...noMetrics, cpu },
    };
    const blind = diagnose({ ...request, othersSinceMs: [] });
    const told = diagnose({ ...request, othersSinceMs: [madeTraceStartMs - 40 * 60_000] });
    expect(blind.answer?.processor ?? 0).toBeLessThan(told.answer?.processor ?? 0);
  });
});
