import type { ModelFile } from '../../format/index.ts';

const node = { cores: 8, memory: '8GiB' };
const small = { cpu: '250m', memory: '64MiB' } as const;
const checkout = {
  operations: {
    'POST /checkout': [
      { cpu: '4ms' as const },
      { call: 'payment/POST /charge' },
      { call: 'database/ask' },
      { call: 'recommendations/get' },
      { publish: 'orders' },
    ],
  },
  workers: 8,
  cpu: { cores: 1, limit: 1 },
  reserves: small,
  startUp: { time: '2s' as const },
  memory: { base: '100MiB', perRequest: '1MiB', limit: '300MiB' },
};

/** An estate, for tests, that has all that the examples of the vocabularies speak of. */
export const wordsEstate: Omit<ModelFile, 'version'> = {
  components: {
    gateway: {
      operations: { get: [{ call: 'storefront/GET /' }] },
      certificate: { expires: '70s' },
      clients: { storefront: { resolves: 'at-start' } },
      reserves: small,
      startUp: { time: '1s' },
    },
    storefront: {
      operations: {
        'GET /': [{ cpu: '2ms' }, { cache: 'redis', miss: [{ call: 'redis/get' }] }],
        'POST /checkout': [{ call: 'checkout/POST /checkout' }],
        'GET /recommendations': [{ call: 'recommendations/get' }],
      },
      reserves: small,
    },
    checkout: {
      ...checkout,
      replicas: 3,
      rollout: { maxSurge: 0, maxUnavailable: 1 },
      clients: {
        payment: { timeout: '900ms', retries: { attempts: 2 }, pool: { size: 2 } },
        database: { pool: { size: 3, acquireTimeout: '5s' } },
      },
    },
    'checkout-canary': { ...checkout, cpu: { cores: 4 } },
    payment: {
      operations: { 'POST /charge': [{ cpu: '3ms' }, { call: 'payment-provider/charge' }] },
      cpu: { cores: 2 },
      reserves: small,
      startUp: { time: '3s' },
      replicas: 2,
    },
    'payment-provider': { operations: { charge: [{ wait: '20ms' }, { fail: 0.1 }] } },
    recommendations: { operations: { get: [{ wait: '5ms' }] } },
    database: {
      operations: { ask: [{ lock: 'orders', mode: 'shared', steps: [{ wait: '3ms' }] }], report: [{ wait: '200ms' }] },
      volume: 'one-instance',
      startUp: { time: '4s' },
    },
    redis: { operations: { get: [{ wait: '30ms' }] } },
    reporting: { operations: { run: [{ call: 'database/report' }] } },
    'report-job': { operations: { run: [{ wait: '1s' }] } },
    'nightly-report': { operations: { run: [{ wait: '1s' }] } },
    packer: {
      operations: { pack: [{ wait: '10ms' }] },
      consumes: [{ queue: 'orders', operation: 'pack' }],
    },
  },
  arrivals: [
    // Independent of each other: two at one moment would change places with any event that is added.
    { operation: 'gateway/get', rate: '20/s' },
    { operation: 'storefront/GET /', rate: '10/s' },
    { operation: 'storefront/POST /checkout', rate: '30/s' },
    { operation: 'storefront/GET /recommendations', rate: '10/s' },
    { operation: 'reporting/run', rate: '50/s' },
    { operation: 'report-job/run', rate: '1/s' },
    { operation: 'nightly-report/run', rate: '1/s' },
  ],
  queues: { orders: { most: 100_000 } },
  caches: { redis: { hits: 0.9, warmAfter: 50, component: 'redis' } },
  locks: ['orders'],
  nodes: {
    'node-1': { ...node, zone: 'eu-central-1b' },
    'node-2': { ...node, zone: 'eu-central-1a' },
    'node-3': { ...node, zone: 'eu-central-1b' },
  },
  people: {
    'payments-on-call': { answersAfter: '5s', acts: [{ action: 'scale', component: 'checkout', replicas: 5 }] },
  },
};
