import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Collector } from '../../../connectors/observation/index.ts';
import { resolveIdentity } from './resolve-identity.ts';
import type { Name, NameScheme, Seen, Sighting } from './sighting.ts';

type Names = Partial<Record<NameScheme, string | readonly string[]>>;

function seen(collector: Collector, key: string, names: Names, over: Partial<Sighting> = {}): Seen {
  const list = Object.entries(names).flatMap(([scheme, values]) =>
    [values].flat().map((value): Name => ({ scheme: scheme as NameScheme, value })),
  );
  const inventory = collector === 'docker' || collector === 'compose' ? { inventory: collector } : {};
  return {
    id: `${collector}/${key}`,
    collector,
    ...inventory,
    sighting: { key, kind: undefined, names: list, ...over },
  };
}

const inCompose = (project: string, service: string, names: Names = {}): Seen =>
  seen(
    'compose',
    `${project}/${service}`,
    { 'compose-service': `${project}/${service}`, address: service, ...names },
    { group: project },
  );

const inDocker = (project: string, service: string, names: Names = {}): Seen =>
  seen(
    'docker',
    `${project}/${service}`,
    { 'compose-service': `${project}/${service}`, address: service, ...names },
    { group: project },
  );

const inTraces = (service: string, names: Names = {}, over: Partial<Sighting> = {}): Seen =>
  seen('traces', service, { 'otel-service': service, ...names }, over);

const componentsOf = (...all: Seen[]): string[][] =>
  resolveIdentity(all).components.map(({ name, collectors }) => [name, ...collectors]);

