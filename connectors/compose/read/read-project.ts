import type { YamlMap, YamlPlace } from '../../../src/kernel/index.ts';
import { formatPlace } from '../../../src/kernel/index.ts';
import type { ComposeProject, ComposeService, EnvironmentFile, ProjectNetwork, ProjectSource } from '../model/index.ts';
import { isNothing, valueOf } from '../tree/index.ts';
import { Fields } from './fields.ts';
import type { ReadContext } from './read-context.ts';
import { readModel, readNetwork, readProjectFile, readVolume } from './read-resources.ts';
import { readService } from './read-service.ts';
import { textRecord } from './text-record.ts';

/** A project that was put together, and what is known of it beside its tree. */
export interface ProjectTree {
  readonly root: YamlMap;
  readonly name: string;
  readonly directory: string;
  readonly sources: readonly ProjectSource[];
  readonly profiles: readonly string[];
  /** By the dotted key of the service. */
  readonly environmentFiles: ReadonlyMap<string, readonly EnvironmentFile[]>;
}

/**
 * Whether profiles start a service.
 *
 * @param service - In canonical form.
 * @param profiles - The active ones; `*` for all.
 */
export function isActive(service: YamlMap, profiles: readonly string[]): boolean {
  const declared = valueOf(service, 'profiles');
  const names = declared?.kind === 'list' ? declared.items : [];
  if (names.length === 0 || profiles.includes('*')) return true;
  return names.some((name) => name.kind === 'scalar' && profiles.includes(name.text));
}

type Section = 'networks' | 'volumes' | 'secrets' | 'configs' | 'models';

function readServices<Kept>(
  { root, profiles, directory, environmentFiles }: ProjectTree,
  section: 'services' | 'jobs',
  context: ReadContext<Kept>,
): readonly (readonly [string, ComposeService<Kept>])[] {
  const services = valueOf(root, section);
  return [...(services?.kind === 'map' ? services.entries : [])].flatMap(([name, { value, keyPlace }]) => {
    if (value.kind !== 'map') return [];
    const files = environmentFiles.get(`${section}.${name}`) ?? [];
    const setting = { name, section, active: isActive(value, profiles), directory, environmentFiles: files };
    // A service is placed by its name: that is what a person looks for.
    return [[name, readService({ ...value, place: keyPlace }, setting, context)] as const];
  });
}

function readSection<Kept, Resource>(
  root: YamlMap,
  section: Section,
  context: ReadContext<Kept>,
  read: (key: string, fields: Fields<Kept>) => Resource,
): readonly (readonly [string, Resource])[] {
  const found = valueOf(root, section);
  return [...(found?.kind === 'map' ? found.entries : [])].flatMap(([key, { value, keyPlace }]) => {
    if (value.kind !== 'map' && !isNothing(value)) return [];
    const entries: YamlMap['entries'] = value.kind === 'map' ? value.entries : new Map();
    const map: YamlMap = { kind: 'map', entries, place: keyPlace };
    const fields = new Fields(map, `${section}.${key}`, `${section}.*`, context);
    const made = read(key, fields);
    context.coverage.read(section);
    return [[key, made] as const];
  });
}

function defaultNetwork<Kept>(projectName: string): ProjectNetwork<Kept> {
  return {
    engineName: `${projectName}_default`,
    external: false,
    labels: [],
    further: [],
    declaredAt: undefined,
    driver: undefined,
    driverOptions: [],
    internal: false,
    attachable: false,
    subnets: [],
  };
}

const topKeys: ReadonlySet<string> = new Set(
  'version name services jobs networks volumes secrets configs models'.split(' '),
);

function countTop<Kept>(root: YamlMap, { coverage }: ReadContext<Kept>): void {
  const note = (what: string, place: YamlPlace): void => coverage.notUnderstood(what, formatPlace(place));
  for (const [key, { keyPlace }] of root.entries) {
    if (key === 'version') note('version: obsolete, docker compose leaves it out', keyPlace);
    if (!topKeys.has(key)) note(key.startsWith('x-') ? 'extension x-*' : key, keyPlace);
  }
}

/**
 * Reads a project that was put together.
 *
 * @param tree - The project.
 * @param context - How values are held; told of what is wrong, and of what is not understood.
 */
export function readProject<Kept>(tree: ProjectTree, context: ReadContext<Kept>): ComposeProject<Kept> {
  const { root, name, directory, sources, profiles } = tree;
  countTop(root, context);
  const services = readServices(tree, 'services', context);
  const jobs = readServices(tree, 'jobs', context);
  context.coverage.read('services', services.length);
  if (jobs.length > 0) context.coverage.read('jobs', jobs.length);
  const written = readSection(root, 'networks', context, (key, fields) => readNetwork(key, fields, name));
  const isWritten = written.some(([key]) => key === 'default');
  const usesDefault = [...services, ...jobs].some(([, service]) =>
    service.networks.some(({ network }) => network === 'default'),
  );
  const implied = usesDefault && !isWritten ? [['default', defaultNetwork<Kept>(name)] as const] : [];
  return {
    name,
    directory,
    sources,
    activeProfiles: profiles,
    services: textRecord(services),
    jobs: textRecord(jobs),
    networks: textRecord([...implied, ...written]),
    volumes: textRecord(readSection(root, 'volumes', context, (key, fields) => readVolume(key, fields, name))),
    secrets: textRecord(
      readSection(root, 'secrets', context, (key, fields) => readProjectFile(key, fields, name, 'secrets')),
    ),
    configs: textRecord(
      readSection(root, 'configs', context, (key, fields) => readProjectFile(key, fields, name, 'configs')),
    ),
    models: textRecord(readSection(root, 'models', context, (_key, fields) => readModel(fields))),
  };
}
