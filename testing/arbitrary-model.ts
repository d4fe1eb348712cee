import fc from 'fast-check';
import type { ModelFile } from '../twin/model/index.ts';

type Given = Omit<ModelFile, 'version'>;
type Component = ModelFile['components'][string];
/** A step as it stands in a file. */
type Step = object;
type Client = NonNullable<Component['clients']>[string];

const ms = (from: number, to: number): fc.Arbitrary<string> =>
  fc.double({ min: from, max: to, noNaN: true }).map((value) => `${value.toFixed(3)}ms`);

/** Times that are never twice the same, so that nothing depends on which of two events at one moment comes first. */
const varying = (meanMs: number): fc.Arbitrary<object> =>
  fc.oneof(
    ms(0.1, meanMs).map((mean) => ({ exponential: mean })),
    fc.tuple(ms(0.1, meanMs), fc.double({ min: 0.2, max: 2, noNaN: true })).map(([mean, cv]) => ({
      lognormal: { mean, cv },
    })),
    ms(0.1, meanMs).map((mean) => ({ erlang: { mean, shape: 3 } })),
    ms(0.1, meanMs).map((mean) => ({ hyperexponential: { mean, cv: 1.5 } })),
  );

/** What a step may name. */
interface Names {
  readonly callable: readonly string[];
  readonly queues: readonly string[];
  readonly caches: readonly string[];
  readonly locks: readonly string[];
}

/** Steps with `depth` levels of others inside; inside a lock nothing is called, for that might take the lock again. */
function steps(names: Names, depth: number): fc.Arbitrary<Step[]> {
  const leaf: fc.Arbitrary<Step>[] = [
    varying(8).map((cpu) => ({ cpu })),
    varying(15).map((wait) => ({ wait })),
    fc.constantFrom(0.01, 0.2).map((fail) => ({ fail })),
  ];
  const inside = depth === 0 ? undefined : steps(names, depth - 1);
  const own: fc.Arbitrary<Step>[] = [...leaf];
  if (names.queues.length > 0) own.push(fc.constantFrom(...names.queues).map((publish) => ({ publish })));
  if (names.callable.length > 0) {
    own.push(
      fc.record(
        { call: fc.constantFrom(...names.callable), timeout: ms(5, 80), times: fc.integer({ min: 1, max: 3 }) },
        { requiredKeys: ['call'] },
      ),
    );
  }
  if (inside !== undefined) {
    own.push(
      fc
        .tuple(fc.array(inside, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 4 }))
        .map(([parallel, atOnce]): Step => ({ parallel, atOnce })),
      fc.tuple(inside, inside).map(([first, second]): Step => ({
        choose: [
          { probability: 0.3, steps: first },
          { probability: 0.7, steps: second },
        ],
      })),
      inside.map((detach): Step => ({ detach })),
    );
    if (names.caches.length > 0)
      own.push(fc.tuple(fc.constantFrom(...names.caches), inside).map(([cache, miss]): Step => ({ cache, miss })));
    if (names.locks.length > 0)
      own.push(
        fc.record({
          lock: fc.constantFrom(...names.locks),
          mode: fc.constantFrom('shared' as const, 'exclusive' as const),
          timeout: ms(5, 100),
          steps: fc.array(fc.oneof(...leaf), { maxLength: 2 }),
        }),
      );
  }
  return fc.array(fc.oneof(...own), { minLength: 1, maxLength: 3 });
}

const retries = fc.record(
  {
    attempts: fc.integer({ min: 1, max: 4 }),
    backoff: ms(0.1, 50),
    jitter: fc.constantFrom(0, 0.5, 1),
    budget: fc.constantFrom(0.1, 0.5),
  },
  { requiredKeys: ['attempts', 'backoff', 'jitter'] },
);

const client: fc.Arbitrary<Client> = fc
  .record(
    {
      latency: varying(2),
      timeout: ms(5, 100),
      retries,
      pool: fc.record(
        { size: fc.integer({ min: 1, max: 5 }), queue: fc.integer({ min: 0, max: 20 }), acquireTimeout: ms(1, 50) },
        { requiredKeys: ['size', 'queue'] },
      ),
      breaker: fc.record({
        errors: fc.constantFrom(0.3, 1),
        window: fc.integer({ min: 1, max: 20 }),
        openFor: ms(10, 500),
        probes: fc.integer({ min: 1, max: 3 }),
      }),
      rateLimit: fc.record({ rate: fc.constantFrom('20/s', '200/s'), burst: fc.integer({ min: 1, max: 20 }) }),
      balancing: fc.constantFrom(
        'round-robin' as const,
        'least-requests' as const,
        'random' as const,
        'pinned' as const,
      ),
      resolves: fc.constantFrom('each-call' as const, 'at-start' as const),
      keepAlive: fc.record({ idle: ms(50, 500), serverIdle: ms(50, 500), notice: ms(1, 20) }),
    },
    { requiredKeys: [] },
  )
  .map((one) => one as Client);

