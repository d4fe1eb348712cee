import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { simulate, startSimulation } from '../index.ts';
import type { Model, ModelFile, SimulationReport } from '../index.ts';

type Component = ModelFile['components'][string];
type Client = NonNullable<Component['clients']>[string];

const all = (count: number, everyMs: number): ModelFile['arrivals'][number] => ({
  operation: 'front/ask',
  at: Array.from({ length: count }, (_, at) => `${1_000 + at * everyMs}ms`),
});

/** A caller and whom it calls. */
const pair = (
  client: Client,
  back: Partial<Component>,
  over: Partial<ModelFile> = {},
  front: Partial<Component> = {},
) =>
  madeModel({
    components: {
      front: { operations: { ask: [{ call: 'back/answer' }] }, clients: { back: client }, ...front },
      back: { operations: { answer: [{ wait: '10ms' }] }, ...back },
    },
    arrivals: [all(1, 0)],
    run: { for: '20s' },
    ...over,
  });

/** Times from the first request on at which calls began, how long they took and whether they failed. */
function calls(model: Model, seed = 1): { readonly atMs: number; readonly ms: number; readonly isError: boolean }[] {
  const simulation = startSimulation(model, { seed, traceRequests: 10_000 });
  simulation.runUntil(Infinity);
  return simulation
    .spans()
    .filter(({ kind }) => kind === 'client')
    .map(({ startMs, durationMs, isError }) => ({
      atMs: Number((startMs - 1_000).toFixed(6)),
      ms: Number(durationMs.toFixed(6)),
      isError,
    }))
    .toSorted((one, other) => one.atMs - other.atMs);
}

const times = (model: Model, seed?: number): number[] => calls(model, seed).map(({ atMs }) => atMs);

const answerOf = (report: SimulationReport) => report.operations[1] as SimulationReport['operations'][number];

describe('a call with a timeout', () => {
  it('fails its caller on time, and the called one works on for nobody', () => {
    const model = pair({ timeout: '25ms' }, { operations: { answer: [{ cpu: '100ms' }] }, cpu: { cores: 1 } });
    expect(calls(model)).toEqual([{ atMs: 0, ms: 25, isError: true }]);
    const report = simulate(model, { seed: 1 });
    expect(answerOf(report)).toMatchObject({ attempts: 1, answered: 0, errors: { timeout: 1 }, abandoned: 1 });
    // The whole work is done all the same, of one core in 20 s.
    expect(report.components[1]?.cpu.utilisationOfCoresRatio).toBeCloseTo(0.1 / 20, 12);
    expect(report.sources[0]).toMatchObject({ ended: 1, failed: 1, meanMs: null });
  });

  it('of the step goes before that of the client, and covers the wait for a connection', () => {
    const model = pair(
      { timeout: '25ms', pool: { size: 1 } },
      { operations: { answer: [{ wait: '100ms' }] } },
      { arrivals: [all(2, 1)] },
      { operations: { ask: [{ call: 'back/answer', timeout: '40ms' }] } },
    );
    expect(calls(model).map(({ ms }) => ms)).toEqual([40, 40]);
    // The second had the connection from 40 ms on, and its caller gave up 1 ms later.
    expect(answerOf(simulate(model, { seed: 1 })).abandoned).toBe(2);
  });

  it('is met by an answer before it, and then never heard of again', () => {
    const model = pair({ timeout: '25ms' }, { operations: { answer: [{ wait: '24ms' }] } }, { arrivals: [all(50, 7)] });
    expect(answerOf(simulate(model, { seed: 1 }))).toMatchObject({ answered: 50, meanMs: 24, abandoned: 0 });
  });

  it('counts the network, half before and half after', () => {
    const within = pair({ latency: '14ms', timeout: '25ms' }, { operations: { answer: [{ wait: '10ms' }] } });
    expect(calls(within)).toEqual([{ atMs: 0, ms: 24, isError: false }]);
    // Answered when 17 ms are over, and on its way when its caller gives up.
    const beyond = pair({ latency: '16ms', timeout: '25ms' }, { operations: { answer: [{ wait: '10ms' }] } });
    expect(calls(beyond)).toEqual([{ atMs: 0, ms: 25, isError: true }]);
  });
});

