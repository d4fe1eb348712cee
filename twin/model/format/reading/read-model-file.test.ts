import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RegisteredError } from '../../../../src/kernel/index.ts';
import { largestModelCharacters, readModelFile } from './read-model-file.ts';

const base = {
  version: 1,
  components: { web: { operations: { get: [{ cpu: '5ms' }] } } },
  arrivals: [{ operation: 'web/get', rate: '10/s' }],
};

const having = (part: object) => ({ ...base, components: { web: { ...base.components.web, ...part } } });

const doing = (steps: unknown) => having({ operations: { get: steps } });

const remarksOn = (model: object): readonly string[] =>
  readModelFile(JSON.stringify(model), 'shop.json').remarks.map(({ level, key, about }) => `${level} ${key}: ${about}`);

const maybe = [
  { probability: 0.1, steps: [{ call: 'web/get' }] },
  { probability: 0.9, steps: [] },
];

/** What is remarked on, the model, and the remarks. */
const remarked: readonly (readonly [string, object, readonly string[]])[] = [
  ['nothing', base, []],
  [
    'a rolling update whose share of its instances is less than one of them',
    having({ replicas: 3, rollout: { maxSurge: 0, maxUnavailable: '25%' } }),
    [],
  ],
  [
    'requests that are to keep their processors under a limit',
    having({ cpu: { cores: 2, limit: 1, scheduling: 'fcfs' } }),
    ['warning components.web.cpu.scheduling: under a limit requests share the processors all the same'],
  ],
  ['a circle that ends', doing([{ cpu: '1ms' }, { choose: maybe }]), []],
  [
    'a queue that nobody consumes',
    { ...doing([{ cpu: '1ms' }, { publish: 'q' }]), queues: { q: {} } },
    ['warning queues.q: nobody consumes it: it only grows'],
  ],
  [
    'a queue that nobody publishes to',
    { ...having({ consumes: [{ queue: 'q', operation: 'get' }] }), queues: { q: {} } },
    ['warning queues.q: nobody publishes to it'],
  ],
  [
    'a circle of messages',
    {
      ...having({
        operations: { get: [{ cpu: '1ms' }, { publish: 'q' }] },
        consumes: [{ queue: 'q', operation: 'get' }],
      }),
      queues: { q: {} },
    },
    [
      'warning components.web.operations.get.1.publish: a circle through queues: web/get > web/get, where each message comes back 1.00 times',
    ],
  ],
  [
    'an operation that nothing leads to, and a client for no calls',
    having({ operations: { get: [{ cpu: '1ms' }], put: [] }, clients: { web: {} } }),
    [
      'warning components.web.clients.web: web never calls web',
      'warning components.web.operations.put: nothing leads to web/put',
    ],
  ],
  [
    'retries that a call that hangs never sets off',
    having({
      operations: { get: [{ cpu: '1ms' }, { choose: maybe }] },
      clients: { web: { retries: { attempts: 3 } } },
    }),
    [
      'warning components.web.clients.web.retries: retries without a timeout: a call of web that hangs is never tried again',
    ],
  ],
  [
    'the same of users',
    { ...base, arrivals: [{ operation: 'web/get', rate: '1/s', retries: { attempts: 2 } }] },
    ['warning arrivals.0.retries: retries without a timeout: a request that hangs is never tried again'],
  ],
  [
    'more load than processors and workers can bear',
    {
      ...having({ cpu: { cores: 1 }, workers: 1 }),
      arrivals: [
        {
          operation: 'web/get',
          rate: [
            ['0s', '1/s'],
            ['5m', '300/s'],
          ],
        },
      ],
    },
    [
      'note components.web: 300 requests per second need 1.5 cores, and there are 1: it saturates',
      'note components.web: 300 requests per second need 1.5 workers, and there are 1: it saturates',
    ],
  ],
  [
    'load that an autoscaler brings instances for',
    {
      ...having({ cpu: { cores: 1 }, autoscaler: { min: 1, max: 3, cpu: 0.6 } }),
      arrivals: [{ operation: 'web/get', rate: '300/s' }],
    },
    [],
  ],
  [
    'what would happen after the end',
    { ...base, timeline: [{ at: '1h', fault: 'kill', component: 'web' }] },
    ['warning timeline.0: happens at 1 h 0 min, and the run ends at 10 min 0 s'],
  ],
  [
    'a limit that never holds',
    having({ cpu: { cores: 1, limit: 2 } }),
    ['warning components.web.cpu.limit: a limit of 2 cores never holds what has 1'],
  ],
  [
    'a lock that is shared inside itself',
    { ...doing([{ lock: 'l', mode: 'shared', steps: [{ lock: 'l', mode: 'shared', steps: [] }] }]), locks: ['l'] },
    [
      'warning components.web.operations.get.0.steps.0: the lock l is shared inside itself: who waits for it alone in between stops both',
    ],
  ],
  [
    'instances for which the nodes have no place',
    { ...having({ replicas: 3, reserves: { cpu: 1 } }), nodes: { a: { cores: 2, memory: '1GiB' } } },
    ['warning nodes: instances reserve 3 cores, and all nodes have 2: some find no place'],
  ],
  [
    'an end that cuts off what it drains',
    having({ shutdown: { preStop: '40s', grace: '30s' } }),
    ['warning components.web.shutdown.preStop: it serves on for 40.0 s, but is killed after 30.0 s'],
  ],
];

