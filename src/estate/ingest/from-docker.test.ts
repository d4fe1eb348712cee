import { describe, expect, it } from '@jest/globals';
import type { ContainerReading } from '../../../connectors/docker/index.ts';
import { madeContainer, madeEngine, madeImage } from '../../../testing/made-container.ts';
import type { AttributeName, FoundFact } from '../facts/index.ts';
import { findingsOfDocker } from './from-docker.ts';

const inShop = (service: string, number = 1, over: Partial<ContainerReading> = {}): ContainerReading =>
  madeContainer(`shop-${service}-${number}`, {
    compose: {
      project: 'shop',
      service,
      containerNumber: number,
      oneOff: false,
      version: undefined,
      configHash: undefined,
      configFiles: [],
      workingDirectory: undefined,
      dependsOn: [],
    },
    networks: [onNetwork('shop_default', service)],
    ...over,
  });

const onNetwork = (name: string, ...aliases: string[]): ContainerReading['networks'][number] => ({
  name,
  id: name,
  aliases,
  address: undefined,
  ipv6Address: undefined,
  gateway: undefined,
});

const valuesOf = (facts: readonly FoundFact[], attribute: AttributeName): readonly unknown[] =>
  facts.filter((fact) => fact.attribute === attribute).map(({ value }) => value);

const factsOf = (container: ContainerReading, ...images: Parameters<typeof madeImage>): readonly FoundFact[] =>
  findingsOfDocker(madeEngine([container], images.length === 0 ? [] : [madeImage(...images)])).facts;

describe('findingsOfDocker', () => {
  it('takes replicas of a service for one component, and one-off and other containers each for its own', () => {
    const run = inShop('api', 9);
    const { sightings, facts } = findingsOfDocker(
      madeEngine([
        inShop('api', 1),
        inShop('api', 2),
        ...(run.compose === undefined ? [] : [{ ...run, compose: { ...run.compose, oneOff: true } }]),
        madeContainer('stray', { image: { ...run.image, reference: 'redis:7' } }),
      ]),
    );
    expect(sightings.map(({ key, kind, group }) => [key, kind, group])).toEqual([
      ['shop/api', 'service', 'shop'],
      ['container:shop-api-9', 'job', undefined],
      ['container:stray', 'cache', undefined],
    ]);
    expect(valuesOf(facts, 'replicas')).toEqual([2, 1, 1]);
  });

  it('counts no instance as missing of what has done its work', () => {
    const ended = { state: 'exited', exitCode: 0 };
    expect(valuesOf(factsOf(inShop('migrate', 1, ended)), 'replicas')).toEqual([]);
    expect(valuesOf(factsOf(inShop('migrate', 1, { ...ended, exitCode: 1 })), 'replicas')).toEqual([0]);
    const isRestarted = { ...ended, restartPolicy: { name: 'always', mostRetries: undefined } };
    expect(valuesOf(factsOf(inShop('api', 1, isRestarted)), 'replicas')).toEqual([0]);
  });

  it('says what a container runs, whoever said so: itself or its image', () => {
    const image = { entrypoint: [{ name: '', value: '/entry.sh' }], command: [{ name: '', value: 'serve' }] };
    const plain = factsOf(inShop('api'), image);
    expect([valuesOf(plain, 'entrypoint'), valuesOf(plain, 'command')]).toEqual([[image.entrypoint], [image.command]]);
    const { override } = inShop('api');
    const own = factsOf(inShop('api', 1, { override: { ...override, command: [{ name: '', value: 'work' }] } }), image);
    expect(valuesOf(own, 'command')).toEqual([[{ name: '', value: 'work' }]]);
    const environment = [
      { name: 'MODE', value: 'fast', origin: 'image' as const },
      { name: 'PORT', value: '80', origin: 'override' as const },
    ];
    expect(valuesOf(factsOf(inShop('api', 1, { environment })), 'environment')).toEqual([
      [
        { name: 'MODE', value: 'fast', ofImage: true },
        { name: 'PORT', value: '80' },
      ],
    ]);
  });

  it('says a port once that is published on both kinds of addresses, and each that is on one', () => {
    const at = (hostAddress: string, hostPort: number) => ({
      containerPort: 80,
      protocol: 'tcp',
      hostAddress,
      hostPort,
    });
    const ports = [at('0.0.0.0', 8080), at('::', 8080), at('::1', 9090), at('127.0.0.1', 0)];
    expect(valuesOf(factsOf(inShop('api', 1, { ports })), 'ports')).toEqual([
      [
        at('0.0.0.0', 8080),
        at('::1', 9090),
        { containerPort: 80, protocol: 'tcp', hostAddress: '127.0.0.1', hostPort: undefined },
      ],
    ]);
  });

  it('takes the bare id of an image for no repository', () => {
    const { image } = inShop('api');
    for (const reference of ['sha256:'.padEnd(71, 'a'), '0123456789ab', 'f'.repeat(64)]) {
      expect(valuesOf(factsOf(inShop('api', 1, { image: { ...image, reference } })), 'image')).toEqual([]);
    }
  });

  it('finds the neighbours that a container names, where a network joins them', () => {
    const names = (value: string) => ({ environment: [{ name: 'CART_ADDR', value, origin: 'container' as const }] });
    const edges = (...containers: ContainerReading[]): unknown[] =>
      findingsOfDocker(madeEngine(containers)).facts.flatMap(({ subject, value }) =>
        subject.kind === 'edge' ? [[subject.component, subject.to, value]] : [],
      );
    const via = { via: ['environment CART_ADDR'] };
    expect(edges(inShop('api', 1, names('Cart:7070')), inShop('cart'))).toEqual([['shop/api', 'shop/cart', via]]);
    const elsewhere = inShop('cart', 1, { networks: [onNetwork('other', 'cart')] });
    expect(edges(inShop('api', 1, names('cart:7070')), elsewhere)).toEqual([]);
    expect(edges(inShop('api', 1, names('api:80')))).toEqual([]);
  });
});
