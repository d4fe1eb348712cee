import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readScenario } from './read-scenario.ts';
import { runScenario } from './run-scenario.ts';
import type { ScenarioResult } from './run-scenario.ts';

const page = readFileSync(new URL('../../docs/scenario-format.md', import.meta.url), 'utf8');
const example = /```yaml\n(version: 1\n[\s\S]+?)```/.exec(page)?.[1] ?? '';

async function run(text: string): Promise<ScenarioResult> {
  return runScenario(
    await readScenario(text, 'case.yaml', () => Promise.resolve({ components: new Map(), facts: [] })),
  );
}

/** A service of which half a second of work is asked ten times a second. */
const modelled = `
version: 1
id: modelled
title: A limit
facts:
  components:
    service: { replicas: 1, limits: { cpu: 8 } }
  operations:
    service/GET: { requests: { perSecond: 10/s }, cpu-burst: { cpuPerRequest: 40ms } }
model: { run: { for: 3m } }
members:
  - name: half a core
    change: [{ action: set-limits, component: service, cpu: 300m }]
    expect: { verdict: [block], because: [error-ratio, latency] }
  - name: four cores
    change: [{ action: set-limits, component: service, cpu: 4 }]
    expect: { verdict: pass }
`;

describe('runScenario', () => {
  it('finds the example of the page right in both members, by the rule that it expects', async () => {
    const { isRight, members } = await run(example);
    expect(members.map(({ wrong }) => wrong)).toEqual([[], []]);
    expect(isRight).toBe(true);
    expect(members[0]?.carriedBy).toMatchObject({ tier: 'preflight', mechanism: 'connection-slots' });
  });

  it('is not right where the verdict is another one, or has another reason', async () => {
    const other = await run(example.replace('verdict: block', 'verdict: warn').replace(/ +because: .*\n/, ''));
    expect(other.isRight).toBe(false);
    expect(other.members[0]?.wrong).toEqual(['The verdict is block, expected is warn.']);
    const reason = await run(example.replace('because: connection-slots', 'because: rollout-room'));
    expect(reason.members[0]?.wrong).toEqual(['It is carried by connection-slots, expected is rollout-room.']);
  });

  it('is not right where it spares what is expected to go down, or begins at another time', async () => {
    const { members } = await run(example.replace('takesDown: [orders]', 'takesDown: [payment]'));
    expect(members[0]?.wrong).toEqual(['It does not name payment among what it takes down.']);
    const begins = await run(example.replace('takesDown: [orders]', 'begins: { from: 5h }'));
    expect(begins.members[0]?.wrong[0]).toMatch(/^It begins after /);
  });

  it('says what a model lacks that could not be asked, and lets the rules speak alone', async () => {
    const { members } = await run(example);
    const [, model] = members[1]?.tiers ?? [];
    expect(model).toMatchObject({ tier: 'model', wasAsked: false, verdict: 'unknown' });
    expect(model?.missing).not.toEqual([]);
    expect(members[1]).toMatchObject({ verdict: 'pass', agree: undefined });
  });

  it('never takes what nobody knows for a pass', async () => {
    const { members } = await run(
      example.replace('connection-slots: { total: 100, reserved: 3 }', 'replicas: 1').replace(/takesDown.*\n/, '\n'),
    );
    expect(members[1]?.verdict).toBe('unknown');
    expect(members[1]?.reason).toContain('connection-slots');
  });

  it('lets a model show what a limit does to requests', async () => {
    const { members } = await run(modelled);
    expect(members[0]?.tiers[1]).toMatchObject({ wasAsked: true, verdict: 'block' });
    expect(members[1]?.tiers[1]).toMatchObject({ wasAsked: true, verdict: 'pass' });
  });

  it('takes the verdict of the model where no rule had anything to check', async () => {
    const plain = `
version: 1
id: plain
title: Nothing that a rule asks about
facts: { operations: { service/GET: { self-time: 20ms } } }
load: [{ operation: service/GET, rate: 10/s }]
model: { run: { for: 2m } }
members:
  - name: as it is
    expect: { verdict: pass }
  - name: without load
    load: []
    expect: { verdict: unknown }
`;
    const { members } = await run(plain);
    expect(members[0]?.tiers[0]).toMatchObject({ tier: 'preflight', wasAsked: false, verdict: 'unknown', missing: [] });
    expect(members[0]).toMatchObject({ verdict: 'pass', agree: undefined, wrong: [] });
    expect(members[1]?.tiers.map(({ wasAsked }) => wasAsked)).toEqual([false, false]);
    expect(members[1]).toMatchObject({ verdict: 'unknown', wrong: [] });
  });

  it('tells mistakes of what is said of the model by the keys that they are at', async () => {
    const wrong = modelled.replace('{ run: { for: 3m } }', '{ components: { service: { workers: 0 } } }');
    await expect(run(wrong)).rejects.toMatchObject({
      code: 'scenario-invalid',
      details: { problems: [{ key: 'model.components.service.workers', found: '0' }] },
    });
  });

  it('tells the line of what is said of the model, by the member or by the scenario', async () => {
    const ofMember = modelled.replace(
      'expect: { verdict: pass }',
      'model: { components: { service: { workers: 0 } } }\n    expect: { verdict: pass }',
    );
    await expect(run(ofMember)).rejects.toMatchObject({
      details: {
        problems: [{ place: 'case.yaml:17:48', key: 'members.1.model.components.service.workers' }],
      },
    });
    const ofLoad = modelled.replace('model: {', 'load: [{ operation: service/GET, rate: fast }]\nmodel: {');
    await expect(run(ofLoad)).rejects.toMatchObject({
      details: { problems: [{ place: expect.stringMatching(/^case\.yaml:10:/), key: 'load.0.rate' }] },
    });
  });

  /** What is changed is on a node, and calls something that only the model has. */
  const named = (change: string, model = ''): string => `
version: 1
id: named
title: Names
facts:
  components: { service: { replicas: 2 }, store: { kind: database } }
  calls: { service > store: { call-policy: { timeout: 1s } } }
  operations: { service/GET: { self-time: 5ms } }
load: [{ operation: service/GET, rate: 10/s }]
model:
  components:
    service: { operations: { GET: [{ wait: 5ms }, { call: mailer/send }] } }
    mailer: { operations: { send: [{ wait: 5ms }] } }
    store: { operations: { any: [{ wait: 1ms }] } }
  run: { for: 2m }
members:
  - name: the change
    ${change}
    expect: { verdict: block }
  - name: as it is
    ${model}
    expect: { verdict: pass }
`;

  it('takes names that only the model has', async () => {
    const { members } = await run(named('change: [{ action: stop, component: mailer }]'));
    expect(members[0]?.tiers[1]).toMatchObject({ wasAsked: true, verdict: 'block' });
    expect(members[0]?.verdict).toBe('block');
    const call = await run(named('faults: [{ fault: blackhole, component: mailer, from: service }]'));
    expect(call.members[0]?.tiers[1]).toMatchObject({ wasAsked: true, verdict: 'block' });
  });

  it('refuses names that nothing has, with their lines', async () => {
    await expect(
      run(named('faults: [{ fault: status-code, component: service, operation: LIST, share: 50% }]')),
    ).rejects.toMatchObject({
      code: 'scenario-invalid',
      details: { problems: [{ place: expect.stringMatching(/^case\.yaml:18:/), key: 'members.0.faults.0' }] },
    });
  });

  it('says unknown with the line where neither the rules nor the model can show what is named', async () => {
    const { members } = await run(named('faults: [{ fault: latency, component: store, from: mailer, delay: 1s }]'));
    expect(members[0]).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/case\.yaml:18:\d+: found/) });
  });

  it('lets the rules alone decide of what the model does not have, and says where it stands', async () => {
    const { members } = await run(
      named('change: [{ action: drain-node, node: node-a }]')
        .replace('service: { replicas: 2 },', 'service: { replicas: 2 }, node-a: { kind: host, capacity: { cpu: 4 } },')
        .replace(
          '  operations: { service/GET',
          '  instances: { service/service-1: { placement: { node: node-a } } }\n  operations: { service/GET',
        ),
    );
    expect(members[0]?.tiers[0]).toMatchObject({ wasAsked: true });
    expect(members[0]?.verdict).not.toBe('pass');
  });

  it('lasts until a slow rollout may have ended', async () => {
    const slow = (times: string): string => `
version: 1
id: slow
title: A slow start
facts:
  components:
    service: { replicas: 6, start-up: ${times}, rollout: { strategy: rolling, maxSurge: 1, maxUnavailable: 0 } }
  operations: { service/GET: { self-time: 5ms } }
load: [{ operation: service/GET, rate: 5/s }]
members:
  - name: replaced
    change: [{ action: set-image, component: service, image: 'service:2.0.1' }]
    expect: { verdict: pass }
  - name: in a run of five minutes
    model: { run: { for: 5m } }
    change: [{ action: set-image, component: service, image: 'service:2.0.1' }]
    expect: { verdict: unknown }
`;
    const { members } = await run(slow('{ p50: 2m, max: 3m }'));
    const [, whole] = members[0]?.tiers ?? [];
    expect(whole).toMatchObject({ verdict: 'pass', reasons: [] });
    const [, short] = members[1]?.tiers ?? [];
    expect(short).toMatchObject({ verdict: 'unknown', reasons: [] });
    expect(short?.missing.join()).toMatch(/a longer run \(model: run: \{ for: .*set-image of service may take/);
  });

  it('takes what the rules find well for nothing where they know nothing of what goes wrong', async () => {
    const { members } = await run(`
version: 1
id: poison
title: Messages that nobody can take
facts:
  components:
    bus:
      kind: queue
      memory-policy: { max: 1GiB, used: 10MiB, eviction: none, role: broker }
      backlogs:
        - { queue: mails, depth: 5, arrivals: 20/s, served: 60/s, bytesPerMessage: 4KiB, consumers: [{ component: mailer }] }
    mailer: { replicas: 2 }
members:
  - name: one that ends whoever takes it
    faults: [{ fault: poison-message, queue: mails, messages: 1, effect: crashes }]
    expect: { verdict: unknown }
  - name: one consumer more
    change: [{ action: scale, component: mailer, replicas: 3 }]
    expect: { verdict: pass }
`);
    expect(members.map(({ wrong }) => wrong)).toEqual([[], []]);
    expect(members[0]?.reason).toContain('no rule of preflight knows what poison-message does here');
  });

  it('says what the model leaves out', async () => {
    const { members } = await run(modelled);
    expect(members[0]?.tiers[1]?.missing).toEqual(['start-up of service (how long it takes)']);
  });

  it('judges a remedy by what is lost at the end with it and without it', async () => {
    // Three requests are there at a time: four workers are enough, two are not.
    const { members } = await run(`
version: 1
id: remedies
title: An instance is gone
facts:
  components:
    service: { replicas: 2, workers: { perInstance: 2 } }
  operations:
    service/GET: { requests: { perSecond: 10/s }, self-time: 300ms }
load: [{ operation: service/GET, rate: 10/s, timeout: 2s }]
model: { components: { service: { queue: 20 } } }
members:
  - name: another one
    faults: [{ fault: stop, component: service, instances: 1 }]
    remedy: [{ action: start, component: service, instances: 1 }]
    expect: { remedy: works }
  - name: a restart of the other
    faults: [{ fault: stop, component: service, instances: 1 }]
    remedy: [{ action: restart, component: service, instances: 1 }]
    expect: { remedy: fails }
`);
    expect(members.map(({ remedy }) => remedy?.effect)).toEqual(['works', 'fails']);
  });

  /** A timeout is lowered; how long calls take, only the load and the times of what is called tell. */
  const timeout = (times: string): string => `
version: 1
id: timeout
title: A timeout
facts:
  components: { api: { replicas: 2 }, search: { replicas: 2 } }
  calls: { api > search: { call-policy: { timeout: 5s, attempts: 1 } } }
  operations: { api/GET: { self-time: 2ms }${times} }
load: [{ operation: api/GET, rate: 20/s }]
model: { run: { for: 3m } }
members:
  - name: to 100 ms
    change: [{ action: set-timeout, component: api, to: search, timeout: 100ms }]
    expect: { verdict: block, because: timeout-latency }
  - name: to 3 s
    change: [{ action: set-timeout, component: api, to: search, timeout: 3s }]
    expect: { verdict: pass }
`;

  it('tells the rules what the load and a run without any change say', async () => {
    const { members } = await run(timeout(', search/GET: { self-time: { exponential: 200ms } }'));
    expect(members.map(({ wrong }) => wrong)).toEqual([[], []]);
    const [rules] = members[1]?.tiers ?? [];
    expect(rules?.reasons).toContainEqual(expect.objectContaining({ mechanism: 'timeout-latency', verdict: 'pass' }));
  });

  it('leaves unknown what nothing tells, and says where it can be told', async () => {
    const { members } = await run(timeout(''));
    expect(members.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown']);
    expect(members[1]?.reason).toContain('calls of api → search (facts: calls: api > search: calls: { takes: … })');
  });

  it.each(['0.0000004/s', '33.333333333/s', '90000/s'])(
    'takes a load of %s, whatever shares of it are called',
    async (rate) => {
      const scenario = timeout('')
        .replace('20/s', rate)
        .replace(
          '{ run: { for: 3m } }',
          '{ caches: { hot: { hits: 0.97 } }, components: { api: { operations: { GET: [{ cache: hot, miss: [{ call: search/any }] }] } } }, run: { for: 1m } }',
        );
      expect((await run(scenario)).members).toHaveLength(2);
    },
  );
});