describe('resolveIdentity', () => {
  it('takes the same service in a file, on the engine and in traces for one component, and says why', () => {
    const { components, componentOf } = resolveIdentity([
      inCompose('shop', 'cart', { 'otel-service': 'shop-cart' }),
      inDocker('shop', 'cart', { 'container-id': 'f'.repeat(64) }),
      inTraces('shop-cart'),
    ]);
    expect(components).toMatchObject([{ name: 'cart', group: 'shop', collectors: ['compose', 'docker', 'traces'] }]);
    expect(components[0]?.joints).toEqual([
      { because: 'the same service name in telemetry', name: 'shop-cart', collectors: ['compose', 'docker', 'traces'] },
      {
        because: 'the same service of a compose project',
        name: 'shop/cart',
        collectors: ['compose', 'docker', 'traces'],
      },
    ]);
    expect(new Set(componentOf.values())).toEqual(new Set(['cart']));
  });

  it('joins by a container id, of which telemetry knows the first digits', () => {
    const id = '0123456789abcdef'.repeat(4);
    expect(
      componentsOf(
        inDocker('shop', 'api', { 'container-id': id }),
        inTraces('backend', { 'container-id': id.slice(0, 12) }),
      ),
    ).toEqual([['api', 'docker', 'traces']]);
  });

  it('joins a peer that sends no spans by the name that its callers use', () => {
    const peer = seen('traces', 'peer:database', { address: 'database' }, { kind: 'database' });
    const { components } = resolveIdentity([inCompose('shop', 'database'), inCompose('shop', 'cart'), peer]);
    expect(components.map(({ name, kind, collectors }) => [name, kind, collectors.length])).toEqual([
      ['cart', 'service', 1],
      ['database', 'database', 2],
    ]);
  });

  it('joins a service that is called alike, however it is written', () => {
    expect(componentsOf(inCompose('shop', 'product-catalog'), inTraces('ProductCatalog'))).toEqual([
      ['product-catalog', 'compose', 'traces'],
    ]);
  });

  it('keeps apart what shares a name between two projects, and reports it', () => {
    const { components, ambiguities } = resolveIdentity([
      inCompose('one', 'db'),
      inCompose('two', 'db'),
      seen('traces', 'peer:db', { address: 'db' }),
    ]);
    expect(components.map(({ name }) => name)).toEqual(['db', 'one/db', 'two/db']);
    expect(ambiguities).toEqual([{ name: 'db', candidates: ['db', 'one/db', 'two/db'] }]);
  });

  it('decides by the namespace where that tells', () => {
    const { components, ambiguities } = resolveIdentity([
      inCompose('one', 'db'),
      inCompose('two', 'db'),
      seen('traces', 'peer:db', { address: 'db' }, { group: 'two' }),
    ]);
    expect(components.map(({ name, collectors }) => [name, ...collectors])).toEqual([
      ['one/db', 'compose'],
      ['two/db', 'compose', 'traces'],
    ]);
    expect(ambiguities).toEqual([]);
  });

  it('does not take two services for one because both are called alike in two namespaces', () => {
    const { components } = resolveIdentity([
      inTraces('a/cart', {}, { group: 'a' }),
      inTraces('b/cart', {}, { group: 'b' }),
    ]);
    expect(components.map(({ name }) => name)).toEqual(['a/cart', 'b/cart']);
    const besides = [inTraces('a/cart', {}, { group: 'a' }), inTraces('b/cart', {}, { group: 'b' })];
    expect(componentsOf(inDocker('shop', 'cart'), ...besides)).toHaveLength(3);
    expect(componentsOf(inDocker('a', 'cart'), ...besides)).toEqual([
      ['a/cart', 'docker', 'traces'],
      ['b/cart', 'traces'],
    ]);
  });

  it('keeps two stacks apart that give their services the same name in telemetry', () => {
    const told = { 'otel-service': 'cart' };
    const { components, ambiguities } = resolveIdentity([
      inDocker('blue', 'cart', told),
      inDocker('green', 'cart', told),
      inTraces('cart'),
    ]);
    expect(components.map(({ name, collectors }) => [name, ...collectors])).toEqual([
      ['blue/cart', 'docker'],
      ['cart', 'traces'],
      ['green/cart', 'docker'],
    ]);
    expect(ambiguities).toEqual([{ name: 'cart', candidates: ['blue/cart', 'cart', 'green/cart'] }]);
  });

  it('keeps two services of one project apart, whatever name both give themselves', () => {
    const told = { 'otel-service': 'app', 'container-name': 'app' };
    expect(
      componentsOf(
        inCompose('shop', 'web', told),
        inCompose('shop', 'worker', told),
        inDocker('shop', 'web', told),
        inDocker('shop', 'worker', told),
      ),
    ).toEqual([
      ['web', 'compose', 'docker'],
      ['worker', 'compose', 'docker'],
    ]);
  });

  it('keeps workloads and counted pods of two namespaces apart, and not pods whose names were drawn', () => {
    const inNamespace = (group: string, names: Names): Seen => seen('prometheus', `${group}/x`, names, { group });
    expect(
      componentsOf(inNamespace('dev', { workload: 'api' }), inNamespace('prod', { workload: 'api' })),
    ).toHaveLength(2);
    expect(componentsOf(inNamespace('dev', { pod: 'redis-0' }), inNamespace('prod', { pod: 'redis-0' }))).toHaveLength(
      2,
    );
    const drawn = { pod: 'cart-6c5b9f7d4-x2v8k' };
    expect(componentsOf(inNamespace('prod', drawn), inTraces('cart', drawn, { group: 'shop' }))).toEqual([
      ['cart', 'prometheus', 'traces'],
    ]);
  });

  it('does not take what is only heard of in two namespaces for one', () => {
    const heard = (group: string): Seen => seen('prometheus', `${group}/api`, { address: 'api' }, { group });
    expect(componentsOf(heard('dev'), heard('prod'))).toHaveLength(2);
    expect(componentsOf(heard('dev'), heard('prod'), inDocker('shop', 'api'))).toHaveLength(3);
    expect(componentsOf(heard('dev'), heard('prod'), inDocker('prod', 'api'))).toEqual([
      ['dev/api', 'prometheus'],
      ['prod/api', 'docker', 'prometheus'],
    ]);
  });

  it('takes no host outside for a service whose name begins alike or is written alike', () => {
    const peer = (address: string): Seen => seen('traces', `peer:${address}`, { address }, { kind: 'external' });
    for (const address of ['gateway.docker.internal', 'gateway.local', 'gateway.example.com', 'gate.way']) {
      expect([address, componentsOf(inDocker('shop', 'gateway'), peer(address)).length]).toEqual([address, 2]);
    }
    for (const address of ['gateway.shop.svc', 'gateway.shop.svc.cluster.local', 'gateway']) {
      expect([address, componentsOf(inDocker('shop', 'gateway'), peer(address)).length]).toEqual([address, 1]);
    }
  });

  it('recognises a declared project that runs under another name', () => {
    const { components } = resolveIdentity([
      inCompose('shop', 'cart'),
      inCompose('shop', 'api'),
      inDocker('production', 'cart'),
      inDocker('production', 'api'),
    ]);
    expect(components.map(({ name, collectors }) => [name, ...collectors])).toEqual([
      ['api', 'compose', 'docker'],
      ['cart', 'compose', 'docker'],
    ]);
    expect(components[0]?.joints[0]?.because).toBe('project production runs the services that shop declares');
  });

  it('does not guess between two running projects that would fit', () => {
    const { components } = resolveIdentity([
      inCompose('shop', 'cart'),
      inDocker('blue', 'cart'),
      inDocker('green', 'cart'),
    ]);
    expect(components.map(({ name }) => name)).toEqual(['blue/cart', 'green/cart', 'shop/cart']);
  });

  it('calls a peer that nobody owns external, and a container of the estate never', () => {
    const external = seen('traces', 'peer:pay', { address: 'api.pay.example' }, { kind: 'external' });
    const heard = seen('traces', 'peer:cart', { address: 'cart' }, { kind: 'external' });
    const { components } = resolveIdentity([external, heard, inDocker('shop', 'cart')]);
    expect(components.map(({ name, kind }) => [name, kind])).toEqual([
      ['api.pay.example', 'external'],
      ['cart', 'service'],
    ]);
  });

  it('takes a qualified name of a cluster for its first part, and an IP address for itself only', () => {
    expect(
      componentsOf(inDocker('shop', 'cart'), seen('traces', 'p', { address: 'cart.shop.svc.cluster.local' })),
    ).toEqual([['cart', 'docker', 'traces']]);
    expect(
      componentsOf(
        inDocker('shop', 'cart', { address: ['cart', '172.18.0.5'] }),
        seen('traces', 'p', { address: '172.18.0.5' }),
      ),
    ).toEqual([['cart', 'docker', 'traces']]);
  });

  it('finds the same in any order, and a component for every sighting, each with a name of its own', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'A-b', 'a_b', '__proto__', 'constructor');
    const sighting = fc.oneof(
      fc.tuple(word, word).map(([project, service]) => inCompose(project, service)),
      fc.tuple(word, word).map(([project, service]) => inDocker(project, service)),
      fc
        .tuple(word, word, word)
        .map(([project, service, told]) => inDocker(project, service, { 'otel-service': told })),
      word.map((service) => inTraces(service)),
      fc
        .tuple(word, fc.option(word))
        .map(([address, group]) => seen('traces', `peer:${address}`, { address }, group === null ? {} : { group })),
    );
    const sightings = fc.uniqueArray(sighting, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(sightings, fc.infiniteStream(fc.nat()), (all, draws) => {
        const turned = all
          .map((one) => [draws.next().value ?? 0, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        const one = resolveIdentity(all);
        const other = resolveIdentity(turned);
        expect(other.components).toEqual(one.components);
        expect(other.ambiguities).toEqual(one.ambiguities);
        const names = one.components.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const { id } of all) expect(names).toContain(one.componentOf.get(id));
        for (const collector of ['docker', 'compose']) {
          const listed = all.filter((each) => each.collector === collector).map(({ id }) => one.componentOf.get(id));
          expect(new Set(listed).size).toBe(listed.length);
        }
      }),
    );
  });
});
