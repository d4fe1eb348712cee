import { describe, expect, it } from '@jest/globals';
import type { RegisteredError } from '../../../../src/kernel/index.ts';
import { readModelFile } from './read-model-file.ts';

const base = {
  version: 1,
  components: { web: { operations: { get: [{ cpu: '5ms' }] } } },
  arrivals: [{ operation: 'web/get', rate: '10/s' }],
};

/** The base with more said of its component. */
const having = (part: object) => ({ ...base, components: { web: { ...base.components.web, ...part } } });

/** The base with other steps. */
const doing = (steps: unknown) => having({ operations: { get: steps } });

/** What is wrong, the model, and the lines of the message, each with place, key, what was found and what is accepted. */
const refusals: readonly (readonly [string, string | object, readonly string[]])[] = [
  ['an empty file', '', ['shop.json: found an empty file; accepted: a model as docs/model-format.md describes it']],
  ['a list', '[]', ['shop.json:1:1: found []; accepted: a mapping']],
  ['a text', 'hello', ['shop.json:1:1: found "hello"; accepted: a mapping']],
  [
    'a key that stands twice',
    '{"version": 1,\n"version": 1}',
    [
      'shop.json:2:1: found the key "version" a second time; accepted: each key once',
      'shop.json:1:1: components: found nothing; accepted: a mapping',
      'shop.json:1:1: arrivals: found nothing; accepted: a list',
    ],
  ],
  [
    'a second document',
    `${JSON.stringify(base)}\n---\n{"a": 1}`,
    ['shop.json:3:1: found a second document; accepted: one model in a file'],
  ],
  [
    'what is no YAML',
    '{"a": [}',
    [
      'shop.json:1:8: found Flow sequence in block collection must be sufficiently indented and end with a ]; accepted: well-formed YAML',
    ],
  ],
  [
    'a key that the language takes for itself',
    '{"__proto__": 1}',
    ['shop.json:1:2: __proto__: found the key __proto__; accepted: another name'],
  ],
  ['another version', { ...base, version: 2 }, ['shop.json:2:13: version: found 2; accepted: 1']],
  [
    'an unknown key',
    { ...base, arivals: [] },
    [
      'shop.json:20:2: arivals: found the unknown key "arivals"; accepted: one of version, name, about, components, arrivals, queues, caches, locks, nodes, people, timeline, objectives, run (did you mean arrivals?)',
    ],
  ],
  [
    'a place on a node that is not there, and more places than instances',
    {
      ...base,
      components: { web: { ...base.components.web, placement: ['node-x', 'node-a'] } },
      nodes: { 'node-a': { cores: 4, memory: '1GiB' } },
    },
    [
      'shop.json:13:5: components.web.placement.0: found "node-x", which is no node; accepted: such as node-a',
      'shop.json:12:17: components.web.placement: found places for 2 instances of 1; accepted: at most one node for each of "replicas"',
    ],
  ],
  [
    'a slash in the name of a component',
    { ...base, components: { 'a/b': { operations: {} } } },
    [
      'shop.json:4:3: components.a/b: found the name "a/b"; accepted: a name of 1 to 200 characters on one line, without blanks around it; not a word that every object of JavaScript has, and without "/"',
    ],
  ],
  [
    'a name that every object has',
    { ...base, components: { constructor: { operations: {} } } },
    [
      'shop.json:4:3: components.constructor: found the name "constructor"; accepted: a name of 1 to 200 characters on one line, without blanks around it; not a word that every object of JavaScript has, and without "/"',
    ],
  ],
  [
    'a duration without a unit',
    doing([{ cpu: 5 }]),
    [
      'shop.json:8:14: components.web.operations.get.0.cpu: found 5; accepted: a duration with a unit ("30ms"), or one of {"exponential": "5ms"}, {"uniform": {"from", "to"}}, {"lognormal": {"mean", "cv"}}, {"erlang": {"mean", "shape"}}, {"hyperexponential": {"mean", "cv"}}, {"pareto": {"from", "shape", "to"}}, {"samples": […]}, {"quantiles": [[0, "1ms"], …, [1, "80ms"]]}',
    ],
  ],
  [
    'a distribution that lacks a parameter',
    doing([{ cpu: { lognormal: { mean: '5ms' } } }]),
    ['shop.json:9:21: components.web.operations.get.0.cpu.lognormal.cv: found nothing; accepted: a number'],
  ],
  [
    'a negative variability',
    doing([{ wait: { lognormal: { mean: '5ms', cv: -1 } } }]),
    ['shop.json:11:15: components.web.operations.get.0.wait.lognormal.cv: found -1; accepted: a number above 0'],
  ],
  [
    'an unknown distribution',
    doing([{ wait: { gamma: '5ms' } }]),
    [
      'shop.json:8:15: components.web.operations.get.0.wait: found {"gamma":"5ms"}; accepted: a duration with a unit ("30ms"), or one of {"exponential": "5ms"}, {"uniform": {"from", "to"}}, {"lognormal": {"mean", "cv"}}, {"erlang": {"mean", "shape"}}, {"hyperexponential": {"mean", "cv"}}, {"pareto": {"from", "shape", "to"}}, {"samples": […]}, {"quantiles": [[0, "1ms"], …, [1, "80ms"]]}',
    ],
  ],
  [
    'a negative duration',
    doing([{ wait: { exponential: '-5ms' } }]),
    [
      'shop.json:9:23: components.web.operations.get.0.wait.exponential: found "-5ms"; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
    ],
  ],
  [
    'an unknown step',
    doing([{ cal: 'web/get' }]),
    [
      'shop.json:7:6: components.web.operations.get.0: found {"cal":"web/get"}; accepted: one step: {"cpu": …}, {"wait": …}, {"call": "component/operation"}, {"parallel": [[…], […]]}, {"choose": [{"probability", "steps"}]}, {"detach": […]}, {"publish": "queue"}, {"cache": "name", "miss": […]}, {"lock": "name", "mode", "steps": […]} or {"fail": 0.01}',
    ],
  ],
  [
    'an unknown key of a step',
    doing([{ call: 'web/get', timout: '1s' }]),
    [
      'shop.json:9:7: components.web.operations.get.0.timout: found the unknown key "timout"; accepted: one of call, timeout, times, optional (did you mean timeout?)',
    ],
  ],
  [
    'steps that are no list',
    doing({ cpu: '5ms' }),
    ['shop.json:6:12: components.web.operations.get: found {"cpu":"5ms"}; accepted: a list of steps'],
  ],
  [
    'a mistake deep inside',
    doing([{ parallel: [[{ choose: [{ probability: 1, steps: [{ fail: 2 }] }] }]] }]),
    [
      'shop.json:16:22: components.web.operations.get.0.parallel.0.0.choose.0.steps.0.fail: found 2; accepted: a ratio from 0 to 1, or a percentage such as "25%"',
    ],
  ],
  [
    'a timeout of nothing',
    doing([{ call: 'web/get', timeout: '0s' }]),
    [
      'shop.json:9:18: components.web.operations.get.0.timeout: found "0s"; accepted: a duration above 0, such as 250ms',
    ],
  ],
  [
    'an unknown mode',
    doing([{ lock: 'a', mode: 'both', steps: [] }]),
    ['shop.json:9:15: components.web.operations.get.0.mode: found "both"; accepted: one of shared, exclusive'],
  ],
  [
    'a rate without a unit',
    { ...base, arrivals: [{ operation: 'web/get', rate: 10 }] },
    [
      'shop.json:17:12: arrivals.0.rate: found 10; accepted: a rate ("200/s"), or pairs of time and rate ([["0s", "10/s"], ["5m", "200/s"]])',
    ],
  ],
  [
    'arrivals of no kind',
    { ...base, arrivals: [{ operation: 'web/get' }] },
    [
      'shop.json:15:3: arrivals.0: found {"operation":"web/get"}; accepted: arrivals that are open ({"operation", "rate": "200/s"}), closed ({"operation", "users": 20, "think": "1s"}) or recorded ({"operation", "at": ["10ms", …]})',
    ],
  ],
  [
    'no arrivals',
    { ...base, arrivals: [] },
    ['shop.json:14:14: arrivals: found []; accepted: a list with at least 1 member'],
  ],
  [
    'arrivals with the rate 0 only',
    { ...base, arrivals: [{ operation: 'web/get', rate: '0/s' }] },
    [
      'shop.json:14:14: arrivals: found only arrivals with the rate 0; accepted: at least one entry that sends requests',
    ],
  ],
  [
    'a rate whose times fall',
    {
      ...base,
      arrivals: [
        {
          operation: 'web/get',
          rate: [
            ['1m', '1/s'],
            ['0s', '2/s'],
          ],
        },
      ],
    },
    ['shop.json:17:12: arrivals.0.rate: found [["1m","1/s"],["0s","2/s"]]; accepted: times that do not fall'],
  ],
  [
    'no workers',
    having({ workers: 0 }),
    ['shop.json:12:15: components.web.workers: found 0; accepted: a whole number of at least 1'],
  ],
  [
    'no cores',
    having({ cpu: { cores: 0 } }),
    ['shop.json:13:14: components.web.cpu.cores: found 0; accepted: more cores than 0, such as 2 or "500m"'],
  ],
  [
    'a limit below the grain of its period',
    having({ cpu: { limit: '5m', period: '100ms' } }),
    [
      'shop.json:13:14: components.web.cpu.limit: found a limit of 0.005 cores, which is 0.5 ms of each period of 100 ms; accepted: at least 1 ms of work in a period: a higher limit or a longer period',
    ],
  ],
  [
    'retries without a number',
    having({ clients: { web: { retries: {} } } }),
    ['shop.json:14:17: components.web.clients.web.retries.attempts: found nothing; accepted: a whole number'],
  ],
  [
    'a call of an unknown component',
    doing([{ call: 'wep/get' }]),
    [
      'shop.json:8:15: components.web.operations.get.0.call: found "wep/get", whose component "wep" is not there; accepted: such as web/…',
    ],
  ],
  [
    'a call of an unknown operation',
    doing([{ call: 'web/gte' }]),
    [
      'shop.json:8:15: components.web.operations.get.0.call: found "web/gte", which is no operation of web; accepted: such as web/get',
    ],
  ],
  [
    'a call of a component',
    doing([{ call: 'web' }]),
    [
      'shop.json:8:15: components.web.operations.get.0.call: found "web", which names no operation; accepted: such as web/get',
    ],
  ],
  [
    'a call of what every object has',
    doing([{ call: 'toString/x' }]),
    [
      'shop.json:8:15: components.web.operations.get.0.call: found "toString/x", whose component "toString" is not there; accepted: such as web/…',
    ],
  ],
  [
    'arrivals for an unknown operation',
    { ...base, arrivals: [{ operation: 'web/put', rate: '1/s' }] },
    ['shop.json:16:17: arrivals.0.operation: found "web/put", which is no operation of web; accepted: such as web/get'],
  ],
  [
    'a client of an unknown component',
    having({ clients: { data: {} } }),
    ['shop.json:13:13: components.web.clients.data: found "data", which is no component; accepted: such as web'],
  ],
  [
    'consuming an unknown queue by an unknown operation',
    having({ consumes: [{ queue: 'q', operation: 'x' }] }),
    [
      'shop.json:14:15: components.web.consumes.0.queue: found "q", which is no queue; accepted: nothing: there is none in the model',
      'shop.json:15:19: components.web.consumes.0.operation: found "x", which is no operation of web; accepted: such as get',
    ],
  ],
  [
    'publishing to an unknown queue',
    doing([{ publish: 'q' }]),
    [
      'shop.json:8:18: components.web.operations.get.0.publish: found "q", which is no queue; accepted: nothing: there is none in the model',
    ],
  ],
  [
    'an unknown cache',
    doing([{ cache: 'c', miss: [] }]),
    [
      'shop.json:8:16: components.web.operations.get.0.cache: found "c", which is no cache; accepted: nothing: there is none in the model',
    ],
  ],
  [
    'an unknown lock',
    doing([{ lock: 'l', mode: 'shared', steps: [] }]),
    [
      'shop.json:8:15: components.web.operations.get.0.lock: found "l", which is no lock of "locks"; accepted: nothing: there is none in the model',
    ],
  ],
  [
    'an objective of an unknown operation',
    { ...base, objectives: [{ operation: 'web/x', p95: '1s' }] },
    ['shop.json:22:17: objectives.0.operation: found "web/x", which is no operation of web; accepted: such as web/get'],
  ],
  [
    'an objective that asks for nothing',
    { ...base, objectives: [{ operation: 'web/get' }] },
    [
      'shop.json:21:3: objectives.0: found an objective that asks for nothing; accepted: a "p50", "p95", "p99" or "errors"',
    ],
  ],
  [
    'an unknown broker',
    { ...base, queues: { q: { broker: 'b' } } },
    ['shop.json:22:14: queues.q.broker: found "b", which is no component; accepted: such as web'],
  ],
  [
    'a cache in an unknown component',
    { ...base, caches: { c: { hits: 1, component: 'w' } } },
    ['shop.json:23:17: caches.c.component: found "w", which is no component; accepted: such as web'],
  ],
  [
    'a probe of an unknown operation',
    having({ probes: { liveness: { asks: 'health' } } }),
    [
      'shop.json:14:14: components.web.probes.liveness.asks: found "health", which is no operation of web; accepted: such as get',
    ],
  ],
  [
    'happenings that are neither action nor fault',
    { ...base, timeline: [{ at: '1m' }] },
    [
      'shop.json:21:3: timeline.0: found {"at":"1m"}; accepted: either an "action" or a "fault", as docs/vocabulary.md lists them',
    ],
  ],
  [
    'happenings of unknown words, parameters and names',
    {
      ...base,
      timeline: [
        { at: '1m', action: 'scael', component: 'web', replicas: 2 },
        { at: '1m', action: 'scale', component: 'web', replicas: 'x' },
        { at: '1m', fault: 'kill', component: 'wbe' },
        { at: '1m', action: 'drain-node', node: 'n' },
        { at: '1m', action: 'purge-queue', queue: 'q' },
        { at: '1m', fault: 'latency', component: 'web', operation: 'put', delay: '1s' },
        { at: '1m', action: 'page-on-call', person: 'anna' },
      ],
    },
    [
      'shop.json:23:14: timeline.0.action: found the unknown action "scael"; accepted: such as scale, configure, wait',
      'shop.json:31:16: timeline.1.replicas: found "x"; accepted: a whole number from 0 to 100000',
      'shop.json:36:17: timeline.2.component: found "wbe", which is no component; accepted: such as web',
      'shop.json:41:12: timeline.3.node: found "n", which is no node; accepted: nothing: there is none in the model',
      'shop.json:46:13: timeline.4.queue: found "q", which is no queue; accepted: nothing: there is none in the model',
      'shop.json:48:3: timeline.5: found the unknown parameter operation; accepted: one of component, from, delay, for (did you mean delay?)',
      'shop.json:58:14: timeline.6.person: found "anna", which is no person of "people"; accepted: nothing: there is none in the model',
    ],
  ],
  [
    'an action that no model can run',
    { ...base, timeline: [{ at: '1m', action: 'prune-logs', component: 'web' }] },
    [
      'shop.json:21:3: timeline.0: found prune-logs, which the model cannot run; accepted: one that the model can run: `backlot actions --tier model` lists them',
    ],
  ],
  [
    'what a person does that is no action',
    { ...base, people: { anna: { answersAfter: '1m', acts: [{ action: 'panic' }] } } },
    [
      'shop.json:25:16: people.anna.acts.0.action: found the unknown action "panic"; accepted: such as page-on-call, configure, wait',
    ],
  ],
  [
    'probabilities that lack some',
    doing([
      {
        choose: [
          { probability: 0.5, steps: [] },
          { probability: 0.3, steps: [] },
        ],
      },
    ]),
    [
      'shop.json:8:17: components.web.operations.get.0.choose: found probabilities that add up to 0.8; accepted: probabilities that add up to 1: add {"probability": 0.2, "steps": []} for the rest',
    ],
  ],
  [
    'probabilities above 1',
    doing([
      {
        choose: [
          { probability: 0.8, steps: [] },
          { probability: '30%', steps: [] },
        ],
      },
    ]),
    [
      'shop.json:8:17: components.web.operations.get.0.choose: found probabilities that add up to 1.1; accepted: probabilities that add up to 1',
    ],
  ],
  [
    'an operation that calls itself',
    doing([{ call: 'web/get' }]),
    [
      'shop.json:8:15: components.web.operations.get.0.call: found a circle of calls that does not end: web/get > web/get, where each request comes back 1.00 times; accepted: a circle in which a request comes back less than once on average, such as behind a "choose" or a "cache"',
    ],
  ],
  [
    'a circle over two components that never ends',
    {
      ...base,
      components: {
        web: { operations: { get: [{ call: 'data/read' }] } },
        data: { operations: { read: [{ cpu: '1ms' }, { call: 'web/get' }] } },
      },
    },
    [
      'shop.json:8:15: components.web.operations.get.0.call: found a circle of calls that does not end: web/get > data/read > web/get, where each request comes back 1.00 times; accepted: a circle in which a request comes back less than once on average, such as behind a "choose" or a "cache"',
    ],
  ],
  [
    'a circle that ends sometimes, but doubles otherwise',
    doing([
      {
        choose: [
          { probability: 0.6, steps: [{ parallel: [[{ call: 'web/get' }], [{ call: 'web/get' }]] }] },
          { probability: 0.4, steps: [] },
        ],
      },
    ]),
    [
      'shop.json:16:22: components.web.operations.get.0.choose.0.steps.0.parallel.0.0.call: found a circle of calls that does not end: web/get > web/get, where each request comes back 1.20 times; accepted: a circle in which a request comes back less than once on average, such as behind a "choose" or a "cache"',
    ],
  ],
  [
    'a lock inside itself',
    { ...doing([{ lock: 'l', mode: 'exclusive', steps: [{ lock: 'l', mode: 'shared', steps: [] }] }]), locks: ['l'] },
    [
      'shop.json:11:8: components.web.operations.get.0.steps.0: found the lock l inside itself, which waits for itself for ever; accepted: a lock that is taken once, around all that needs it',
    ],
  ],
  [
    'a lock inside itself by a call',
    {
      ...having({
        operations: {
          get: [{ lock: 'l', mode: 'shared', steps: [{ call: 'web/put' }] }],
          put: [{ lock: 'l', mode: 'exclusive', steps: [] }],
        },
      }),
      locks: ['l'],
    },
    [
      'shop.json:18:6: components.web.operations.put.0: found the lock l inside itself (held over a call of web/put), which waits for itself for ever; accepted: a lock that is taken once, around all that needs it',
    ],
  ],
  [
    'replicas outside the autoscaler',
    having({ autoscaler: { min: 2, max: 4, inFlight: 5 } }),
    ['shop.json:4:10: components.web.replicas: found 1 replicas; accepted: from 2 to 4, as the autoscaler keeps them'],
  ],
  [
    'an autoscaler that looks at cores without bounds',
    having({ autoscaler: { min: 1, max: 4, cpu: 0.5 } }),
    [
      'shop.json:15:12: components.web.autoscaler.cpu: found a wanted share of cores that are not bounded; accepted: a component with "cpu": {"cores"} or "reserves": {"cpu"}',
    ],
  ],
  [
    'an autoscaler that looks at nothing',
    having({ autoscaler: { min: 1, max: 4 } }),
    [
      'shop.json:12:18: components.web.autoscaler: found an autoscaler that looks at nothing; accepted: a "cpu" or an "inFlight" that is wanted',
    ],
  ],
  [
    'an autoscaler with its bounds swapped',
    having({ autoscaler: { min: 3, max: 2, inFlight: 1 } }),
    [
      'shop.json:12:18: components.web.autoscaler: found {"min":3,"max":2,"inFlight":1}; accepted: a min that is not above max',
    ],
  ],
  [
    'more memory at rest than its limit',
    having({ memory: { base: '2GiB', limit: '1GiB' } }),
    [
      'shop.json:13:13: components.web.memory.base: found 2147483648 bytes at rest, above the limit of 1073741824; accepted: at most the limit: such an instance is killed at its start',
    ],
  ],
  [
    'a rolling update that can do nothing',
    having({ rollout: { maxSurge: 0, maxUnavailable: 0 } }),
    [
      'shop.json:12:15: components.web.rollout: found a rolling update that may neither add an instance nor take one away; accepted: a "maxSurge" or a "maxUnavailable" above 0',
    ],
  ],
  [
    'a disruption budget of nothing',
    having({ disruptionBudget: {} }),
    [
      'shop.json:12:24: components.web.disruptionBudget: found {}; accepted: either {"minAvailable": …} or {"maxUnavailable": …}',
    ],
  ],
  [
    'users who ask what takes no time',
    { ...doing([]), arrivals: [{ operation: 'web/get', users: 3 }] },
    [
      'shop.json:11:3: arrivals.0.think: found users without a pause who ask web/get, which takes no time; accepted: a "think" above 0, or an operation that takes time',
    ],
  ],
  [
    'quantities without a unit where they may be left out',
    {
      ...base,
      run: { for: 10, warmUp: true },
      arrivals: [{ operation: 'web/get', rate: '10/s', timeout: 3, from: 1, retries: { attempts: 2, backoff: 5 } }],
      queues: { q: { message: true, memory: 5 } },
    },
    [
      'shop.json:18:15: arrivals.0.timeout: found 3; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
      'shop.json:22:16: arrivals.0.retries.backoff: found 5; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
      'shop.json:19:12: arrivals.0.from: found 1; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
      'shop.json:32:15: queues.q.message: found true; accepted: a size with a unit, such as 512MiB, 2GiB, 64Mi or 10MB',
      'shop.json:33:14: queues.q.memory: found 5; accepted: a size with a unit, such as 512MiB, 2GiB, 64Mi or 10MB',
      'shop.json:27:10: run.for: found 10; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
      'shop.json:28:13: run.warmUp: found true; accepted: a duration with a unit, such as 250ms, 30s, 1m30s or 2h',
    ],
  ],
  [
    'arrivals that end before they begin',
    { ...base, arrivals: [{ operation: 'web/get', rate: '1/s', from: '2m', until: '1m' }] },
    [
      'shop.json:19:13: arrivals.0.until: found an end at 1 min 0 s of what begins at 2 min 0 s; accepted: a time after "from"',
    ],
  ],
  [
    'a warm-up longer than the run',
    { ...base, run: { for: '1m', warmUp: '2m' } },
    [
      'shop.json:22:13: run.warmUp: found a warm-up of 2 min 0 s in a run of 1 min 0 s; accepted: a warm-up that ends before the run',
    ],
  ],
  [
    'calls in loops within loops',
    {
      ...base,
      components: {
        web: { operations: { get: [{ call: 'data/read', times: 1_000 }] } },
        data: { operations: { read: [{ call: 'disk/read', times: 1_000 }] } },
        disk: { operations: { read: [{ wait: '1ms' }] } },
      },
    },
    [
      'shop.json:6:12: components.web.operations.get: found a request of web/get that goes through 1.0e+6 steps, those of its calls and of their retries among them; accepted: at most 1,000,000: fewer "times" or "attempts", a "backoff" between these, or one step that stands for many',
    ],
  ],
  [
    'retries within retries of which none waits',
    {
      ...base,
      components: {
        web: { operations: { get: [{ call: 'a/ask' }] }, clients: { a: { retries: { attempts: 100 } } } },
        a: { operations: { ask: [{ call: 'b/ask' }] }, clients: { b: { retries: { attempts: 100 } } } },
        b: { operations: { ask: [{ call: 'c/ask' }] }, clients: { c: { retries: { attempts: 100 } } } },
        c: { operations: { ask: [{ fail: 1 }] } },
      },
    },
    [
      'shop.json:6:12: components.web.operations.get: found a request of web/get that goes through 1.0e+6 steps, those of its calls and of their retries among them; accepted: at most 1,000,000: fewer "times" or "attempts", a "backoff" between these, or one step that stands for many',
    ],
  ],
  [
    'a source whose retries are too many for what each of them causes',
    {
      ...base,
      components: {
        web: { operations: { get: [{ call: 'a/ask' }] }, clients: { a: { retries: { attempts: 100 } } } },
        a: { operations: { ask: [{ call: 'b/ask' }] }, clients: { b: { retries: { attempts: 99 } } } },
        b: { operations: { ask: [{ fail: 1 }] } },
      },
      arrivals: [{ operation: 'web/get', rate: '10/s', retries: { attempts: 100 } }],
    },
    [
      'shop.json:51:17: arrivals.0.retries.attempts: found requests each of which goes through 2.0e+6 steps, those of its calls and of their retries among them; accepted: at most 1,000,000: fewer "times" or "attempts", a "backoff" between these, or one step that stands for many',
    ],
  ],
  [
    'a queue that holds more than it holds',
    { ...base, queues: { q: { most: 1, holds: 2 } } },
    ['shop.json:23:13: queues.q.holds: found 2 messages; accepted: at most 1, which it holds'],
  ],
];

