import { compareText, keepImageReference } from '../../../src/kernel/index.ts';
import type { ContainerReading } from './container-reading.ts';
import type { EngineFacts, ImageReading, NetworkReading, VolumeReading } from './docker-reading.ts';
import type { Keeper } from './keeper.ts';
import { bounded } from './lenient.ts';
import { infoAnswer, versionAnswer } from './other-answers.ts';
import type { ImageAnswer, NetworkAnswer, VolumeAnswer } from './other-answers.ts';
import { variablesOf } from './read-process.ts';

type Entries = readonly (readonly [string, string])[];

const projectOf = (labels: Entries): string | undefined => {
  const [, project] = labels.find(([name]) => name === 'com.docker.compose.project') ?? [];
  return project === undefined || project === '' ? undefined : bounded(project);
};

/**
 * What an engine says of itself.
 *
 * @param version - Its answer about its version.
 * @param info - Its answer about its host.
 */
export function engineFacts(version: unknown, info: unknown): EngineFacts {
  const told = versionAnswer.parse(version);
  const host = infoAnswer.parse(info);
  const products = told.Components.flatMap(({ Name: name }) => (name === undefined ? [] : [name]));
  const { LocalNodeState: swarm, ControlAvailable: isManager } = host.Swarm;
  return {
    version: told.Version ?? '',
    apiVersion: told.ApiVersion ?? '',
    product: products.find((name) => /podman/i.test(name)),
    os: told.Os ?? 'linux',
    osName: host.OperatingSystem,
    kernelVersion: host.KernelVersion,
    architecture: told.Arch ?? '',
    hostName: host.Name,
    hostCpuCores: host.NCPU,
    hostMemoryBytes: host.MemTotal,
    cgroupVersion: host.CgroupVersion === '1' ? 1 : host.CgroupVersion === '2' ? 2 : undefined,
    storageDriver: host.Driver,
    logDriver: host.LoggingDriver,
    liveRestore: host.LiveRestoreEnabled,
    swarm: swarm !== 'active' ? 'inactive' : isManager ? 'manager' : 'worker',
  };
}

/**
 * A network in the words of a reading.
 *
 * @param answer - The engine's answer.
 * @param containers - Those that were read.
 * @param keeper - Puts labels in the form in which they may be kept.
 */
export function readNetwork(
  answer: NetworkAnswer,
  containers: readonly ContainerReading[],
  keeper: Keeper,
): NetworkReading {
  const has = (container: ContainerReading): boolean =>
    container.networks.some(({ id, name }) => (id === undefined ? name === answer.Name : id === answer.Id));
  return {
    id: bounded(answer.Id),
    name: bounded(answer.Name),
    driver: answer.Driver ?? '',
    scope: answer.Scope,
    internal: answer.Internal,
    ipv6: answer.EnableIPv6,
    subnets: answer.IPAM.Config.map(({ Subnet, Gateway }) => ({ subnet: bounded(Subnet), gateway: Gateway })),
    labels: keeper.labels(answer.Labels),
    composeProject: projectOf(answer.Labels),
    attached: containers.filter(has).map(({ name }) => name),
  };
}

/**
 * A volume in the words of a reading.
 *
 * @param answer - The engine's answer.
 * @param containers - Those that were read.
 * @param keeper - Puts labels in the form in which they may be kept.
 */
export function readVolume(
  answer: VolumeAnswer,
  containers: readonly ContainerReading[],
  keeper: Keeper,
): VolumeReading {
  return {
    name: bounded(answer.Name),
    driver: answer.Driver ?? '',
    createdAtMs: answer.CreatedAt,
    labels: keeper.labels(answer.Labels),
    optionNames: answer.Options.map(([name]) => bounded(name)).toSorted(compareText),
    composeProject: projectOf(answer.Labels),
    usedBy: containers
      .filter(({ mounts }) => mounts.some(({ volume }) => volume === answer.Name))
      .map(({ name }) => name),
  };
}

/**
 * An image in the words of a reading.
 *
 * @param answer - The engine's answer.
 * @param keeper - Puts settings in the form in which they may be kept.
 */
export function readImage(answer: ImageAnswer, keeper: Keeper): ImageReading {
  const { Config: config } = answer;
  const names = (entries: readonly (readonly [string, unknown])[]): readonly string[] =>
    entries.map(([name]) => bounded(name)).toSorted(compareText);
  return {
    id: bounded(answer.Id),
    tags: answer.RepoTags.map(keepImageReference).toSorted(compareText),
    digests: answer.RepoDigests.map(keepImageReference).toSorted(compareText),
    createdAtMs: answer.Created,
    sizeBytes: answer.Size,
    os: answer.Os,
    architecture: answer.Architecture,
    entrypoint: keeper.words(config.Entrypoint ?? []),
    command: keeper.words(config.Cmd ?? []),
    environment: keeper.settings(variablesOf(config.Env)),
    labels: keeper.labels(config.Labels),
    user: config.User,
    workingDirectory: config.WorkingDir,
    stopSignal: config.StopSignal,
    exposedPorts: names(config.ExposedPorts),
    declaredVolumes: names(config.Volumes),
  };
}
