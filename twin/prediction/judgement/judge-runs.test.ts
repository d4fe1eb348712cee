import { describe, expect, it } from '@jest/globals';
import { readModelFile } from '../../model/index.ts';
import type { ModelFile } from '../../model/index.ts';
import { judgeRun, judgeRuns } from './judge-runs.ts';
import { noPause, runModel } from '../enactment/index.ts';
import type { Run, RunTimes } from '../enactment/index.ts';

const times: RunTimes = { forMs: 300_000, faultsMs: 60_000, changeMs: 90_000, remedyMs: 150_000, neededMs: 60_000 };

const base: ModelFile = {
  version: 1,
  components: {
    web: { replicas: 2, workers: 4, operations: { get: [{ wait: '50ms' }] }, startUp: { time: '5s' } },
  },
  arrivals: [{ operation: 'web/get', rate: '20/s' }],
  run: { for: '5m' },
};

const run = (over: Partial<ModelFile> = {}): Promise<Run> =>
  runModel(readModelFile(JSON.stringify({ ...base, ...over }), 'test').model, 1, noPause);

const at = (happening: Readonly<Record<string, unknown>>): ModelFile['timeline'] => [
  { at: `${times.changeMs}ms`, ...happening },
];

const judged = async (withIt: Promise<Run>, without: Promise<Run> = run(), over: Partial<RunTimes> = {}) =>
  judgeRuns(await without, await withIt, { ...times, ...over }, times.changeMs)?.map(
    ({ measure, verdict }) => `${measure} ${verdict}`,
  );

describe('judgeRuns', () => {
  it('finds nothing where nothing is worse', async () => {
    expect(await judged(run({ timeline: at({ action: 'scale', component: 'web', replicas: 3 }) }))).toEqual([]);
  });

  it('blocks what makes many requests fail, and warns of what makes few', async () => {
    expect(await judged(run({ timeline: at({ action: 'stop', component: 'web' }) }))).toContain('error-ratio block');
    const few = run({ timeline: at({ fault: 'reset', component: 'web', share: '1%' }) });
    expect(await judged(few)).toEqual(['error-ratio warn']);
  });

  it('warns of an outage that passes within seconds, and blocks one that lasts, whatever share of the run it is', async () => {
    const away = (duration: string): Promise<Run> =>
      run({ timeline: at({ fault: 'reset', component: 'web', for: duration }) });
    expect(await judged(away('25s'))).toEqual(['error-ratio warn']);
    expect(await judged(away('70s'))).toContain('error-ratio block');
  });

  it('tells how much longer answers take', async () => {
    const slower = (delay: string): Promise<Run> =>
      run({ timeline: at({ fault: 'latency', component: 'web', delay }) });
    expect(await judged(slower('5ms'))).toEqual([]);
    expect(await judged(slower('60ms'))).toEqual(['latency warn']);
    expect(await judged(slower('300ms'))).toEqual(['latency warn']);
    expect(await judged(slower('600ms'))).toEqual(['latency block']);
  });

  it('goes by the objectives of the operator where there are some', async () => {
    const objectives = [{ operation: 'web/get', p95: '1s', errors: '5%' }];
    const timeline = at({ fault: 'latency', component: 'web', delay: '300ms' });
    expect(await judged(run({ objectives, timeline }), run({ objectives }))).toEqual([]);
    const strict = [{ operation: 'web/get', p95: '100ms' }];
    expect(await judged(run({ objectives: strict, timeline }), run({ objectives: strict }))).toEqual(['latency block']);
  });

  it('says of what does not end that it never completes, with what happened last', async () => {
    const nodes = { one: { cores: 2, memory: '1GiB' } };
    const components = { web: { ...base.components['web'], reserves: { cpu: 1 } } } as ModelFile['components'];
    const rollout = { strategy: 'rolling', maxSurge: 1, maxUnavailable: 0 } as const;
    const full = { nodes, components: { web: { ...components['web'], rollout } } as ModelFile['components'] };
    const shown = judgeRuns(
      await run(full),
      await run({ ...full, timeline: at({ action: 'set-image', component: 'web', image: 'web:2' }) }),
      times,
      times.changeMs,
    );
    expect(shown?.map(({ measure, verdict }) => `${measure} ${verdict}`)).toEqual(['completion never-completes']);
    expect(shown?.[0]?.text).toContain('pending');
  });

  it('says nothing of what the run left too little time for', async () => {
    const slow = {
      components: { web: { ...base.components['web'], startUp: { time: '4m' } } } as ModelFile['components'],
    };
    const replaced = { ...slow, timeline: at({ action: 'set-image', component: 'web', image: 'web:2' }) };
    expect(await judged(run(replaced), run(slow), { neededMs: 540_000 })).toEqual([]);
    expect(await judged(run(replaced), run(slow), { neededMs: 60_000 })).toEqual(['completion never-completes']);
  });

  it('lets pass what is longer for a while only and still seems to come at once', async () => {
    const slower = (delay: string, duration?: string): Promise<Run> =>
      run({
        timeline: at({
          fault: 'latency',
          component: 'web',
          delay,
          ...(duration === undefined ? {} : { for: duration }),
        }),
      });
    expect(await judged(slower('40ms', '120s'))).toEqual([]);
    expect(await judged(slower('40ms'))).toEqual(['latency warn']);
    expect(await judged(slower('600ms', '120s'))).toEqual(['latency block']);
    expect(await judged(slower('400ms', '40s'))).toEqual(['latency warn']);
    expect(await judged(slower('400ms', '5s'))).toEqual([]);
  });

  it('has too little to tell of a handful of requests', async () => {
    const few: Partial<ModelFile> = { arrivals: [{ operation: 'web/get', rate: '1/min' }] };
    expect(await judged(run(few), run(few))).toBeUndefined();
  });
});

describe('judgeRun', () => {
  it('finds a system well that is, and a queue that grows', async () => {
    expect(judgeRun(await run(), times)).toEqual([]);
    const growing = await run({
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
