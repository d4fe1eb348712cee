import { describe, expect, it } from '@jest/globals';
import type { ModelFile } from '../../../format/index.ts';
import { startRun } from '../../test-run.ts';
import type { TestRun } from '../../test-run.ts';
import { retransmissionDelay } from './network-faults.ts';

const get = { get: [{ wait: '10ms' as const }] };
const even = (rate: string): { operation: string; rate: string; spacing: 'even' }[] => [
  { operation: 'web/get', rate, spacing: 'even' },
];
const failed = ({ engine }: TestRun): number => engine.sources.outcomes(0).failed;
const answered = ({ engine }: TestRun): number => engine.sources.outcomes(0).answered;

describe('a node that reboots', () => {
  const reboot = (takes: string): TestRun =>
    startRun({
      components: { web: { operations: get, reserves: { cpu: 1 }, replicas: 2, startUp: { time: '5s' } } },
      nodes: { a: { cores: 1, memory: '1GiB' }, b: { cores: 1, memory: '1GiB' } },
      timeline: [{ at: '10s', fault: 'node-reboot', node: 'a', takes }],
    });

  it('has its instance back when it is back and the start-up over', () => {
    const run = reboot('2m').to(600_000);
    expect(run.table('web')).toEqual(['10 web-1 is lost with its node']);
    expect(run.control.measures()[0]?.instances.mean).toBeCloseTo(2 - 125 / 600, 10);
  });

  it('is known to be gone after 40 s: requests until then get no answer before it is back', () => {
    const run = startRun({
      components: { web: { operations: get, reserves: { cpu: 1 } } },
      nodes: { a: { cores: 1, memory: '1GiB' } },
      arrivals: even('1/s'),
      timeline: [{ at: '10.5s', fault: 'node-reboot', node: 'a', takes: '100s' }],
    });
    run.to(110_000);
    expect([answered(run), failed(run)]).toEqual([10, 60]);
    // Of the 40 that waited for an answer all hear at the end that there is none.
    run.to(110_700);
    expect([answered(run), failed(run)]).toEqual([10, 100]);
  });

  it('loses its instance to another node after 340 s', () => {
    const run = startRun({
      components: { web: { operations: get, reserves: { cpu: 1 }, startUp: { time: '5s' } } },
      nodes: { a: { cores: 1, memory: '1GiB' }, b: { cores: 1, memory: '1GiB' } },
      timeline: [
        { at: '10s', fault: 'zone-loss', zone: 'none' },
        { at: '10s', fault: 'node-reboot', node: 'a', takes: '1h' },
      ],
    }).to(600_000);
    expect(run.control.outcomes[0]?.problem).toBe('the model has no node in zone none');
    expect(run.table('web')).toEqual(['10 web-1 is lost with its node', '350 web-2 starts on b']);
  });
});

describe('requests that are in an instance when it is lost', () => {
  const lose = (happening: NonNullable<ModelFile['timeline']>[number], client: object): TestRun =>
    startRun({
      components: {
        web: { operations: { get: [{ call: 'back/ask' }] }, clients: { back: client }, placement: ['b'] },
        back: { operations: { ask: [{ wait: '1s' }] }, placement: ['a'] },
      },
      nodes: { a: { zone: 'x' }, b: { zone: 'y' } },
      arrivals: [{ operation: 'web/get', at: ['9.5s'] }],
      timeline: [happening],
    });
  const endsAt = (run: TestRun): number => {
    let atMs = 0;
    while (answered(run) + failed(run) === 0 && atMs < 300_000) run.to((atMs += 500));
    return atMs;
  };

  it.each([
    ['node-reboot', { node: 'a', takes: '2m' }],
    ['zone-loss', { zone: 'x' }],
    ['region-down', { region: 'x' }],
    ['partition', { component: 'back', from: 'web' }],
  ])('keep their callers waiting until these give up, by %s', (fault, given) => {
    const run = lose({ at: '10s', fault, ...given }, { timeout: '7s' });
    expect(endsAt(run)).toBe(16_500);
    expect(failed(run)).toBe(1);
  });

  it.each(['kill', 'out-of-memory', 'crash-loop'])('fail at once by %s', (fault) => {
    expect(endsAt(lose({ at: '10s', fault, component: 'back' }, { timeout: '7s' }))).toBe(10_000);
  });

  it('keep callers that never give up waiting until the node is back and resets them', () => {
    const run = lose({ at: '10s', fault: 'node-reboot', node: 'a', takes: '2m' }, {});
    expect(endsAt(run)).toBe(130_000);
    expect(run.engine.frames.all()).toEqual([]);
  });
});

describe('an outage of the control plane', () => {
  it('restarts nothing and tells nobody until it is over', () => {
    const run = startRun({
      components: { web: { operations: get, startUp: { time: '1s' } } },
      timeline: [
        { at: '10s', fault: 'control-plane-outage', for: '1m' },
        { at: '20s', fault: 'kill', component: 'web' },
        { at: '30s', action: 'scale', component: 'web', replicas: 2 },
      ],
    }).to(120_000);
    expect(run.table('web')).toEqual([
      '20 fault kill',
      '20 web-1 is killed',
      '30 action scale',
      '70 web-1 is started again',
      '70 web-2 starts',
      '71 scale is done',
    ]);
  });
});

