import type { ComposeService, EnvironmentFile } from '../model/index.ts';
import { formatPlace } from '../../../src/kernel/index.ts';
import type { YamlMap } from '../../../src/kernel/index.ts';
import { Fields } from './fields.ts';
import { rareFurther, serviceFurther } from './further-attributes.ts';
import { readBuild } from './read-build.ts';
import type { ReadContext } from './read-context.ts';
import { readDeploy, readDeviceRequests } from './read-deploy.ts';
import { readHealthCheck } from './read-health.ts';
import { readExtraHosts, readLinks, readNetworks, readPorts } from './read-network.ts';
import { readDependencies, readDevices, readHooks, readRestart, readUlimits } from './read-run.ts';
import { readGrants, readMounts } from './read-storage.ts';
import { textRecord } from './text-record.ts';

/** What a service is read with, beside the project's own. */
export interface ServiceSetting {
  readonly name: string;
  /** A service, or a job. */
  readonly section: 'services' | 'jobs';
  readonly active: boolean;
  /** The project's directory. */
  readonly directory: string;
  /** Files of variables that the service names, with whether they were read. */
  readonly environmentFiles: readonly EnvironmentFile[];
}

function readLogging<Kept>(service: Fields<Kept>): ComposeService<Kept>['logging'] {
  const logging = service.map('logging');
  if (logging === undefined) return undefined;
  const made = { driver: logging.text('driver'), options: logging.settings('options') };
  logging.rest();
  return made;
}

function readProvider<Kept>(service: Fields<Kept>): ComposeService<Kept>['provider'] {
  const provider = service.map('provider');
  if (provider === undefined) return undefined;
  const made = { type: provider.text('type') ?? '', options: provider.further({ options: true }) };
  provider.rest();
  return made;
}

function readWatch<Kept>(service: Fields<Kept>): readonly string[] {
  const develop = service.map('develop');
  const paths = (develop?.maps('watch') ?? []).flatMap((watch) => {
    const path = watch.text('path');
    // How a change gets into the container says nothing of how it runs.
    const exec = { command: true, user: true, privileged: true, working_dir: true, environment: true } as const;
    watch.further({
      ignore: true,
      include: true,
      action: true,
      target: true,
      exec,
      initial_sync: true,
      'x-initialSync': true,
    });
    watch.rest();
    return path === undefined ? [] : [path];
  });
  develop?.rest();
  return paths;
}

/** Models that a service is given; what it calls them is in its environment. */
function readModels<Kept>(service: Fields<Kept>): readonly string[] {
  return service.namedMaps('models').map(([name, model]) => {
    model.further({ endpoint_var: true, model_var: true });
    model.rest();
    return name;
  });
}

const pullPolicy = /^(?:always|never|build|if_not_present|missing|refresh|daily|weekly|every_(?:\d+[wdhms])+)$/;

/** Who a container is and what it runs as. */
function readProcess<Kept>(service: Fields<Kept>) {
  return {
    pullPolicy: service.textOf(
      'pull_policy',
      pullPolicy,
      'always, never, build, missing, if_not_present, refresh, daily, weekly or every_ and a duration',
    ),
    platform: service.text('platform'),
    containerName: service.text('container_name'),
    hostname: service.text('hostname'),
    command: service.command('command'),
    entrypoint: service.command('entrypoint'),
    workingDirectory: service.text('working_dir'),
    user: service.text('user'),
    environment: service.settings('environment'),
    labels: service.settings('labels'),
    stopGracePeriodMs: service.durationMs('stop_grace_period'),
    stopSignal: service.text('stop_signal'),
    init: service.truth('init'),
  };
}

/** What a container may do to its host. */
function readPrivileges<Kept>(service: Fields<Kept>) {
  return {
    privileged: service.truth('privileged') ?? false,
    readOnly: service.truth('read_only') ?? false,
    capAdd: service.texts('cap_add'),
    capDrop: service.texts('cap_drop'),
    securityOptions: service.texts('security_opt'),
    devices: readDevices(service),
    gpus: readDeviceRequests(service, 'gpus'),
    pid: service.text('pid'),
    ipc: service.text('ipc'),
    sysctls: service.settings('sysctls'),
    ulimits: readUlimits(service),
    usesEngineSocket: service.truth('use_api_socket') ?? false,
  };
}

/**
 * Reads one service of a project that was put together.
 *
 * @param map - The service in canonical form.
 * @param setting - What it is read with.
 * @param context - Told of what is wrong, and of what is not understood.
 */
export function readService<Kept>(
  map: YamlMap,
  { name, section, active, directory, environmentFiles }: ServiceSetting,
  context: ReadContext<Kept>,
): ComposeService<Kept> {
  const declared = new Map<string, string>([['', formatPlace(map.place)]]);
  const service = new Fields(map, `${section}.${name}`, `${section}.*`, context, (attribute, place) =>
    declared.set(attribute, formatPlace(place)),
  );
  const image = service.rawText('image');
  const networkMode = service.text('network_mode');
  const provider = readProvider(service);
  const made = {
    name,
    active,
    profiles: service.texts('profiles'),
    image: image === undefined ? undefined : context.keep.image(image),
    build: readBuild(service, directory),
    ...readProcess(service),
    environmentFiles,
    ports: readPorts(service),
    expose: service.texts('expose'),
    mounts: readMounts(service, context.keep),
    volumesFrom: service.texts('volumes_from'),
    secrets: readGrants(service, 'secrets'),
    configs: readGrants(service, 'configs'),
    networks: readNetworks(service, networkMode === undefined && provider === undefined),
    networkMode,
    links: readLinks(service),
    extraHosts: readExtraHosts(service),
    dns: service.texts('dns'),
    dependsOn: readDependencies(service),
    healthCheck: readHealthCheck(service, context.keep),
    restart: readRestart(service),
    ...readDeploy(service),
    ...readPrivileges(service),
    sharedMemoryBytes: service.bytes('shm_size'),
    logging: readLogging(service),
    models: readModels(service),
    provider,
    hooks: readHooks(service),
    watchedPaths: readWatch(service),
    further: service.further({
      ...rareFurther,
      ...serviceFurther,
      ...(section === 'jobs'
        ? {
            triggers: { manual: true, schedule: { cron: true, timezone: true, concurrency: true, missed_fires: true } },
          }
        : {}),
    }),
  };
  // Read before, when the files were put together.
  for (const attribute of ['env_file', 'label_file']) service.node(attribute);
  service.rest();
  return { ...made, declaredAt: textRecord(declared) };
}
