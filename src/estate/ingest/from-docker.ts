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

/** Names reach only who shares a network with their owner. */
function keyOfNameFor(from: readonly ContainerReading[], all: readonly ContainerReading[]): Map<string, string> {
  const networks = new Set(from.flatMap((container) => container.networks.map(({ name }) => name)));
  const neighbours = all.filter((container) => container.networks.some(({ name }) => networks.has(name)));
  return new Map(
    neighbours.flatMap((container) => addressesOf(container).map((name) => [name, keyOf(container)] as const)),
  );
}

function dependenciesOf(
  key: string,
  containers: readonly ContainerReading[],
  all: readonly ContainerReading[],
): FoundFact[] {
  const dependencies = new DeclaredDependencies(key);
  const names = keyOfNameFor(containers, all);
  for (const { compose, environment, override, name } of containers) {
    for (const { service, condition } of compose?.dependsOn ?? []) {
      dependencies.add(`${compose?.project ?? ''}/${service}`, 'depends_on', condition, name);
    }
    for (const [attribute, settings] of [
      ['environment', environment.filter(({ origin }) => origin !== 'image')],
      ['command', [...(override.entrypoint ?? []), ...(override.command ?? [])]],
    ] as const) {
      for (const { key: to, via } of namedDependencies(attribute, settings, names))
        dependencies.add(to, via, undefined, name);
    }
  }
  // A label may name a service that has no container any more: what nothing shows is no component.
  const known = new Set(all.map(keyOf));
  return dependencies.facts().filter(({ subject }) => subject.kind !== 'edge' || known.has(subject.to));
}

/**
 * What runs on a Docker engine, in the estate's words: one component for each compose service or other container, one
 * instance for each container.
 *
 * @param observation - The engine, as it was read.
 */
export function findingsOfDocker({ content, ...reading }: Observation<DockerReading>): Findings {
  const groups = new Map<string, ContainerReading[]>();
  for (const container of content.containers) {
    const key = keyOf(container);
    groups.set(key, [...(groups.get(key) ?? []), container]);
  }
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
        ...componentFacts(key, containers),
        ...containers.flatMap((container) => instanceFacts(key, container)),
        ...dependenciesOf(key, containers, content.containers),
      ]),
    ],
    coverage: reading.coverage,
  };
}
