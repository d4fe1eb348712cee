import type { Labels } from '../../../connectors/docker/index.ts';

const compose = 'com.docker.compose';

/**
 * The labels by which Compose knows its own, so that its tools and any capture of a compose estate know these too; and
 * ours, without which nothing is ever changed or removed: a project of that name may be somebody's real one.
 */
export const labelNames = {
  project: `${compose}.project`,
  service: `${compose}.service`,
  number: `${compose}.container-number`,
  configHash: `${compose}.config-hash`,
  oneOff: `${compose}.oneoff`,
  image: `${compose}.image`,
  dependsOn: `${compose}.depends_on`,
  configFiles: `${compose}.project.config_files`,
  workingDirectory: `${compose}.project.working_dir`,
  network: `${compose}.network`,
  volume: `${compose}.volume`,
  /** The kind of estate: `shop`. */
  estate: 'dev.backlot.estate',
  /** Hash of what an image was built from. */
  recipeHash: 'dev.backlot.recipe-hash',
} as const;

/** Which estate is meant: its kind and its name, which is the name of its compose project. */
export interface EstateIdentity {
  readonly kind: string;
  readonly name: string;
}

/**
 * The labels that every object of an estate carries.
 *
 * @param estate - Whose it is.
 */
export function ownLabels(estate: EstateIdentity): Labels {
  return { [labelNames.project]: estate.name, [labelNames.estate]: estate.kind };
}

/**
 * Labels as the engine's lists take them.
 *
 * @param labels - All of which must match.
 */
export function labelFilter(labels: Labels): readonly string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${value}`);
}