describe('retries', () => {
  const failing: Partial<Component> = { operations: { answer: [{ wait: '10ms' }, { fail: 1 }] } };

  it('come after a backoff that grows by its factor up to the most', () => {
    const retries = { attempts: 6, backoff: '20ms', factor: 3, most: '200ms' };
    // 10 ms each; then 20, 60, 180, 200 and 200 ms.
    expect(times(pair({ retries }, failing))).toEqual([0, 30, 100, 290, 500, 710]);
    const report = simulate(pair({ retries }, failing), { seed: 1 });
    expect(answerOf(report)).toMatchObject({ attempts: 6, retries: 5, errors: { application: 6 } });
    expect(report.operations[0]).toMatchObject({ attempts: 1, retries: 0, errors: { application: 1 } });
  });

  it('come within the jitter, and from all of it', () => {
    const retries = { attempts: 2, backoff: '100ms', jitter: 0.5 };
    const alone = Array.from({ length: 200 }, (_, seed) => {
      const [first = NaN, second = NaN] = times(pair({ retries }, failing), seed);
      return second - first - 10;
    });
    expect(Math.min(...alone)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...alone)).toBeLessThanOrEqual(100);
    expect(Math.min(...alone)).toBeLessThan(55);
    expect(Math.max(...alone)).toBeGreaterThan(95);
    // Uniform: the mean of 200 draws is within 4 standard errors of 14.4 / 200^0.5.
    expect(Math.abs(alone.reduce((sum, one) => sum + one, 0) / 200 - 75)).toBeLessThan(4.1);
  });

  it('end with the first success', () => {
    const model = pair(
      { retries: { attempts: 5, backoff: '1ms' } },
      { operations: { answer: [{ fail: 0.5 }] } },
      {
        arrivals: [all(1_000, 10)],
      },
    );
    const { attempts, answered, retries } = answerOf(simulate(model, { seed: 1 }));
    expect(attempts).toBe(1_000 + retries);
    // 1.9375 attempts each on average, with a standard deviation of 1.2; 4 standard errors of a thousand.
    expect(Math.abs(attempts - 1_937)).toBeLessThan(4 * 1.2 * Math.sqrt(1_000));
    expect(Math.abs(answered - 1_000 * (1 - 1 / 32))).toBeLessThan(4 * Math.sqrt(1_000 / 32));
  });

  it('keep to their budget: what was saved up, then a share of first attempts', () => {
    const retries = { attempts: 100, backoff: '1ms', budget: '20%', budgetBurst: 10 };
    const model = pair({ retries }, failing, { arrivals: [all(500, 10)] });
    const { attempts, retries: again } = answerOf(simulate(model, { seed: 1 }));
    expect(attempts).toBe(500 + again);
    // The first attempt finds the bucket full; each of the other 499 brings a fifth.
    expect(again).toBe(10 + Math.floor(499 / 5));
  });
});