describe('readModelFile', () => {
  it.each(remarked)('remarks on %s', (_, model, remarks) => {
    expect(remarksOn(model)).toEqual(remarks);
  });

  it('fills in defaults and turns quantities into numbers', () => {
    const { model } = readModelFile(JSON.stringify(base), 'shop.json');
    expect(model.run).toEqual({ for: 600_000, warmUp: 0 });
    expect(model.components['web']).toMatchObject({
      replicas: 1,
      operations: { get: [{ cpu: 5 }] },
      cpu: { scheduling: 'processor-sharing', period: 100 },
      rollout: { maxSurge: { share: 0.25 } },
    });
    expect(model.arrivals[0]).toMatchObject({ rate: 10, spacing: 'poisson', from: 0 });
  });

  it('reads YAML, and JSON that is indented with tabs, to the same', () => {
    const yaml = [
      'version: 1',
      'components:',
      '  web: { operations: { get: [cpu: 5ms] } }',
      'arrivals: [{ operation: web/get, rate: 10/s }]',
    ].join('\n');
    const { model } = readModelFile(JSON.stringify(base), 'a');
    expect(readModelFile(yaml, 'a').model).toEqual(model);
    expect(readModelFile(JSON.stringify(base, undefined, '\t'), 'a').model).toEqual(model);
  });

  it('lists at most fifty mistakes', () => {
    const steps = Array.from({ length: 300 }, () => ({ call: 'nobody/nothing' }));
    try {
      readModelFile(JSON.stringify(doing(steps)), 'shop.json');
    } catch (thrown) {
      const { details } = thrown as RegisteredError<'model-invalid'>;
      expect(details.problems).toHaveLength(51);
      expect(details.problems.at(-1)?.found).toBe('more mistakes than are listed');
    }
    expect.assertions(2);
  });

  it('refuses what is too large before it looks at it', () => {
    expect(() => readModelFile(' '.repeat(largestModelCharacters + 1), 'shop.json')).toThrow(
      new RegisteredError('input-too-large', {
        path: 'shop.json',
        found: '4,194,305 characters',
        accepted: 'a model of up to 4,194,304',
      }),
    );
  });

  it('bears more mistakes than its checker can count, and chains of calls longer than the stack', () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`o${at}`, Array.from({ length: 1_000 }, () => ({}))]),
    );
    expect(() => readModelFile(JSON.stringify(having({ operations: wrong })), 'shop.json')).toThrow(RegisteredError);
    const count = 15_000;
    const chain = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `o${at}`,
        at + 1 < count ? [{ call: `web/o${at + 1}` }] : [{ cpu: '1ms' }],
      ]),
    );
    const model = { ...having({ operations: chain }), arrivals: [{ operation: 'web/o0', users: 1 }] };
    expect(remarksOn(model)).toEqual([]);
  });

  it('gives a model or a registered error for any text and any value', () => {
    const words = [...Object.keys(base), 'web', 'get', 'web/get', '5ms', '10/s', 'cpu', 'call', 'operation', 'rate'];
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(...words, '__proto__', 'constructor', 0, -1, 1e308, null, true),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...words, '__proto__', 'toString', 'steps', 'parallel', 'choose'), tie('value')),
      ),
    })).value;
    const keys = Object.keys(base) as (keyof typeof base)[];
    const changed = fc
      .tuple(fc.constantFrom(...keys, 'timeline', 'queues', 'run', 'people', 'locks'), values)
      .map(([key, value]) => JSON.stringify({ ...base, [key]: value }));
    const changedPart = fc
      .tuple(fc.constantFrom('operations', 'clients', 'consumes', 'probes', 'autoscaler', 'cpu', 'rollout'), values)
      .map(([key, value]) => JSON.stringify(having({ [key]: value })));
    const changedSteps = values.map((value) => JSON.stringify(doing([value])));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), changed, changedPart, changedSteps), (text) => {
        try {
          expect(readModelFile(text, 'any').model.version).toBe(1);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RegisteredError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
