import { formatPlace } from '../../../src/kernel/index.ts';
import type { ProjectFile, ProjectModel, ProjectNetwork, ProjectResource, ProjectVolume } from '../model/index.ts';
import type { Fields } from './fields.ts';

/** What all shared things have. */
function readShared<Kept>(
  key: string,
  fields: Fields<Kept>,
  projectName: string,
): Omit<ProjectResource<Kept>, 'further'> {
  const external = fields.truth('external') ?? false;
  return {
    engineName: fields.text('name') ?? (external ? key : `${projectName}_${key}`),
    external,
    labels: fields.settings('labels'),
    declaredAt: formatPlace(fields.place),
  };
}

/**
 * A network.
 *
 * @param key - Its key in the files.
 * @param fields - Its attributes.
 * @param projectName - Stands before its name on the engine.
 */
export function readNetwork<Kept>(key: string, fields: Fields<Kept>, projectName: string): ProjectNetwork<Kept> {
  const ipam = fields.map('ipam');
  const pools = ipam?.maps('config') ?? [];
  const made = {
    ...readShared(key, fields, projectName),
    driver: fields.text('driver'),
    driverOptions: fields.settings('driver_opts'),
    internal: fields.truth('internal') ?? false,
    attachable: fields.truth('attachable') ?? false,
    subnets: pools.flatMap((pool) => pool.text('subnet') ?? []),
    further: [
      ...fields.further({ enable_ipv4: true, enable_ipv6: true }),
      ...(ipam?.further({ driver: true, options: true }) ?? []),
      ...pools.flatMap((pool) => pool.further({ ip_range: true, gateway: true, aux_addresses: true })),
    ],
  };
  for (const rest of [...pools, ipam, fields]) rest?.rest();
  return made;
}

/**
 * A volume.
 *
 * @param key - Its key in the files.
 * @param fields - Its attributes.
 * @param projectName - Stands before its name on the engine.
 */
export function readVolume<Kept>(key: string, fields: Fields<Kept>, projectName: string): ProjectVolume<Kept> {
  const made = {
    ...readShared(key, fields, projectName),
    driver: fields.text('driver'),
    driverOptions: fields.settings('driver_opts'),
    further: [],
  };
  if (made.external && made.driver !== undefined) {
    const node = fields.node('driver') ?? ({ kind: 'scalar', value: null, text: '', place: fields.place } as const);
    fields.problem('driver', node, 'one of the two', 'a driver for a volume that somebody else made', 'value');
  }
  fields.rest();
  return made;
}

/**
 * A secret or a configuration: where it is from.
 *
 * @param key - Its key in the files.
 * @param fields - Its attributes.
 * @param projectName - Stands before its name on the engine.
 * @param section - Which of the two.
 */
export function readProjectFile<Kept>(
  key: string,
  fields: Fields<Kept>,
  projectName: string,
  section: 'secrets' | 'configs',
): ProjectFile<Kept> {
  const shared = readShared(key, fields, projectName);
  const path = fields.text('file');
  const variable = fields.text('environment');
  const content = section === 'configs' ? fields.node('content') : undefined;
  const driver = section === 'secrets' ? fields.node('driver') : undefined;
  const given = [path, variable, content].filter((source) => source !== undefined).length;
  const accepted =
    section === 'secrets' ? 'one of file, environment or external' : 'one of file, content, environment or external';
  const nothing = { kind: 'scalar', value: null, text: '', place: fields.place } as const;
  if (given > 1) fields.problem('file', nothing, accepted, 'several sources of its content', 'value');
  if (given === 0 && driver === undefined && !shared.external)
    fields.problem('file', nothing, accepted, 'no source of its content', 'value');
  const made = {
    ...shared,
    from: shared.external
      ? ({ kind: 'external' } as const)
      : path !== undefined
        ? ({ kind: 'file', path } as const)
        : variable !== undefined
          ? ({ kind: 'environment', variable } as const)
          : ({ kind: content === undefined ? 'driver' : 'inline' } as const),
    further: fields.further({
      template_driver: true,
      ...(section === 'secrets' ? { driver: true, driver_opts: true } : {}),
    }),
  };
  fields.rest();
  return made;
}

/**
 * A language model.
 *
 * @param fields - Its attributes.
 */
export function readModel<Kept>(fields: Fields<Kept>): ProjectModel<Kept> {
  const made = {
    model: fields.text('model') ?? '',
    further: fields.further({ name: true, context_size: true, runtime_flags: true }),
    declaredAt: formatPlace(fields.place),
  };
  fields.rest();
  return made;
}