describe('a pool of connections', () => {
  const slow: Partial<Component> = { operations: { answer: [{ wait: '100ms' }] } };

  it('lets as many calls go at once as it is large, in the order in which they came', () => {
    const model = pair({ pool: { size: 3 } }, slow, { arrivals: [all(7, 1)] });
    const answers = calls(model).map(({ atMs, ms }) => atMs + ms);
    expect(answers).toEqual([100, 101, 102, 200, 201, 202, 300]);
    const report = simulate(model, { seed: 1 });
    expect(report.components[1]?.inFlight.max).toBe(3);
    // 700 ms of three connections in 20 s; 97 + 97 + 97 + 194 ms of waiting.
    expect(report.pools[0]?.utilisationRatio).toBeCloseTo(700 / 60_000, 12);
    expect(report.pools[0]?.meanWaiting).toBeCloseTo((97 * 3 + 194) / 20_000, 12);
  });

  it('is one for each instance', () => {
    const model = pair({ pool: { size: 3 } }, slow, { arrivals: [all(20, 0)] }, { replicas: 2 });
    expect(simulate(model, { seed: 1 }).components[1]?.inFlight.max).toBe(6);
  });

  it('refuses what finds as many waiting as may wait', () => {
    const model = pair({ pool: { size: 1, queue: 2 } }, slow, { arrivals: [all(5, 1)] });
    expect(calls(model)).toEqual([
      { atMs: 0, ms: 100, isError: false },
      { atMs: 1, ms: 199, isError: false },
      { atMs: 2, ms: 298, isError: false },
      { atMs: 3, ms: 0, isError: true },
      { atMs: 4, ms: 0, isError: true },
    ]);
    const report = simulate(model, { seed: 1 });
    expect(answerOf(report).errors).toEqual({ 'pool-queue-full': 2 });
    expect(report.run.saturated).toEqual([{ bound: 'pool-queue', where: 'front > back', refused: 2 }]);
  });

  it('lets calls give up after the acquire timeout, and counts that they waited', () => {
    const model = pair({ pool: { size: 1, acquireTimeout: '30ms' } }, slow, { arrivals: [all(3, 1)] });
    expect(calls(model).map(({ ms }) => ms)).toEqual([100, 30, 30]);
    const report = simulate(model, { seed: 1 });
    expect(answerOf(report).errors).toEqual({ 'pool-timeout': 2 });
    expect(report.pools[0]?.meanWaiting).toBeCloseTo(60 / 20_000, 12);
  });
});

describe('a circuit breaker', () => {
  const breaker = { errors: '50%', window: 4, openFor: '1s', probes: 2 } as const;
  const failing: Partial<Component> = { operations: { answer: [{ wait: '10ms' }, { fail: 1 }] } };
  const passed = (model: Model): number[] => calls(model).flatMap(({ atMs, ms }) => (ms > 0 ? [atMs] : []));

  it('opens when the last calls fail, and tries again when its time is over', () => {
    const model = pair({ breaker }, failing, { arrivals: [all(40, 100)] });
    // The fourth failure comes at 310 ms: from there on one call each second and 10 ms.
    expect(passed(model)).toEqual([0, 100, 200, 300, 1_400, 2_500, 3_600]);
    const report = simulate(model, { seed: 1 });
    expect(answerOf(report).errors).toEqual({ application: 7, 'breaker-open': 33 });
    expect(report.breakers).toEqual([{ caller: 'front', called: 'back', opened: 4 }]);
  });

  it('lets only as many calls go at once as it needs when it is half open', () => {
    const slow: Partial<Component> = { operations: { answer: [{ wait: '500ms' }, { fail: 1 }] } };
    const model = pair({ breaker }, slow, { arrivals: [all(30, 100)] });
    // Opens at 800 ms by the fourth; those of 400 to 700 ms are under way and say nothing. Half open at 1,800 ms.
    expect(passed(model)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 1_800, 1_900]);
  });

  it('does not take the ends of calls from before for those of now', () => {
    const stale: Partial<Component> = {
      operations: { answer: [{ wait: '10ms' }, { fail: 1 }], late: [{ wait: '2s' }] },
    };
    const model = pair(
      { breaker: { ...breaker, probes: 1 } },
      stale,
      { arrivals: [{ operation: 'front/late', at: ['1s'] }, all(16, 100)] },
      { operations: { ask: [{ call: 'back/answer' }], late: [{ call: 'back/late' }] } },
    );
    // The late success comes at 2,000 ms, when the breaker is open for the second time; it would have closed it.
    expect(passed(model)).toEqual([0, 0, 100, 200, 300, 1_400]);
  });

  it('closes after as many successes as it wants', () => {
    const model = pair(
      { breaker },
      { operations: { answer: [{ wait: '10ms' }] } },
      {
        arrivals: [all(60, 100)],
        timeline: [{ at: '0s', fault: 'status-code', component: 'back', share: '100%', for: '1.35s' }],
      },
    );
    const report = simulate(model, { seed: 1 });
    expect(report.breakers[0]?.opened).toBe(1);
    // Four fail by the fault at once, at 0 to 300 ms; the next let is the one at 1,300 ms, and from there on all are.
    expect(answerOf(report)).toMatchObject({ errors: { 'breaker-open': 9, injected: 4 }, answered: 47 });
  });

  it('is one for each calling instance', () => {
    const model = pair({ breaker }, failing, { arrivals: [all(16, 100)] }, { replicas: 2 });
    // Each of two callers needs four failures of its own.
    expect(passed(model)).toEqual([0, 100, 200, 300, 400, 500, 600, 700]);
  });
});

