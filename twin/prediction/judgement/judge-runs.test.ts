import { describe, expect, it } from '@jest/globals';
import { readModelFile } from '../../model/index.ts';
import type { ModelFile } from '../../model/index.ts';
import { judgeRun, judgeRuns } from './judge-runs.ts';
import { runModel } from '../enactment/index.ts';
import type { Run, RunTimes } from '../enactment/index.ts';

const times: RunTimes = { forMs: 300_000, faultsMs: 60_000, changeMs: 90_000, remedyMs: 150_000 };

const base: ModelFile = {
  version: 1,
  components: {
    web: { replicas: 2, workers: 4, operations: { get: [{ wait: '50ms' }] }, startUp: { time: '5s' } },
  },
  arrivals: [{ operation: 'web/get', rate: '20/s' }],
  run: { for: '5m' },
};

const run = (over: Partial<ModelFile> = {}): Run =>
  runModel(readModelFile(JSON.stringify({ ...base, ...over }), 'test').model, 1);

const at = (happening: Readonly<Record<string, unknown>>): ModelFile['timeline'] => [
  { at: `${times.changeMs}ms`, ...happening },
];

const judged = (withIt: Run, without: Run = run()) =>
  judgeRuns(without, withIt, times, times.changeMs)?.map(({ measure, verdict }) => `${measure} ${verdict}`);

describe('judgeRuns', () => {
  it('finds nothing where nothing is worse', () => {
    expect(judged(run({ timeline: at({ action: 'scale', component: 'web', replicas: 3 }) }))).toEqual([]);
  });

  it('blocks what makes many requests fail, and warns of what makes few', () => {
    expect(judged(run({ timeline: at({ action: 'stop', component: 'web' }) }))).toContain('error-ratio block');
    const few = run({ timeline: at({ fault: 'reset', component: 'web', share: '1%' }) });
    expect(judged(few)).toEqual(['error-ratio warn']);
  });

  it('warns of an outage that passes within seconds, and blocks one that lasts, whatever share of the run it is', () => {
    const away = (duration: string): Run => run({ timeline: at({ fault: 'reset', component: 'web', for: duration }) });
    expect(judged(away('25s'))).toEqual(['error-ratio warn']);
    expect(judged(away('70s'))).toContain('error-ratio block');
  });

  it('tells how much longer answers take', () => {
    const slower = (delay: string): Run => run({ timeline: at({ fault: 'latency', component: 'web', delay }) });
    expect(judged(slower('5ms'))).toEqual([]);
    expect(judged(slower('60ms'))).toEqual(['latency warn']);
    expect(judged(slower('300ms'))).toEqual(['latency block']);
  });

  it('goes by the objectives of the operator where there are some', () => {
    const objectives = [{ operation: 'web/get', p95: '1s', errors: '5%' }];
    const timeline = at({ fault: 'latency', component: 'web', delay: '300ms' });
    expect(judged(run({ objectives, timeline }), run({ objectives }))).toEqual([]);
    const strict = [{ operation: 'web/get', p95: '100ms' }];
    expect(judged(run({ objectives: strict, timeline }), run({ objectives: strict }))).toEqual(['latency block']);
  });

  it('says of what does not end that it never completes, with what happened last', () => {
    const nodes = { one: { cores: 2, memory: '1GiB' } };
    const components = { web: { ...base.components['web'], reserves: { cpu: 1 } } } as ModelFile['components'];
    const rollout = { strategy: 'rolling', maxSurge: 1, maxUnavailable: 0 } as const;
    const full = { nodes, components: { web: { ...components['web'], rollout } } as ModelFile['components'] };
    const shown = judgeRuns(
      run(full),
      run({ ...full, timeline: at({ action: 'set-image', component: 'web', image: 'web:2' }) }),
      times,
      times.changeMs,
    );
    expect(shown?.map(({ measure, verdict }) => `${measure} ${verdict}`)).toEqual(['completion never-completes']);
    expect(shown?.[0]?.text).toContain('pending');
  });

  it('has too little to tell of a handful of requests', () => {
    const few: Partial<ModelFile> = { arrivals: [{ operation: 'web/get', rate: '1/min' }] };
    expect(judged(run(few), run(few))).toBeUndefined();
  });
});

describe('judgeRun', () => {
  it('finds a system well that is, and a queue that grows', () => {
    expect(judgeRun(run(), times)).toEqual([]);
    const growing = run({
      components: {
        worker: {
          operations: { take: [{ wait: '1s' }], put: [{ publish: 'jobs' }] },
          consumes: [{ queue: 'jobs', operation: 'take' }],
        },
      },
      queues: { jobs: {} },
      arrivals: [{ operation: 'worker/put', rate: '3/s' }],
    });
    expect(judgeRun(growing, times)?.map(({ measure, verdict }) => `${measure} ${verdict}`)).toEqual([
      'backlog latent',
    ]);
  });
});
