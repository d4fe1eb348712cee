import { compareText } from '../../../src/kernel/index.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ContainerAnswer } from './container-answer.ts';
import type { HealthCheck, ProcessOverride, SettingWithOrigin } from './container-reading.ts';
import { bounded } from './lenient.ts';
import type { Keeper } from './keeper.ts';
import type { ImageAnswer } from './other-answers.ts';
import type { Setting } from '../../../src/kernel/index.ts';

type ProcessAnswer = ImageAnswer['Config'];
type Entries = readonly (readonly [string, string])[];

/** What the engine does where a check leaves it open: https://docs.docker.com/reference/dockerfile/#healthcheck. */
const usualCheck = { intervalMs: 30_000, timeoutMs: 30_000, retries: 3, startPeriodMs: 0 };

/**
 * The variables of an environment.
 *
 * @param environment - `NAME=value`, as the engine tells them; the last of a name counts.
 */
export function variablesOf(environment: readonly string[]): Entries {
  const variables = new Map<string, string>();
  for (const entry of environment) {
    const [name = ''] = entry.split('=', 1);
    variables.set(name, entry.slice(name.length + 1));
  }
  return [...variables];
}

/**
 * Settings with what of them is the image's.
 *
 * @param own - The container's, with those that it has from its image.
 * @param image - The image's.
 * @param keep - Puts one in the form in which it may be kept.
 */
export function withOrigin(
  own: Entries,
  image: Entries,
  keep: (name: string, value: string) => Setting,
): readonly SettingWithOrigin[] {
  const inImage = new Map(image);
  const originOf = (name: string, value: string): SettingWithOrigin['origin'] => {
    if (!inImage.has(name)) return 'container';
    return inImage.get(name) === value ? 'image' : 'override';
  };
  return own
    .map(([name, value]) => ({ ...keep(name, value), origin: originOf(name, value) }))
    .toSorted((left, right) => compareText(left.name, right.name));
}

/**
 * How a container's process differs from its image's.
 *
 * @param container - The engine's answer.
 * @param image - Undefined where the engine has the image no more: everything is the container's then.
 * @param keeper - Puts arguments in the form in which they may be kept.
 */
export function processOverride(
  { Id: id, Config: own }: ContainerAnswer,
  image: ProcessAnswer | undefined,
  keeper: Keeper,
): ProcessOverride {
  const ifOther = <Value>(value: Value, imageValue: Value | undefined): Value | undefined =>
    isDeepStrictEqual(value, imageValue) ? undefined : value;
  const entrypoint = ifOther(own.Entrypoint ?? [], image?.Entrypoint ?? []);
  const command = ifOther(own.Cmd ?? [], image?.Cmd ?? []);
  const exposed = new Set((image?.ExposedPorts ?? []).map(([port]) => port));
  return {
    entrypoint: entrypoint === undefined ? undefined : keeper.words(entrypoint),
    command: command === undefined ? undefined : keeper.words(command),
    user: ifOther(own.User, image?.User),
    workingDirectory: ifOther(own.WorkingDir, image?.WorkingDir),
    stopSignal: ifOther(own.StopSignal, image?.StopSignal),
    exposedPorts: own.ExposedPorts.map(([port]) => bounded(port))
      .filter((port) => !exposed.has(port))
      .toSorted(compareText),
    // The engine's own is the beginning of the id, and says nothing.
    hostName: own.Hostname === undefined || id.startsWith(own.Hostname) ? undefined : own.Hostname,
  };
}

/**
 * How a container's health is checked.
 *
 * @param own - The container's configuration; the engine has merged the image's check into it.
 * @param image - The image's; undefined where the engine has it no more.
 * @param keeper - Puts arguments in the form in which they may be kept.
 * @returns Undefined where there is no check.
 */
export function healthCheck(
  { Healthcheck: check }: ProcessAnswer,
  image: ProcessAnswer | undefined,
  keeper: Keeper,
): HealthCheck | undefined {
  const [how, ...test] = check.Test;
  if (how === undefined) return undefined;
  const kind = how === 'NONE' ? 'disabled' : how === 'CMD-SHELL' ? 'shell' : 'exec';
  const words = kind === 'shell' ? test.flatMap((line) => line.split(/\s+/).filter((word) => word !== '')) : test;
  return {
    origin: isDeepStrictEqual(check, image?.Healthcheck) ? 'image' : 'container',
    kind,
    test: kind === 'disabled' ? [] : keeper.words(words),
    intervalMs: check.Interval ?? usualCheck.intervalMs,
    timeoutMs: check.Timeout ?? usualCheck.timeoutMs,
    retries: check.Retries ?? usualCheck.retries,
    startPeriodMs: check.StartPeriod ?? usualCheck.startPeriodMs,
    startIntervalMs: check.StartInterval,
  };
}
