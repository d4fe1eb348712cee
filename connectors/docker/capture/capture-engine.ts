import { canonicalJson, compareText, CoverageCount, sha256Hex, withoutCredentials } from '../../../src/kernel/index.ts';
import type { Clock, Seal } from '../../../src/kernel/index.ts';
import type { Observation } from '../../observation/index.ts';
import { meetEngine } from '../meet-engine.ts';
import { askContainers } from './ask-containers.ts';
import type { ContainerAnswers } from './ask-containers.ts';
import { askImages } from './ask-images.ts';
import type { ImageAnswers } from './ask-images.ts';
import type { ContainerReading } from './container-reading.ts';
import type { DockerReading } from './docker-reading.ts';
import { engineAnswers } from './engine-answers.ts';
import type { EngineAnswers } from './engine-answers.ts';
import { keeperOf } from './keeper.ts';
import type { Keeper } from './keeper.ts';
import { listOf } from './lenient.ts';
import { imageAnswer, networkAnswer, volumeAnswer, volumesAnswer } from './other-answers.ts';
import { nameOf, readContainer, referenceOf } from './read-container.ts';
import { containerDrift } from './read-drift.ts';
import { containerMounts } from './read-mounts.ts';
import { containerStats } from './read-stats.ts';
import { engineFacts, readImage, readNetwork, readVolume } from './read-surroundings.ts';

/** What of an engine is captured, and how. */
export interface CaptureOptions {
  /**
   * Chooses containers: `name=value` or `name`, all of which must match.
   *
   * @defaultValue all containers
   */
  readonly labels?: readonly string[];
  /** Makes fingerprints of the values that may not be kept. */
  readonly seal: Seal;
  /** Names of services and hosts that other sources know, in lower case: as values they are no secrets. */
  readonly knownNames?: ReadonlySet<string>;
  readonly clock: Clock;
  /** Ends it early, with its reason. */
  readonly signal?: AbortSignal;
  /** Told how many containers of how many have been read. */
  readonly progress?: (done: number, of: number) => void;
  /**
   * How often containers tell what they use: twice gives rates and takes a second; once gives totals.
   *
   * @defaultValue 2
   */
  readonly statsSamples?: 0 | 1 | 2;
}

/** The same, with where the engine is. */
export interface CaptureEngineOptions extends CaptureOptions {
  /** `unix:///path`, `tcp://host:port`, or undefined for DOCKER_HOST and then the usual socket. */
  readonly host: string | undefined;
}

/** Where the engine itself mounts the program that it starts first in a container that asks for one. */
const engineMounts = ['/sbin/docker-init', '/usr/sbin/docker-init', '/run/podman-init', '/dev/init'];

/** Every name by which one container may mean another. */
function namesOf(answers: readonly ContainerAnswers[], given: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set(given);
  for (const { answer } of answers) {
    const aliases = answer.NetworkSettings.Networks.flatMap(([, network]) => [...network.Aliases, ...network.DNSNames]);
    const labels = answer.Config.Labels.filter(([name]) => name === 'com.docker.compose.service');
    for (const name of [nameOf(answer), ...aliases, ...labels.map(([, service]) => service)]) {
      names.add(name.toLowerCase());
    }
  }
  return names;
}

