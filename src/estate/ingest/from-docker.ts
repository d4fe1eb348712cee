import type { ContainerReading, DockerReading } from '../../../connectors/docker/index.ts';
import type { Observation } from '../../../connectors/observation/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { componentFacts } from './container-component-facts.ts';
import { instanceFacts } from './container-instance-facts.ts';
import { DeclaredDependencies } from './declared-dependency.ts';
import { factsAbout } from './found.ts';
import { imageParts } from '../../../connectors/compose/index.ts';
import { kindOfImage } from './image-kind.ts';
import { namedDependencies } from './named-dependencies.ts';
import { namedPools, poolFacts } from './named-pools.ts';
import type { NamedPool } from './named-pools.ts';
import { telemetryNames } from './telemetry-names.ts';

/** The replicas of a compose service are instances of one component; any other container is one of its own. */
function keyOf({ compose, name }: ContainerReading): string {
  return compose === undefined || compose.oneOff ? `container:${name}` : `${compose.project}/${compose.service}`;
}

function addressesOf(container: ContainerReading): string[] {
  const { compose, override, networks, name } = container;
  const words = [compose?.service, override.hostName, name, ...networks.flatMap(({ aliases }) => aliases)];
  const numbers = networks.flatMap(({ address, ipv6Address }) => [address, ipv6Address]);
  return [...words, ...numbers].flatMap((word) => word?.toLowerCase() ?? []);
}

function sightingOf(key: string, containers: readonly ContainerReading[]): Sighting {
  const [first] = containers;
  const repository = first === undefined ? undefined : imageParts(first.image.reference)?.repository;
  const project = first?.compose?.oneOff === false ? first.compose.project : undefined;
  const names: Name[] = [
    ...(project === undefined ? [] : [{ scheme: 'compose-service' as const, value: key }]),
    ...containers.flatMap(({ environment }) => telemetryNames(environment)),
    ...containers.map(({ name }): Name => ({ scheme: 'container-name', value: name })),
    ...containers.map(({ id }): Name => ({ scheme: 'container-id', value: id })),
    ...[...new Set(containers.flatMap(addressesOf))].sort().map((value): Name => ({ scheme: 'address', value })),
  ];
  const isJob = first?.compose?.oneOff === true;
  return {
    key,
    kind: isJob ? 'job' : ((repository === undefined ? undefined : kindOfImage(repository)) ?? 'service'),
    names: distinct(names),
    ...(project === undefined ? {} : { group: project }),
    place: containers.map(({ name }) => name).join(', '),
  };
}

function distinct(names: readonly Name[]): Name[] {
  return [...new Map(names.map((name) => [`${name.scheme}\0${name.value}`, name])).values()];
}

/** The keys of all containers, by the names that each has, network by network: names reach only who shares one. */
type NamesByNetwork = ReadonlyMap<string, ReadonlyMap<string, string>>;

function namesByNetwork(all: readonly ContainerReading[]): NamesByNetwork {
  const byNetwork = new Map<string, Map<string, string>>();
  for (const container of all) {
    for (const { name: network } of container.networks) {
      const names = byNetwork.get(network) ?? new Map<string, string>();
      for (const name of addressesOf(container)) names.set(name, keyOf(container));
      byNetwork.set(network, names);
    }
  }
  return byNetwork;
}

/** Finds a neighbour of a component by one of its names. */
function neighbourOf(containers: readonly ContainerReading[], byNetwork: NamesByNetwork) {
  const networks = [...new Set(containers.flatMap((container) => container.networks.map(({ name }) => name)))];
  return (name: string): string | undefined => {
    for (const network of networks) {
      const key = byNetwork.get(network)?.get(name);
      if (key !== undefined) return key;
    }
    return undefined;
  };
}

function dependenciesOf(
  key: string,
  containers: readonly ContainerReading[],
  byNetwork: NamesByNetwork,
  known: ReadonlyMap<string, unknown>,
): FoundFact[] {
  const dependencies = new DeclaredDependencies(key);
  const pools: NamedPool[] = [];
  const keyOfName = neighbourOf(containers, byNetwork);
  for (const { compose, environment, override, name } of containers) {
    for (const { service, condition } of compose?.dependsOn ?? []) {
      dependencies.add(`${compose?.project ?? ''}/${service}`, 'depends_on', condition, name);
    }
    for (const [attribute, settings] of [
      ['environment', environment.filter(({ origin }) => origin !== 'image')],
      ['command', [...(override.entrypoint ?? []), ...(override.command ?? [])]],
    ] as const) {
      const named = namedDependencies(attribute, settings, keyOfName);
      for (const { key: to, via } of named) dependencies.add(to, via, undefined, name);
      pools.push(...namedPools(settings, named));
    }
  }
  // A label may name a service that has no container any more: what nothing shows is no component.
  return [...dependencies.facts(), ...poolFacts(key, pools, { method: 'captured' })].filter(
    ({ subject }) => subject.kind !== 'edge' || known.has(subject.to),
  );
}

/**
 * What runs on a Docker engine, in the estate's words: one component for each compose service or other container, one
 * instance for each container.
 *
 * @param observation - The engine, as it was read.
 */
export function findingsOfDocker({ content, ...reading }: Observation<DockerReading>): Findings {
  const groups = Map.groupBy(content.containers, keyOf);
  const byNetwork = namesByNetwork(content.containers);
  const images = new Map(content.images.map((image) => [image.id, image]));
  const { engine } = content;
  const estate = factsAbout({ kind: 'estate' }, 'captured');
  return {
    collector: 'docker',
    place: reading.place,
    sha256: reading.sha256,
    asOfMs: reading.asOfMs,
    isComplete: true,
    sightings: [...groups].map(([key, containers]) => sightingOf(key, containers)),
    facts: [
      ...estate('engine', {
        version: engine.version,
        apiVersion: engine.apiVersion,
        os: engine.os,
        architecture: engine.architecture,
        cpuCores: engine.hostCpuCores,
        memoryBytes: engine.hostMemoryBytes,
        cgroupVersion: engine.cgroupVersion,
        storageDriver: engine.storageDriver,
      }),
      ...[...groups].flatMap(([key, containers]) => [
        ...componentFacts(key, containers, images),
        ...containers.flatMap((container) => instanceFacts(key, container)),
        ...dependenciesOf(key, containers, byNetwork, groups),
      ]),
    ],
    coverage: reading.coverage,
  };
}
