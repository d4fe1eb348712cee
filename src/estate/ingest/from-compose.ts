import { imageParts } from '../../../connectors/compose/index.ts';
import type { ComposeProject, ComposeService } from '../../../connectors/compose/index.ts';
import type { Observation } from '../../../connectors/observation/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { DeclaredDependencies } from './declared-dependency.ts';
import { factsAbout, ifAnyKnown } from './found.ts';
import { kindOfImage } from './image-kind.ts';
import { namedDependencies } from './named-dependencies.ts';
import { ownerOfLabels } from './owner-label.ts';
import { telemetryNames } from './telemetry-names.ts';

const keyOf = (project: ComposeProject, service: string): string => `${project.name}/${service}`;

/** A place is kept from the file's name on: where the file lies differs between machines, what it says does not. */
const placeOf = ({ declaredAt }: ComposeService, attribute = ''): string | undefined =>
  (declaredAt[attribute] ?? declaredAt[''])?.replace(/^.*\//, '');

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
    for (const { key, via } of namedDependencies(attribute, settings, names)) {
      dependencies.add(key, via, undefined, placeOf(service, attribute));
    }
  }
  return dependencies.facts();
}

/** How the files name a mount's kind of source; a host path is kept, a file's content is not. */
const mountsOf = ({ mounts }: ComposeService) =>
  mounts.map(({ kind, source, target, readOnly }) => ({ type: kind, source, target, readOnly }));

function healthCheckOf({ healthCheck }: ComposeService) {
  if (healthCheck === undefined || healthCheck.kind === 'inherit') return undefined;
  if (healthCheck.kind === 'none') return null;
  const { test, intervalMs, timeoutMs, startPeriodMs, retries } = healthCheck;
  return { test: [...test], intervalMs, timeoutMs, startPeriodMs, retries };
}

function factsOf(project: ComposeProject, service: ComposeService): FoundFact[] {
  const subject = { kind: 'component', component: keyOf(project, service.name) } as const;
  const fact = factsAbout(subject, 'declared', placeOf(service));
  const image = service.image === undefined ? undefined : imageParts(service.image);
  const at = (attribute: string) => ({ place: placeOf(service, attribute) });
  const hostNamespaces = [
    ...(service.networkMode === 'host' ? ['network'] : []),
    ...(service.pid === 'host' ? ['pid'] : []),
    ...(service.ipc === 'host' ? ['ipc'] : []),
  ];
  const isPrivileged = service.privileged || hostNamespaces.length > 0;
  const { capAdd, capDrop, devices } = service;
  const files = [...service.secrets, ...service.configs].map(({ source }) => source).sort();
  return [
    ...fact(
      'image',
      image && { repository: `${image.registry}/${image.repository}`, tag: image.tag, digest: image.digest },
      at('image'),
    ),
    ...fact(
      'build',
      service.build && { context: contextOf(project, service.build.context), target: service.build.target },
      at('build'),
    ),
    ...fact('replicas', service.replicas, at('deploy.replicas')),
    ...fact(
      'limits',
      ifAnyKnown({
        cpuCores: service.limits.cpuCores,
        memoryBytes: service.limits.memoryBytes,
        pids: service.limits.processes,
        cpuReservationCores: service.reservations.cpuCores,
        memoryReservationBytes: service.reservations.memoryBytes,
      }),
      at('deploy'),
    ),
    ...fact('entrypoint', service.entrypoint && [...service.entrypoint], at('entrypoint')),
    ...fact('command', service.command && [...service.command], at('command')),
    ...fact('environment', service.environment.length === 0 ? undefined : [...service.environment], at('environment')),
    ...fact('labels', service.labels.length === 0 ? undefined : [...service.labels], at('labels')),
    ...fact('owner', ownerOfLabels(service.labels), at('labels')),
    ...fact(
      'ports',
      service.ports.length === 0
        ? undefined
        : service.ports.map(({ containerPort, protocol, hostAddress, hostPort }) => ({
            containerPort,
            protocol,
            hostAddress,
            hostPort,
          })),
      at('ports'),
    ),
    ...fact(
      'networks',
      service.networks.length === 0
        ? undefined
        : service.networks.map(({ network, aliases }) => ({
            network: project.networks[network]?.engineName ?? network,
            aliases: [...new Set([service.name, ...aliases])].sort(),
          })),
      at('networks'),
    ),
    ...fact('mounts', service.mounts.length === 0 ? undefined : mountsOf(service), at('volumes')),
    ...fact('health-check', healthCheckOf(service), at('healthcheck')),
    ...fact('restart-policy', service.restart.name, at('restart')),
    ...fact('stop-grace', service.stopGracePeriodMs, at('stop_grace_period')),
    ...fact('secrets-used', files.length === 0 ? undefined : files, at('secrets')),
    ...fact(
      'privileges',
      isPrivileged || capAdd.length > 0 || devices.length > 0
        ? {
            privileged: service.privileged,
            capabilitiesAdded: [...capAdd].sort(),
            capabilitiesDropped: [...capDrop].sort(),
            devices: devices.map(({ source }) => source).sort(),
            hostNamespaces,
          }
        : undefined,
      at('privileged'),
    ),
  ];
}

/** A build's folder as the project sees it: where the project lies differs between machines. */
const contextOf = ({ directory }: ComposeProject, context: string): string =>
  context === directory ? '.' : context.startsWith(`${directory}/`) ? context.slice(directory.length + 1) : context;

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
    facts: all.flatMap((service) => [...factsOf(project, service), ...dependenciesOf(project, service, keyOfName)]),
    coverage:
      inactive === 0
        ? coverage
        : { ...coverage, read: { ...coverage.read, 'services not started by the active profiles': inactive } },
  };
}