function readContainers(
  answers: readonly ContainerAnswers[],
  images: ImageAnswers,
  keeper: Keeper,
): readonly ContainerReading[] {
  return answers
    .map(({ answer, changes, earlierStats, laterStats }) => {
      const targets = [...containerMounts(answer).map(({ target }) => target), ...engineMounts];
      const surroundings = {
        image: images.byId.get(answer.Image ?? ''),
        tagPointsAt: images.pointedAt.get(referenceOf(answer)),
        stats: containerStats(laterStats, earlierStats),
        drift: changes === undefined ? undefined : containerDrift(changes, targets),
      };
      return readContainer(answer, surroundings, keeper);
    })
    .toSorted((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}

/** A reading without what changes by itself from second to second. */
function lasting({ containers, ...rest }: DockerReading): object {
  return {
    ...rest,
    containers: containers.map((container) => ({
      ...container,
      stats: undefined,
      health: container.health?.status,
    })),
  };
}

const byName = <Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] =>
  all.toSorted((left, right) => compareText(left.name, right.name));

/** Of what was read: where containers were chosen, it is a part of the engine and not the whole. */
const placeOf = (address: string, labels: readonly string[]): string =>
  `${withoutCredentials(address)}${labels.length === 0 ? '' : ` (label ${labels.toSorted(compareText).join(', ')})`}`;

/**
 * Reads an engine that can be asked.
 *
 * @param engine - To ask.
 * @param options - What, and how.
 * @throws RegisteredError as `captureEngine`
 */
export async function captureFrom(engine: EngineAnswers, options: CaptureOptions): Promise<Observation<DockerReading>> {
  const { clock, seal, labels = [], signal = new AbortController().signal } = options;
  const coverage = new CoverageCount();
  const asOfMs = clock.nowMs();
  const facts = engineFacts(await engine.version(), await engine.info());
  const how = {
    labels,
    statsSamples: options.statsSamples ?? 2,
    clock,
    signal,
    progress: options.progress ?? (() => 0),
  };
  const answers = await askContainers(engine, how, coverage);
  const images = await askImages(
    engine,
    answers.map(({ answer }) => answer),
    coverage,
    signal,
  );
  const keeper = keeperOf(seal, namesOf(answers, options.knownNames ?? new Set()));
  const containers = readContainers(answers, images, keeper);
  const networks = listOf(networkAnswer)
    .parse(await engine.networks())
    .map((answer) => readNetwork(answer, containers, keeper));
  const volumes = listOf(volumeAnswer)
    .parse(volumesAnswer.parse(await engine.volumes()).Volumes)
    .map((answer) => readVolume(answer, containers, keeper));
  const allImages = listOf(imageAnswer.pick({ Id: true })).parse(await engine.images());
  // Whoever chose containers means what belongs to them; whoever chose none means the engine.
  const isWanted = (users: readonly string[]): boolean => labels.length === 0 || users.length > 0;
  const content: DockerReading = {
    engine: facts,
    containers,
    networks: byName(networks.filter(({ attached }) => isWanted(attached))),
    volumes: byName(volumes.filter(({ usedBy }) => isWanted(usedBy))),
    images: [...images.byId.values()]
      .map((answer) => readImage(answer, keeper))
      .toSorted((left, right) => compareText(left.id, right.id)),
    otherImages: allImages.filter(({ Id: id }) => !images.byId.has(id)).length,
  };
  for (const kind of ['containers', 'networks', 'volumes', 'images'] as const)
    coverage.read(kind, content[kind].length);
  return {
    collector: 'docker',
    place: placeOf(engine.address, labels),
    sha256: sha256Hex(canonicalJson(lasting(content))),
    asOfMs,
    content,
    coverage: coverage.coverage,
  };
}

/**
 * Reads a Docker engine whole, with calls that only read. Containers that come or go meanwhile are counted in the
 * coverage. No secret value is kept: of environment, arguments, labels and options only what `keepSetting` lets through.
 *
 * The observation's `sha256` is of the canonical JSON of the content without what changes by itself from second to
 * second, `stats` and `health.failingStreak`: two captures of containers that nobody touched, and that neither restarted
 * nor wrote to their own layer, have the same.
 *
 * @param options - Which engine, what of it, and how.
 * @throws RegisteredError `docker-unreachable`, `docker-permission-denied`, `docker-too-old`, `docker-refused`; the
 *   signal's reason, when aborted
 */
export async function captureEngine(options: CaptureEngineOptions): Promise<Observation<DockerReading>> {
  const { calls } = await meetEngine(options.host, options.signal === undefined ? {} : { signal: options.signal });
  return captureFrom(engineAnswers(calls), options);
}