describe('a rate limit', () => {
  it('lets a burst through and then what comes at its rate', () => {
    const model = pair({ rateLimit: { rate: '10/s', burst: 3 } }, {}, { arrivals: [all(21, 10)] });
    const through = calls(model).flatMap(({ atMs, isError }) => (isError ? [] : [atMs]));
    // Three at once; a token is whole again 80 ms after the third, and then every 100 ms.
    expect(through).toEqual([0, 10, 20, 100, 200]);
    expect(answerOf(simulate(model, { seed: 1 })).errors).toEqual({ 'rate-limited': 16 });
  });
});

describe('connections that are kept', () => {
  it('are closed under a request as often as a gap ends in the time before the caller sees it', () => {
    const [perSecond, serverIdleMs, noticeMs] = [2, 1_000, 20];
    const keepAlive = { idle: '10s', serverIdle: `${serverIdleMs}ms`, notice: `${noticeMs}ms` };
    const model = pair(
      { keepAlive },
      { operations: { answer: [{ wait: '0ms' }] } },
      { arrivals: [{ operation: 'front/ask', rate: `${perSecond}/s` }], run: { for: '100000s' } },
    );
    const { attempts, errors } = answerOf(simulate(model, { seed: 1 }));
    const lostRatio = (errors['connection-reset'] ?? 0) / attempts;
    // One connection, no time for an answer: gaps are exponential. After a reset there is none, and the next is safe.
    const hit = Math.exp((-perSecond * serverIdleMs) / 1_000) * (1 - Math.exp((-perSecond * noticeMs) / 1_000));
    const right = hit / (1 + hit);
    // To first order, rate times notice times the chance of so long a gap.
    expect(right).toBeCloseTo(((perSecond * noticeMs) / 1_000) * Math.exp((-perSecond * serverIdleMs) / 1_000), 3);
    expect(Math.abs(lostRatio - right)).toBeLessThan(4 * Math.sqrt(right / attempts));
  });

  it('are safe when the caller closes them first, and those of calls that were never answered are none', () => {
    const keepAlive = { idle: '900ms', serverIdle: '1s', notice: '20ms' };
    const safe = pair(
      { keepAlive },
      {},
      {
        arrivals: [{ operation: 'front/ask', rate: '2/s' }],
        run: { for: '10000s' },
      },
    );
    expect(answerOf(simulate(safe, { seed: 1 })).errors).toEqual({});
    const unanswered = pair(
      { keepAlive: { ...keepAlive, idle: '10s' }, timeout: '5ms' },
      {},
      { arrivals: [{ operation: 'front/ask', at: ['1s', '2.015s'] }] },
    );
    expect(answerOf(simulate(unanswered, { seed: 1 })).errors).toEqual({ timeout: 2 });
  });
});

