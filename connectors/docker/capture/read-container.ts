import { compareText, keepImageReference } from '../../../src/kernel/index.ts';
import { composeIdentity } from './compose-identity.ts';
import type { ContainerAnswer } from './container-answer.ts';
import type { ContainerDrift, ContainerStats } from './container-behaviour.ts';
import type { ContainerHealth, ContainerImage, ContainerReading } from './container-reading.ts';
import type { Keeper } from './keeper.ts';
import type { ImageAnswer } from './other-answers.ts';
import { containerIsolation } from './read-isolation.ts';
import { containerLimits } from './read-limits.ts';
import { containerMounts } from './read-mounts.ts';
import { containerNetworks, extraHosts, publishedPorts } from './read-networking.ts';
import { healthCheck, processOverride, variablesOf, withOrigin } from './read-process.ts';

/** What an engine has besides its answer about a container. */
export interface ContainerSurroundings {
  /** The image that it runs; undefined where the engine has it no more. */
  readonly image: ImageAnswer | undefined;
  /** The id of the image that its reference means now. */
  readonly tagPointsAt: string | undefined;
  readonly stats: ContainerStats | undefined;
  readonly drift: ContainerDrift | undefined;
}

/** The reference by which a container was made, as it stands, credentials and all. */
export const referenceOf = ({ Config: config, ImageName: name, Image: id }: ContainerAnswer): string =>
  config.Image ?? name ?? id ?? '';

/** Its name without the engine's slash. */
export const nameOf = ({ Name: name, Id: id }: ContainerAnswer): string => (name ?? id).replace(/^\//, '');

function imageOf(answer: ContainerAnswer, { image, tagPointsAt }: ContainerSurroundings): ContainerImage {
  const id = answer.Image ?? '';
  return {
    reference: keepImageReference(referenceOf(answer)),
    id,
    digests: (image?.RepoDigests ?? []).map(keepImageReference).toSorted(compareText),
    tagPointsAt,
    imageTagMoved: tagPointsAt !== undefined && id !== '' && tagPointsAt !== id,
  };
}

function healthOf({ State: { Health: health } }: ContainerAnswer): ContainerHealth | undefined {
  const { Status: status, FailingStreak: failingStreak = 0 } = health;
  if (status !== 'starting' && status !== 'healthy' && status !== 'unhealthy') return undefined;
  return { status, failingStreak };
}

/**
 * A container in the words of a reading.
 *
 * @param answer - The engine's answer to its inspection.
 * @param surroundings - What else the engine told.
 * @param keeper - Puts settings in the form in which they may be kept.
 */
export function readContainer(
  answer: ContainerAnswer,
  surroundings: ContainerSurroundings,
  keeper: Keeper,
): ContainerReading {
  const { State: state, Config: config, HostConfig: host } = answer;
  const defaults = surroundings.image?.Config;
  const isUp = state.Status === 'running' || state.Status === 'paused';
  return {
    id: answer.Id,
    name: nameOf(answer),
    image: imageOf(answer, surroundings),
    state: state.Status ?? 'unknown',
    createdAtMs: answer.Created,
    startedAtMs: state.StartedAt,
    finishedAtMs: state.FinishedAt,
    exitCode: isUp || state.StartedAt === undefined ? undefined : state.ExitCode,
    outOfMemory: state.OOMKilled,
    startFailed: state.Error !== undefined,
    restarts: answer.RestartCount ?? 0,
    restartPolicy: {
      name: host.RestartPolicy.Name ?? 'no',
      mostRetries: host.RestartPolicy.MaximumRetryCount,
    },
    autoRemove: host.AutoRemove,
    health: healthOf(answer),
    healthCheck: healthCheck(config, defaults, keeper),
    override: processOverride(answer, defaults, keeper),
    environment: withOrigin(variablesOf(config.Env), variablesOf(defaults?.Env ?? []), keeper.setting),
    labels: withOrigin(config.Labels, defaults?.Labels ?? [], keeper.label),
    compose: composeIdentity(config.Labels),
    networks: containerNetworks(answer),
    ports: publishedPorts(answer),
    mounts: containerMounts(answer),
    limits: containerLimits(host),
    isolation: containerIsolation(host, keeper),
    logDriver: host.LogConfig.Type,
    logOptions: keeper.settings(host.LogConfig.Config),
    stopTimeoutMs: config.StopTimeout === undefined ? undefined : config.StopTimeout * 1e3,
    extraHosts: extraHosts(host.ExtraHosts),
    dns: { servers: host.Dns, searchDomains: host.DnsSearch, options: host.DnsOptions },
    stats: surroundings.stats,
    drift: surroundings.drift,
  };
}
