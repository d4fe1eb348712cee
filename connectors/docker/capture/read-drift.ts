import { compareText } from '../../../src/kernel/index.ts';
import { posix } from 'node:path';
import { z } from 'zod';
import type { ContainerDrift, DriftedPath } from './container-behaviour.ts';
import { bounded } from './lenient.ts';
import { changesAnswer } from './other-answers.ts';

/** Enough to see what it is about; a container that writes thousands of files says it by their number. */
const pathsKept = 50;

const kindOf = { 0: 'changed', 1: 'added', 2: 'deleted' } as const;

/** A part of a path that is drawn, such as a session's id: it would differ in every capture, and may be a secret. */
const drawn = /^(?=.*\d)(?=.*[a-z])[\w.+=-]{16,}$/i;

const kept = (path: string): string =>
  bounded(path)
    .split('/')
    .map((name) => (drawn.test(name) ? '*' : name))
    .join('/');

/** The folders above a path, nearest first, without the root. */
function above(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder.length > 1; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
}

/**
 * What has changed in a container's own layer.
 *
 * @param answer - The engine's answer: null where nothing has.
 * @param mountTargets - Paths in the container at which something is mounted; what is there is not the layer's.
 * @returns Undefined where the answer is of another kind.
 */
export function containerDrift(answer: unknown, mountTargets: readonly string[]): ContainerDrift | undefined {
  if (answer !== null && !z.array(z.unknown()).safeParse(answer).success) return undefined;
  const changes = changesAnswer.parse(answer ?? []);
  const mounts = new Set(mountTargets.map((target) => posix.normalize(target).replace(/(?<=.)\/$/, '')));
  // A folder is told as changed because of what is in it, mount points included.
  const explained = new Set(changes.flatMap(({ Path }) => above(Path)));
  const own = changes.filter(({ Path, Kind }) => {
    if (Kind === 0 && explained.has(Path)) return false;
    return !mounts.has(Path) && !above(Path).some((folder) => mounts.has(folder));
  });
  const paths = own.map(({ Path, Kind }): DriftedPath => ({ kind: kindOf[Kind], path: kept(Path) }));
  const count = (kind: DriftedPath['kind']): number => paths.filter((each) => each.kind === kind).length;
  return {
    changed: count('changed'),
    added: count('added'),
    deleted: count('deleted'),
    paths: paths.toSorted((left, right) => compareText(left.path, right.path)).slice(0, pathsKept),
  };
}