describe('a certificate', () => {
  it('that expires lets every request fail until it is renewed', () => {
    const run = startRun({
      components: { web: { operations: get, certificate: { expires: '20.5s' } } },
      arrivals: even('1/s'),
      timeline: [{ at: '30.5s', action: 'renew-certificate', component: 'web' }],
    }).to(60_000);
    // Those of 21 s to 30 s.
    expect(failed(run)).toBe(10);
  });

  it('that is renewed in time never shows, and one whose renewal fails does', () => {
    const renewed = (works: boolean): number =>
      failed(
        startRun({
          components: {
            web: { operations: get, certificate: { expires: '20.5s', renews: { every: '15s', works } } },
          },
          arrivals: even('1/s'),
        }).to(60_500),
      );
    expect(renewed(true)).toBe(0);
    expect(renewed(false)).toBe(40);
  });
});

describe('a page', () => {
  const paged = (answers: number, unreachable: boolean): TestRun =>
    startRun({
      components: { web: { operations: get, replicas: 2 } },
      people: {
        anna: {
          answersAfter: '5m',
          answers,
          acts: [
            { action: 'wait', for: '1m' },
            { action: 'scale', component: 'web', replicas: 4 },
          ],
        },
      },
      timeline: [
        ...(unreachable ? [{ at: '1m', fault: 'on-call-unreachable', for: '1h' }] : []),
        { at: '2m', action: 'page-on-call' },
      ],
    }).to(1_200_000);

  it('is answered after a while, and then what they do is done in turn', () => {
    const run = paged(1, false);
    expect(run.control.outcomes.map(({ name, startedMs, completedMs }) => [name, startedMs, completedMs])).toEqual([
      ['page-on-call', 120_000, 420_000],
      ['wait', 420_000, 480_000],
      ['scale', 480_000, 480_000],
    ]);
  });

  it('that nobody answers changes nothing', () => {
    expect(paged(0, false).control.outcomes.map(({ problem }) => problem)).toEqual(['anna does not answer']);
    expect(paged(1, true).control.outcomes.at(-1)?.problem).toBe('anna does not answer');
  });
});

describe('a pause', () => {
  it('answers nothing, and then all that has come meanwhile', () => {
    const run = startRun({
      components: { web: { operations: { get: [{ cpu: '10ms' }] }, workers: 4 } },
      arrivals: even('2/s'),
      timeline: [{ at: '10.1s', fault: 'pause', component: 'web', for: '10s' }],
    });
    expect(answered(run.to(20_050))).toBe(20);
    expect(answered(run.to(20_160))).toBe(40);
    expect(failed(run)).toBe(0);
  });
});

describe('a blackhole', () => {
  it('holds calls back for as long as it lasts, and they then go through', () => {
    const run = startRun({
      components: {
        web: { operations: { get: [{ call: 'db/ask' }] } },
        db: { operations: { ask: [{ wait: '10ms' }] } },
      },
      arrivals: even('1/s'),
      timeline: [{ at: '10.5s', fault: 'blackhole', component: 'db', for: '10s' }],
    });
    expect(answered(run.to(20_400))).toBe(10);
    expect(answered(run.to(20_600))).toBe(20);
  });

  it('lets callers with a timeout give up', () => {
    const run = startRun({
      components: {
        web: { operations: { get: [{ call: 'db/ask' }] }, clients: { db: { timeout: '2s' } } },
        db: { operations: { ask: [{ wait: '10ms' }] } },
      },
      arrivals: even('1/s'),
      timeline: [{ at: '10.5s', fault: 'blackhole', component: 'db', for: '10s' }],
    }).to(60_500);
    // Those of 11 s to 18 s; those of 19 s and 20 s are still waiting when it ends.
    expect(failed(run)).toBe(8);
  });
});

describe('faults of the same calls', () => {
  it('add up, and each ends by itself', () => {
    const run = startRun({
      components: {
        web: { operations: { get: [{ call: 'db/ask' }] } },
        db: { operations: { ask: [{ wait: '10ms' }] } },
      },
      arrivals: even('1/s'),
      timeline: [
        { at: '10.5s', fault: 'latency', component: 'db', delay: '100ms', for: '20s' },
        { at: '20.5s', fault: 'latency', component: 'db', delay: '200ms', for: '20s' },
      ],
    }).to(60_500);
    // Ten with 100 ms more, ten with 300, ten with 200, and 30 as usual.
    expect(run.engine.sources.outcomes(0).sumMs).toBeCloseTo(60 * 10 + 10 * (100 + 300 + 200), 6);
  });
});

describe('what lost packets cost', () => {
  it('is nothing where both packets come through, else 200 ms and more, doubled each time', () => {
    const delay = retransmissionDelay(0.1, undefined) as { samples: number[] };
    const counts = new Map<number, number>();
    for (const ms of delay.samples) counts.set(ms, (counts.get(ms) ?? 0) + 1);
    expect([...counts].slice(0, 4)).toEqual([
      [0, 8_100],
      [200, 1_710],
      [600, 171],
      [1_400, 17],
    ]);
    expect(delay.samples).toHaveLength(10_000);
  });
});
