import { dirname } from 'node:path';
import type { ComposeFile, ComposeService, HealthCheck, PortPublication } from './compose/index.ts';
import { configHash } from './config-hash.ts';
import type { ContainerSpec } from '../../../connectors/docker/index.ts';
import { labelNames, ownLabels } from './labels.ts';
import type { EstateIdentity } from './labels.ts';

const nanosecondsInMs = 1e6;

/**
 * What an object of an estate is called on the engine: as Compose calls it.
 *
 * @param estate - Whose it is.
 * @param name - Its name in the file.
 */
export function volumeOrNetworkName(estate: EstateIdentity, name: string): string {
  return `${estate.name}_${name}`;
}

/**
 * What a container is called on the engine: as Compose calls it.
 *
 * @param estate - Whose it is.
 * @param service - Its service.
 * @param number - Which replica, from 1.
 */
export function containerName(estate: EstateIdentity, service: string, number: number): string {
  return `${estate.name}-${service}-${number}`;
}

/**
 * The fingerprint of all that would make a service's containers different. The number of replicas and the order of
 * starting are no part of it, nor is the image's content: that is compared by itself.
 *
 * @param estate - Whose it is.
 * @param service - From the file.
 */
export function serviceHash(estate: EstateIdentity, service: ComposeService): string {
  return configHash({ estate, service: { ...service, replicas: undefined, dependsOn: undefined } });
}

function healthCheck(check: HealthCheck): NonNullable<ContainerSpec['Healthcheck']> {
  const nanoseconds = (durationMs: number | undefined): number | undefined =>
    durationMs === undefined ? undefined : durationMs * nanosecondsInMs;
  const [interval, timeout, startPeriod] = [check.intervalMs, check.timeoutMs, check.startPeriodMs].map(nanoseconds);
  return {
    Test: check.test,
    ...(interval === undefined ? {} : { Interval: interval }),
    ...(timeout === undefined ? {} : { Timeout: timeout }),
    ...(startPeriod === undefined ? {} : { StartPeriod: startPeriod }),
    ...(check.retries === undefined ? {} : { Retries: check.retries }),
  };
}

function portBindings(ports: readonly PortPublication[]): ContainerSpec['HostConfig']['PortBindings'] {
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const { containerPort, protocol, hostAddress, hostPort } of ports) {
    (bindings[`${containerPort}/${protocol}`] ??= []).push({
      HostIp: hostAddress,
      HostPort: hostPort === undefined ? '' : String(hostPort),
    });
  }
  return bindings;
}

function labelsOf(
  estate: EstateIdentity,
  file: Pick<ComposeFile, 'path'>,
  service: ComposeService,
  number: number,
  imageId: string,
): ContainerSpec['Labels'] {
  const dependsOn = Object.entries(service.dependsOn).map(([name, condition]) => `${name}:${condition}:false`);
  return {
    ...service.labels,
    ...ownLabels(estate),
    [labelNames.service]: service.name,
    [labelNames.number]: String(number),
    [labelNames.configHash]: serviceHash(estate, service),
    [labelNames.oneOff]: 'False',
    [labelNames.image]: imageId,
    [labelNames.dependsOn]: dependsOn.join(','),
    [labelNames.configFiles]: file.path,
    [labelNames.workingDirectory]: dirname(file.path),
  };
}

function hostConfig(estate: EstateIdentity, service: ComposeService): ContainerSpec['HostConfig'] {
  const { restart, logging } = service;
  return {
    ...(service.cpuCores === undefined ? {} : { NanoCpus: Math.round(service.cpuCores * 1e9) }),
    ...(service.memoryBytes === undefined ? {} : { Memory: service.memoryBytes }),
    RestartPolicy: {
      Name: restart.name,
      ...(restart.maximumRetries === undefined ? {} : { MaximumRetryCount: restart.maximumRetries }),
    },
    PortBindings: portBindings(service.ports),
    Mounts: service.volumes.map(({ volume, target, readOnly }) => ({
      Type: 'volume',
      Source: volumeOrNetworkName(estate, volume),
      Target: target,
      ReadOnly: readOnly,
    })),
    ExtraHosts: service.extraHosts,
    ...(logging === undefined ? {} : { LogConfig: { Type: logging.driver, Config: logging.options } }),
    ...(service.init === undefined ? {} : { Init: service.init }),
    Tmpfs: Object.fromEntries(service.tmpfs.map((entry) => [entry.split(':')[0] ?? entry, entry.split(':')[1] ?? ''])),
    ReadonlyRootfs: service.readOnly,
    CapDrop: service.capDrop,
    NetworkMode: volumeOrNetworkName(estate, service.networks[0] ?? 'default'),
  };
}

/**
 * How the engine is asked for a container. It joins the first of its networks as it is made: engines before API 1.44
 * take one only.
 *
 * @param estate - Whose it is.
 * @param file - Where the service is from.
 * @param service - From the file.
 * @param number - Which replica, from 1.
 * @param imageId - The image that its tag stands for now.
 */
export function containerSpec(
  estate: EstateIdentity,
  file: Pick<ComposeFile, 'path'>,
  service: ComposeService,
  number: number,
  imageId: string,
): ContainerSpec {
  const host = hostConfig(estate, service);
  return {
    Image: service.image,
    ...(service.command === undefined ? {} : { Cmd: service.command }),
    ...(service.entrypoint === undefined ? {} : { Entrypoint: service.entrypoint }),
    Env: Object.entries(service.environment).map(([name, value]) => `${name}=${value}`),
    ...(service.user === undefined ? {} : { User: service.user }),
    Labels: labelsOf(estate, file, service, number, imageId),
    ...(service.stopSignal === undefined ? {} : { StopSignal: service.stopSignal }),
    ...(service.stopGracePeriodMs === undefined ? {} : { StopTimeout: Math.ceil(service.stopGracePeriodMs / 1_000) }),
    ExposedPorts: Object.fromEntries(Object.keys(host.PortBindings).map((port) => [port, {}])),
    ...(service.healthCheck === undefined ? {} : { Healthcheck: healthCheck(service.healthCheck) }),
    HostConfig: host,
    NetworkingConfig: {
      EndpointsConfig: { [host.NetworkMode]: { Aliases: networkAliases(estate, service, number) } },
    },
  };
}

/**
 * The names by which other containers find one: its service, and itself.
 *
 * @param estate - Whose it is.
 * @param service - From the file.
 * @param number - Which replica, from 1.
 */
export function networkAliases(estate: EstateIdentity, service: ComposeService, number: number): readonly string[] {
  return [service.name, containerName(estate, service.name, number)];
}