const cpu = fc.oneof(
  fc.constant({}),
  fc.record({
    cores: fc.constantFrom(1, 2, 0.5),
    scheduling: fc.constantFrom('fcfs' as const, 'processor-sharing' as const),
  }),
  fc.record({ cores: fc.constantFrom(2, 4), limit: fc.constantFrom(0.3, 1), period: fc.constant('20.01ms') }),
);

const component = (names: Names, called: readonly string[]): fc.Arbitrary<Component> =>
  fc
    .tuple(
      steps(names, 2),
      steps({ ...names, callable: [] }, 1),
      fc.record({ replicas: fc.integer({ min: 1, max: 3 }), cpu, queue: fc.integer({ min: 0, max: 200 }) }),
      fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      fc.array(fc.option(client, { nil: undefined }), { minLength: called.length, maxLength: called.length }),
      fc.subarray([...names.queues]),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([main, side, rest, workers, clients, consumed, atOnce]) => ({
      ...rest,
      operations: { main, side },
      ...(workers === undefined ? {} : { workers }),
      // Only whom it calls: a client that is never used is no error, but says nothing.
      clients: Object.fromEntries(
        called.flatMap((name, at) => (clients[at] === undefined ? [] : [[name, clients[at]]])),
      ),
      consumes: consumed.map((queue) => ({ queue, operation: 'side', atOnce })),
    }));

const arrivals = (operations: readonly string[], until: string): fc.Arbitrary<Given['arrivals'][number]> =>
  fc
    .tuple(
      fc.constantFrom(...operations),
      fc.oneof(
        fc.record({ rate: fc.constantFrom('3/s', '30/s', '200/s'), dispersion: fc.constantFrom(1, 1, 3) }),
        fc.record({ users: fc.integer({ min: 1, max: 10 }), think: ms(1, 100).map((mean) => ({ exponential: mean })) }),
        fc.record({ at: fc.array(ms(0, 2_000), { minLength: 1, maxLength: 20 }) }),
      ),
      fc.option(ms(10, 200), { nil: undefined }),
      fc.option(retries, { nil: undefined }),
    )
    .map(([operation, kind, timeout, tried]) => ({
      operation,
      until,
      ...kind,
      ...(timeout === undefined ? {} : { timeout }),
      ...(tried === undefined ? {} : { retries: tried }),
    }));

/**
 * Small models that can be run: one to five components that call only later ones, with policies of all kinds. Requests come
 * for two seconds of 30, so that all has ended at the end of a run that does not overload for long.
 */
export const arbitraryModel: fc.Arbitrary<Given> = fc
  .record({ components: fc.integer({ min: 1, max: 5 }), shared: fc.boolean() })
  .chain(({ components: count, shared }) => {
    const all = Array.from({ length: count }, (_, at) => `c${at + 1}`);
    const queues = shared ? ['q'] : [];
    const parts = all.map((_, at) => {
      const later = all.slice(at + 1);
      const callable = later.flatMap((name) => [`${name}/main`, `${name}/side`]);
      // Who consumes must not publish what it consumes, or messages would never end.
      return component({ callable, queues: [], caches: shared ? ['k'] : [], locks: shared ? ['l'] : [] }, later);
    });
    return fc
      .tuple(
        fc.tuple(...parts),
        fc.array(
          arrivals(
            all.map((name) => `${name}/main`),
            '2s',
          ),
          { minLength: 1, maxLength: 3 },
        ),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('refuse' as const, 'drop-oldest' as const),
      )
      .map(([made, sources, most, whenFull]): Given => {
        const components = Object.fromEntries(all.map((name, at) => [name, made[at] as Component]));
        if (shared) {
          const first = components['c1'] as Component;
          components['c1'] = {
            ...first,
            operations: {
              ...first.operations,
              main: [...(first.operations['main'] as readonly Step[]), { publish: 'q' }],
            },
          };
          components['worker'] = {
            operations: { take: [{ cpu: { exponential: '3ms' } }, { wait: { exponential: '5ms' } }] },
            cpu: { cores: 1 },
            consumes: [{ queue: 'q', operation: 'take', atOnce: 2 }],
          };
        }
        return {
          components,
          arrivals: sources,
          ...(shared
            ? {
                queues: Object.fromEntries(queues.map((name) => [name, { most, whenFull }])),
                caches: { k: { hits: 0.7, warmAfter: 20, startsCold: true } },
                locks: ['l'],
              }
            : {}),
          run: { for: '30s' },
        };
      });
  });
