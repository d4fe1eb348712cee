import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf, ComponentKind, FoundFact } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfInstance, factOfOperation } from '../../../testing/made-preflight.ts';
import { callsValue, requestsValue } from '../../../testing/made-facts.ts';
import { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { readModelFile, startSimulation } from '../index.ts';
import { modelOfEstate } from './index.ts';
import type { EstateModel } from './index.ts';

const sketch = (ms: number) => ({
  count: 1,
  zeroCount: 0,
  sumMs: ms,
  minMs: ms,
  maxMs: ms,
  firstBin: 0,
  binCounts: [1],
});

function made(facts: readonly FoundFact[], kinds: Readonly<Record<string, ComponentKind>>): EstateModel {
  const components = Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
  return modelOfEstate(new EstateView({ components, facts }), { atMs: 0 });
}

const shop: readonly FoundFact[] = [
  factOfOperation('web', 'GET /', 'requests', requestsValue({ perSecond: 20 })),
  factOfOperation('web', 'GET /', 'self-time', sketch(10)),
  factOfOperation('database', 'read', 'self-time', sketch(4)),
  factOf('web', 'replicas', 2),
  factBetween('web', 'database', 'call-policy', { timeoutMs: 500, attempts: 3, backoffMs: 20 }),
  factBetween('web', 'database', 'connection-pool', { sizePerInstance: 8, acquireTimeoutMs: 100 }),
];

const needed = (missing: EstateModel['missing']): readonly string[] =>
  missing.flatMap(({ isNeeded, path }) => (isNeeded ? [path.join('.')] : []));

const kinds = { web: 'service', database: 'database' } as const;

describe('modelOfEstate', () => {
  it('makes a model that runs, of calls, times and settings', () => {
    const { model, missing } = made(shop, kinds);
    expect(missing.filter(({ isNeeded }) => isNeeded)).toEqual([]);
    expect(model.components['web']).toMatchObject({
      replicas: 2,
      operations: { 'GET /': [{ wait: '10ms' }, { call: 'database/read' }] },
      clients: {
        database: {
          timeout: '500ms',
          retries: { attempts: 3, backoff: '20ms' },
          pool: { size: 8, acquireTimeout: '100ms' },
        },
      },
    });
    const { model: read } = readModelFile(JSON.stringify({ ...model, run: { for: '1m' } }), 'made');
    const simulation = startSimulation(read, { seed: 1 });
    simulation.runUntil(Infinity);
    const [source] = simulation.report().sources;
    expect(source?.failed).toBe(0);
    expect(source?.meanMs).toBeCloseTo(14, 3);
  });

  it('names the times and the load that nobody knows, and makes none up', () => {
    const { missing, model } = made([factBetween('web', 'database', 'call-policy', { timeoutMs: 500 })], kinds);
    expect(needed(missing)).toEqual(['arrivals']);
    expect(model.arrivals).toEqual([]);
    const withLoad = made(
      shop.filter(({ attribute }) => attribute !== 'self-time'),
      kinds,
    );
    expect(needed(withLoad.missing)).toEqual(['components.web.operations.GET /', 'components.database.operations.any']);
  });

  it('names what it leaves out', () => {
    const { missing } = made(
      [...shop, factOf('web', 'memory-use', { baseBytes: 1, bytesPerRequestPerSecond: 1 })],
      kinds,
    );
    expect(missing.map(({ attribute }) => attribute)).toEqual(['memory-use', 'call-plans', 'start-up', 'start-up']);
  });

  it('tells work from waiting where both are known', () => {
    const burst = factOfOperation('web', 'GET /', 'cpu-burst', { cpuMsPerRequest: 3 });
    const { model } = made([...shop, burst, factOf('web', 'limits', { cpuCores: 0.5 })], kinds);
    expect(model.components['web']).toMatchObject({
      cpu: { limit: 0.5 },
      operations: { 'GET /': [{ cpu: '3ms' }, { wait: '7ms' }, { call: 'database/read' }] },
    });
  });

  it('follows the ways in which calls were seen', () => {
    const plan = (component: string, adjustedCount: number) => ({
      count: adjustedCount,
      adjustedCount,
      errorCount: 0,
      steps: [
        { step: 'self' as const },
        { step: 'parallel' as const, calls: [{ component }, { component: 'database' }], mostAtOnce: 2 },
      ],
      detached: [{ component: 'mail' }],
      samples: [],
      dependences: [],
    });
    const plans = factOfOperation('web', 'GET /', 'call-plans', {
      plans: [plan('stock', 30), plan('prices', 10)],
      otherPlans: { count: 0, adjustedCount: 0 },
      orders: [],
    });
    const { model } = made([...shop, plans], { ...kinds, stock: 'service', prices: 'service', mail: 'external' });
    expect(model.components['web']?.operations['GET /']).toEqual([
      { wait: '10ms' },
      {
        choose: ['stock', 'prices'].map((name, at) => ({
          probability: [0.75, 0.25][at],
          steps: [
            { parallel: [[{ call: `${name}/any` }], [{ call: 'database/read' }]], atOnce: 2 },
            { detach: [{ call: 'mail/any' }] },
          ],
        })),
      },
    ]);
  });

  it('takes a call of which the other side is missing for the one that is usual there', () => {
    const called = (operation: string, toOperation: string | undefined, perSecond: number) => ({
      ...factBetween('web', 'stock', 'calls', callsValue({ perSecond }) as unknown as AttributeValueOf<'calls'>),
      subject: {
        kind: 'edge' as const,
        component: 'web',
        operation,
        to: 'stock',
        ...(toOperation === undefined ? {} : { toOperation }),
      },
    });
    const plans = factOfOperation('web', 'GET /', 'call-plans', {
      plans: [
        {
          count: 1,
          adjustedCount: 1,
          errorCount: 0,
          steps: [{ step: 'call' as const, call: { component: 'stock' } }],
          detached: [],
          samples: [],
          dependences: [],
        },
      ],
      otherPlans: { count: 0, adjustedCount: 0 },
      orders: [],
    });
    const stock = ['read', 'write'].map((operation) =>
      factOfOperation('stock', operation, 'cpu-burst', { cpuMsPerRequest: 2 }),
    );
    const { model, missing } = made(
      [
        ...shop,
        plans,
        ...stock,
        called('GET /', undefined, 9),
        called('GET /', 'read', 1),
        called('POST /', 'write', 5),
      ],
      { ...kinds, stock: 'service' },
    );
    expect(model.components['web']?.operations['GET /']).toEqual([{ wait: '10ms' }, { call: 'stock/read' }]);
    expect(needed(missing)).toEqual([]);
  });

  it('places instances on what nodes have free, and keeps hosts and certificates out of the components', () => {
    const { model } = made(
      [
        ...shop,
        factOf('node-a', 'capacity', {
          cpuCores: 4,
          memoryBytes: 8_000,
          reservedCpuCores: 1,
          reservedMemoryBytes: 2_000,
        }),
        factOfInstance('web', 'web-1', 'placement', { node: 'node-a' }),
      ],
      { ...kinds, 'node-a': 'host', tls: 'certificate' },
    );
    expect(model.nodes).toEqual({ 'node-a': { cores: 3, memory: '6000B' } });
    expect(Object.keys(model.components)).toEqual(['web', 'database']);
    expect(model.components['web']?.placement).toEqual(['node-a']);
  });

  describe('of instances of which is known where they are', () => {
    const on = (...nodes: readonly string[]) =>
      nodes.map((node, at) => factOfInstance('web', `web-${at}`, 'placement', { node }));
    const lossOf = (facts: readonly FoundFact[], timeline: ModelFile['timeline']) => {
      const { model } = made(facts, { ...kinds, 'node-a': 'host', 'node-b': 'host' });
      const { model: read } = readModelFile(JSON.stringify({ ...model, timeline, run: { for: '1m' } }), 'made');
      const simulation = startSimulation(read, { seed: 1 });
      simulation.runUntil(Infinity);
      return simulation.report().components.find(({ component }) => component === 'web')?.instances;
    };
    const three = [...shop.filter(({ attribute }) => attribute !== 'replicas'), factOf('web', 'replicas', 3)];

    it('loses with a node all that are on it, however they would be spread', () => {
      const lost: ModelFile['timeline'] = [{ at: '10s', fault: 'node-reboot', node: 'node-a', takes: '10m' }];
      expect(lossOf([...three, ...on('node-a', 'node-a', 'node-b')], lost)).toMatchObject({ max: 3, min: 1 });
      expect(lossOf([...three, ...on('node-b', 'node-a', 'node-b')], lost)).toMatchObject({ max: 3, min: 2 });
    });

    it('loses with a zone all that are on its nodes', () => {
      const zones = ['node-a', 'node-b'].map((node) => factOf(node, 'capacity', { zone: `${node}-zone` }));
      const lost: ModelFile['timeline'] = [{ at: '10s', fault: 'zone-loss', zone: 'node-a-zone' }];
      expect(lossOf([...three, ...on('node-a', 'node-a', 'node-b'), ...zones], lost)).toMatchObject({ min: 1 });
    });

    it('keeps them on a node that takes no more, and knows a node of which nothing else is told', () => {
      const facts = [
        ...three,
        ...on('node-a', 'node-a', 'node-b', 'node-b'),
        factOf('node-a', 'capacity', { cpuCores: 4, memoryBytes: 8_000, isSchedulable: false }),
      ];
      const { model } = made(facts, { ...kinds, 'node-a': 'host', 'node-b': 'host' });
      expect(model.nodes).toEqual({ 'node-a': { cores: 4, memory: '8000B', cordoned: true }, 'node-b': {} });
      // Of three that are wanted.
      expect(model.components['web']?.placement).toEqual(['node-a', 'node-a', 'node-b']);
    });
  });

  it('fills queues and works them off at the rates that were seen', () => {
    const backlog = { queue: 'mails', depth: 7, arrivalsPerSecond: 5, servedPerSecond: 4, bytesPerMessage: 100 };
    const { model } = made(
      [
        factOf('worker', 'replicas', 2),
        factOf('broker', 'backlogs', [{ ...backlog, consumers: [{ component: 'worker' }] }]),
        factOf('broker', 'memory-policy', { maxBytes: 10_000, eviction: 'none', usedBytes: 1_700 }),
      ],
      { worker: 'service', broker: 'queue' },
    );
    // 1,000 bytes are of something else.
    expect(model.queues).toEqual({
      mails: { broker: 'broker', holds: 7, message: '100B', memory: '9000B', whenFull: 'refuse' },
    });
    expect(model.arrivals).toEqual([{ operation: 'broker/put mails', rate: '5/s' }]);
    expect(model.components['worker']).toMatchObject({
      operations: { 'take mails': [{ wait: '500ms' }] },
      consumes: [{ queue: 'mails', operation: 'take mails' }],
    });
  });

  describe('of a queue whose consumers no fact names', () => {
    const brokers = { broker: 'queue' } as const;
    const holding = (backlog: object) => [factOf('broker', 'backlogs', [{ queue: 'mails', depth: 7, ...backlog }])];
    const byHand = (facts: readonly FoundFact[], said: unknown): EstateModel =>
      modelOfEstate(new EstateView({ components: [{ name: 'broker', kind: 'queue' }], facts }), {
        atMs: 0,
        byHand: said,
      });

    it('works it off at the rate that was seen, so that it does not grow', () => {
      const { model } = made(holding({ arrivalsPerSecond: 5, servedPerSecond: 8 }), brokers);
      expect(model.components['consumers of mails']).toEqual({
        replicas: 1,
        operations: { 'take mails': [{ wait: '125ms' }] },
        consumes: [{ queue: 'mails', operation: 'take mails' }],
      });
      const { model: read } = readModelFile(JSON.stringify({ ...model, run: { for: '2m' } }), 'made');
      const simulation = startSimulation(read, { seed: 1 });
      simulation.runUntil(Infinity);
      const [queue] = simulation.report().queues;
      expect(queue?.queue).toBe('mails');
      expect(queue?.depthAtEnd).toBeLessThan(20);
    });

    it('does not fill it where nobody knows how fast it is worked off, and says so', () => {
      const { model, missing } = made(holding({ arrivalsPerSecond: 5 }), brokers);
      expect(model.arrivals).toEqual([]);
      expect(missing).toContainEqual(
        expect.objectContaining({ attribute: 'backlogs', part: expect.stringContaining('mails'), isNeeded: false }),
      );
    });

    it('lets it grow where it is known that nobody works it off', () => {
      const { model } = made(holding({ arrivalsPerSecond: 5, servedPerSecond: 0 }), brokers);
      expect(model.arrivals).toHaveLength(1);
      expect(Object.keys(model.components)).toEqual(['broker']);
    });

    it('leaves filling it and working it off to what does so by hand', () => {
      const facts = holding({ arrivalsPerSecond: 5, servedPerSecond: 8 });
      const filled = byHand(facts, {
        components: { web: { operations: { 'POST /': [{ parallel: [[{ publish: 'mails' }]] }] } } },
      });
      expect(filled.model.arrivals).toEqual([]);
      expect(filled.model.components['broker']?.operations).not.toHaveProperty('put mails');
      const drained = byHand(facts, { components: { mailer: { consumes: [{ queue: 'mails', operation: 'send' }] } } });
      expect(Object.keys(drained.model.components)).toEqual(['broker']);
      expect(drained.model.arrivals).toHaveLength(1);
      const other = byHand(facts, { components: { web: { operations: { 'POST /': [{ publish: 'bills' }] } } } });
      expect(other.model.arrivals).toHaveLength(1);
      const own = byHand(facts, { components: { broker: { operations: { 'put mails': [{ publish: 'mails' }] } } } });
      expect(own.model.arrivals).toHaveLength(1);
    });
  });

  it('opens the connections at the start without which instances end', () => {
    const { model } = made(
      [
        ...shop.filter(({ attribute }) => attribute !== 'connection-pool'),
        factBetween('web', 'database', 'connection-pool', {
          opensAtStart: 1,
          connectTimeoutMs: 300,
          whenStartFails: 'exits',
        }),
        factBetween('web', 'database', 'connect-time', { now: { p50Ms: 100, maxMs: 400 } }),
      ],
      kinds,
    );
    expect(model.components['web']?.startUp).toEqual({
      steps: [{ call: 'database/open a connection', timeout: '300ms' }],
    });
    expect(model.components['database']?.operations['open a connection']).toEqual([
      {
        wait: {
          quantiles: [
            [0, '100ms'],
            [0.5, '100ms'],
            [1, '400ms'],
          ],
        },
      },
    ]);
  });
});
