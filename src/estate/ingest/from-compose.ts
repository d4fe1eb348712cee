import { imageParts } from '../../../connectors/compose/index.ts';
import type { ComposeProject, ComposeService } from '../../../connectors/compose/index.ts';
import type { Observation } from '../../../connectors/observation/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { placeOf, serviceFacts } from './compose-service-facts.ts';
import { DeclaredDependencies } from './declared-dependency.ts';
import { kindOfImage } from './image-kind.ts';
import { namedDependencies } from './named-dependencies.ts';
import { namedPools, poolFacts } from './named-pools.ts';
import { telemetryNames } from './telemetry-names.ts';

const keyOf = (project: ComposeProject, service: string): string => `${project.name}/${service}`;

function addressesOf(service: ComposeService): string[] {
  const aliases = service.networks.flatMap((network) => network.aliases);
  return [service.name, service.hostname, service.containerName, ...aliases].flatMap(
    (name) => name?.toLowerCase() ?? [],
  );
}

function sightingOf(project: ComposeProject, service: ComposeService, isJob: boolean): Sighting {
  const image = service.image === undefined ? undefined : imageParts(service.image);
  const names: Name[] = [
    { scheme: 'compose-service', value: keyOf(project, service.name) },
    ...telemetryNames(service.environment),
    ...(service.containerName === undefined
      ? []
      : [{ scheme: 'container-name' as const, value: service.containerName }]),
    ...[...new Set(addressesOf(service))].map((value): Name => ({ scheme: 'address', value })),
  ];
  const place = placeOf(service);
  return {
    key: keyOf(project, service.name),
    kind: isJob ? 'job' : ((image && kindOfImage(image.repository)) ?? 'service'),
    names,
    group: project.name,
    ...(place === undefined ? {} : { place }),
  };
}

function dependenciesOf(
  project: ComposeProject,
  service: ComposeService,
  keyOfName: ReadonlyMap<string, string>,
): FoundFact[] {
  const dependencies = new DeclaredDependencies(keyOf(project, service.name));
  const pools: FoundFact[] = [];
  for (const { service: other, condition, from } of service.dependsOn) {
    dependencies.add(keyOf(project, other), from, condition, placeOf(service, from));
  }
  for (const { service: other } of service.links)
    dependencies.add(keyOf(project, other), 'links', undefined, placeOf(service, 'links'));
  // A link's own name for the other service reaches only from here.
  const names = new Map([
    ...keyOfName,
    ...service.links.map(({ alias, service: other }) => [alias, keyOf(project, other)] as const),
  ]);
  for (const [attribute, settings] of [
    ['environment', service.environment],
    ['command', [...(service.entrypoint ?? []), ...(service.command ?? [])]],
  ] as const) {
    const named = namedDependencies(attribute, settings, (name) => names.get(name));
    for (const { key, via } of named) dependencies.add(key, via, undefined, placeOf(service, attribute));
    const place = placeOf(service, attribute);
    const told = { method: 'declared', ...(place === undefined ? {} : { place }) } as const;
    pools.push(...poolFacts(keyOf(project, service.name), namedPools(settings, named), told));
  }
  return [...dependencies.facts(), ...pools];
}

/**
 * What a compose project declares, in the estate's words. Services that no active profile starts are left out and
 * counted.
 *
 * @param observation - The project, as it was read.
 */
export function findingsOfCompose({ content: project, ...reading }: Observation<ComposeProject>): Findings {
  const services = Object.values(project.services).filter(({ active }) => active);
  const jobs = Object.values(project.jobs);
  const all = [...services, ...jobs];
  const keyOfName = new Map(
    all.flatMap((service) => addressesOf(service).map((name) => [name, keyOf(project, service.name)] as const)),
  );
  const inactive = Object.keys(project.services).length - services.length;
  const { coverage } = reading;
  return {
    collector: 'compose',
    place: reading.place,
    sha256: reading.sha256,
    asOfMs: reading.asOfMs,
    isComplete: true,
    sightings: [
      ...services.map((service) => sightingOf(project, service, false)),
      ...jobs.map((job) => sightingOf(project, job, true)),
    ],
    facts: all.flatMap((service) => [
      ...serviceFacts(keyOf(project, service.name), project, service),
      ...dependenciesOf(project, service, keyOfName),
    ]),
    coverage:
      inactive === 0
        ? coverage
        : { ...coverage, read: { ...coverage.read, 'services not started by the active profiles': inactive } },
  };
}