/** The lines of the message with which a text is refused. */
function refusalOf(text: string): readonly string[] {
  try {
    readModelFile(text, 'shop.json');
  } catch (thrown) {
    const { code, message } = thrown as RegisteredError;
    expect(code).toBe('model-invalid');
    return message
      .split('\n')
      .slice(1)
      .map((line) => line.slice(2));
  }
  return [];
}

describe('a model file', () => {
  it.each(refusals)('is refused for %s', (_, model, lines) => {
    expect(refusalOf(typeof model === 'string' ? model : JSON.stringify(model, undefined, 1))).toEqual(lines);
  });

  it.each([
    ['wait between their attempts', { attempts: 100, backoff: '1ms' }],
    ['have a budget', { attempts: 100, budget: 0.1 }],
  ] as const)('may have retries within retries where they %s', (_, retries) => {
    const calling = (to: string) => ({ operations: { ask: [{ call: `${to}/ask` }] }, clients: { [to]: { retries } } });
    const chain = { a: calling('b'), b: calling('c'), c: calling('d'), d: { operations: { ask: [{ fail: 1 }] } } };
    const arrivals = [{ operation: 'a/ask', rate: '1/s', retries }];
    expect(refusalOf(JSON.stringify({ version: 1, components: chain, arrivals }))).toEqual([]);
  });

  it('is the model that these mistakes are made in, where none is', () => {
    expect(refusalOf(JSON.stringify(base))).toEqual([]);
  });
});