describe('balancing', () => {
  const backs = (balancing: NonNullable<Client['balancing']>, work: object): Model =>
    pair(
      { balancing },
      { operations: { answer: [{ cpu: work }] }, replicas: 4, cpu: { cores: 1, scheduling: 'fcfs' }, queue: 100_000 },
      { arrivals: [{ operation: 'front/ask', rate: '280/s' }], run: { for: '200s', warmUp: '10s' } },
    );
  const mean = (model: Model): number => answerOf(simulate(model, { seed: 1 })).meanMs ?? NaN;

  it('by fewest requests answers faster than in turn, and that faster than by chance, where times vary much', () => {
    const work = { hyperexponential: { mean: '10ms', cv: 3 } };
    const [least, turn, chance] = [
      mean(backs('least-requests', work)),
      mean(backs('round-robin', work)),
      mean(backs('random', work)),
    ];
    expect(least).toBeLessThan(turn * 0.6);
    expect(turn).toBeLessThan(chance);
  });

  it('in turn sends the same number to each, by chance about the same, pinned all to one', () => {
    const spread = (balancing: NonNullable<Client['balancing']>): number[] => {
      const simulation = startSimulation(backs(balancing, { exponential: '1ms' }), { seed: 1 });
      simulation.runUntil(Infinity);
      const { instances } = simulation.engine;
      const counts = Array.from({ length: instances.count }, (_, at) => at).flatMap((at) =>
        instances.words[at << 4] === 1 ? [instances.numbers[(at << 4) + 5] as number] : [],
      );
      return counts.toSorted((one, other) => one - other);
    };
    const inTurn = spread('round-robin');
    expect(inTurn).toHaveLength(4);
    expect((inTurn[3] ?? NaN) - (inTurn[0] ?? NaN)).toBeLessThanOrEqual(2);
    // 53,200 requests: each gets a quarter, with a standard deviation of 100.
    for (const count of spread('random')) expect(Math.abs(count - 53_200 / 4)).toBeLessThan(500);
    expect(spread('pinned').slice(0, 3)).toEqual([0, 0, 0]);
  });
});

describe('a call that is optional', () => {
  const failing = { operations: { answer: [{ wait: '10ms' }, { fail: 1 }] } } satisfies Partial<Component>;
  const asked = (steps: NonNullable<Component['operations']>[string], over: Partial<ModelFile> = {}) => {
    const report = simulate(pair({}, failing, over, { operations: { ask: steps } }), { seed: 1 });
    const { attempts, answered, meanMs } = report.operations.find(({ component }) => component === 'front')!;
    return { attempts, answered, meanMs: meanMs === null ? null : Number(meanMs.toFixed(3)) };
  };

  it('lets the caller go on where it fails, and do what comes after', () => {
    expect(asked([{ call: 'back/answer', optional: true, times: 2 }, { wait: '5ms' }])).toEqual({
      attempts: 1,
      answered: 1,
      meanMs: 25,
    });
    expect(asked([{ call: 'back/answer' }, { wait: '5ms' }])).toEqual({ attempts: 1, answered: 0, meanMs: null });
  });

  it('leaves a lock with whoever holds it, and to others after that', () => {
    const held: NonNullable<Component['operations']>[string] = [
      { lock: 'row', mode: 'exclusive', steps: [{ call: 'back/answer', optional: true }, { fail: 0.5 }] },
    ];
    const { attempts, answered, meanMs } = asked(held, { locks: ['row'], arrivals: [all(40, 100)] });
    expect(attempts).toBe(40);
    expect(answered).toBeGreaterThan(5);
    expect(answered).toBeLessThan(35);
    expect(meanMs).toBe(10);
  });

  it('gives back what is held around it where its instance dies meanwhile', () => {
    const held: NonNullable<Component['operations']>[string] = [
      { lock: 'row', mode: 'exclusive', steps: [{ call: 'back/answer', optional: true }] },
    ];
    const model = pair(
      {},
      { operations: { answer: [{ wait: '1s' }] } },
      {
        locks: ['row'],
        arrivals: [all(2, 5_000)],
        timeline: [{ at: '1500ms', fault: 'kill', component: 'front' }],
      },
      { operations: { ask: held }, startUp: { time: '1s' } },
    );
    const { answered } = simulate(model, { seed: 1 }).operations.find(({ component }) => component === 'front')!;
    expect(answered).toBe(1);
  });
});
