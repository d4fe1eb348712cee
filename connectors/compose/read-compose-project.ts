import { basename, dirname, join, resolve } from 'node:path';
import type { Observation } from '../observation/index.ts';
import { canonicalJson, CoverageCount, parseYaml, RegisteredError, sha256Hex } from '../../src/kernel/index.ts';
import type { Coverage, YamlMap } from '../../src/kernel/index.ts';
import { Budget } from './budget.ts';
import { checkProject } from './check/index.ts';
import type { ComposeRequest } from './compose-request.ts';
import { loadModel, withEnvironment, withVariablesOf } from './load/index.ts';
import type { LoadContext } from './load/index.ts';
import type { ComposeProject, EnvironmentFile } from './model/index.ts';
import { ProblemList } from './problem-list.ts';
import { findKnownNames, isActive, keepPlain, keepWithoutSecrets, readProject } from './read/index.ts';
import type { Keep, KnownNames, PlainValue } from './read/index.ts';
import { readBytesFromDisk, SourceFiles } from './source-files.ts';
import type { ReadBytes } from './source-files.ts';
import { valueOf, withValue } from './tree/index.ts';
import { interpolate } from './variables/index.ts';

/** As docker compose makes a name of a directory's. */
function normalName(name: string): string {
  return (name.toLowerCase().match(/[a-z0-9_-]/g) ?? []).join('').replace(/^[_-]+/, '');
}

/** The last `name` that the files give, before they are put together: variables in them may speak of it. */
function writtenName(files: readonly string[], variables: ReadonlyMap<string, string>, sources: SourceFiles): string {
  let name = '';
  for (const path of files) {
    const { documents = [] } = parseYaml(sources.text(path, 'compose') ?? '', path);
    for (const root of documents) {
      const written = root.kind === 'map' ? valueOf(root, 'name') : undefined;
      if (written?.kind === 'scalar')
        name = interpolate(written.text, (variable) => variables.get(variable)).text || name;
    }
  }
  return normalName(name);
}

function projectName(
  request: ComposeRequest,
  files: readonly string[],
  directory: string,
  variables: ReadonlyMap<string, string>,
  { files: sources, problems }: LoadContext,
): string {
  const given = request.projectName ?? (variables.get('COMPOSE_PROJECT_NAME') || undefined);
  const place = { file: files[0] ?? '', line: 1, column: 1 };
  const accepted = 'lower-case letters, digits, dashes and underscores, a letter or digit first';
  if (given !== undefined) {
    if (normalName(given) !== given)
      problems.add('value', place, 'name', 'a project name with other characters', accepted);
    return given;
  }
  const name = writtenName(files, variables, sources) || normalName(basename(directory));
  if (name === '')
    problems.add('value', place, 'name', 'no project name, and a directory whose name has no letters', accepted);
  return name;
}

interface LoadedProject {
  readonly root: YamlMap;
  readonly name: string;
  readonly profiles: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  readonly environmentFiles: ReadonlyMap<string, readonly EnvironmentFile[]>;
}

function load(
  request: ComposeRequest,
  files: readonly string[],
  directory: string,
  context: LoadContext,
): LoadedProject {
  const given = Object.entries(request.environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const around = new Map(given);
  const named = request.envFiles?.map((path) => resolve(path));
  const standard = join(directory, '.env');
  const envFiles = named ?? (context.files.text(standard, 'environment') === undefined ? [] : [standard]);
  const known = withVariablesOf(around, envFiles, context);
  const name = projectName(request, files, directory, known, context);
  const variables = new Map([...known, ['COMPOSE_PROJECT_NAME', name]]);
  const profiles =
    request.profiles ?? (variables.get('COMPOSE_PROFILES') ?? '').split(',').map((profile) => profile.trim());
  let root = loadModel(files, 'compose', { variables, directory }, [...files.slice(0, 1)], context);
  const environmentFiles = new Map<string, readonly EnvironmentFile[]>();
  for (const section of ['services', 'jobs']) {
    const services = valueOf(root, section);
    if (services?.kind !== 'map') continue;
    const entries = [...services.entries].map(([service, entry]) => {
      if (entry.value.kind !== 'map') return [service, entry] as const;
      const key = `${section}.${service}`;
      const made = withEnvironment(entry.value, key, isActive(entry.value, profiles), variables, context);
      environmentFiles.set(key, made.environmentFiles);
      return [service, { ...entry, value: made.service }] as const;
    });
    root = withValue(root, section, { ...services, entries: new Map(entries) });
  }
  return { root, name, profiles: profiles.filter((profile) => profile !== ''), variables, environmentFiles };
}

/** A project with what reading it showed. */
export interface ProjectReading<Kept> {
  readonly project: ComposeProject<Kept>;
  readonly coverage: Coverage;
  /** The latest change of its files, in milliseconds since 1970. */
  readonly changedMs: number;
}

/**
 * Reads a project, its values held in one way or another.
 *
 * @param request - Its files, and what they are read with.
 * @param keepFor - How its values are held, given the names in it and its variables.
 * @param readBytes - Gives the bytes of a file.
 * @throws RegisteredError `compose-unreadable`, `compose-invalid` with all problems
 */
function readWith<Kept>(
  request: ComposeRequest,
  keepFor: (names: KnownNames, variables: ReadonlyMap<string, string>) => Keep<Kept>,
  readBytes: ReadBytes = readBytesFromDisk,
): ProjectReading<Kept> {
  const files = request.files.map((path) => resolve(path));
  const [first] = files;
  if (first === undefined)
    throw new RegisteredError('compose-unreadable', { path: 'compose.yaml', reason: 'no file was named' });
  const directory = resolve(request.projectDirectory ?? dirname(first));
  const problems = new ProblemList();
  const coverage = new CoverageCount();
  const context: LoadContext = {
    files: new SourceFiles(readBytes, request.seal),
    problems,
    coverage,
    budget: new Budget(),
    home: request.environment['HOME'] || undefined,
    missingEnvFiles: request.missingEnvFiles ?? 'note',
    missingVariables: request.missingVariables ?? 'refuse',
    unread: { project: false, services: new Set() },
  };
  const loaded = load(request, files, directory, context);
  // What a broken file gives is no project: telling more of it would be telling of what follows from the break.
  problems.refuse();
  const keep = keepFor(findKnownNames(loaded.root), loaded.variables);
  const tree = { ...loaded, directory, sources: context.files.sources };
  const project = readProject(tree, { problems, coverage, keep });
  problems.refuse();
  checkProject(project, context);
  problems.refuse();
  coverage.read('files', tree.sources.length);
  return { project, coverage: coverage.coverage, changedMs: context.files.changedMs };
}

/**
 * Reads a project of Compose as docker compose would, without starting anything. An unknown key does not stop it: it is
 * counted in the coverage. What has to be fetched is not, and is counted there too.
 *
 * @param request - Its files, and what they are read with.
 * @param readBytes - Gives the bytes of a file. @defaultValue the machine's files
 * @throws RegisteredError `compose-unreadable`, `compose-invalid` with all problems
 */
export function readComposeProject(request: ComposeRequest, readBytes?: ReadBytes): Observation<ComposeProject> {
  const { project, coverage, changedMs } = readWith(
    request,
    (names, variables) => keepWithoutSecrets(request.seal, names, variables),
    readBytes,
  );
  const fingerprints = project.sources.map(({ fingerprint }) => fingerprint);
  return {
    collector: 'compose',
    place: request.files.join(', '),
    sha256: sha256Hex(canonicalJson(fingerprints)),
    asOfMs: changedMs,
    content: project,
    coverage,
  };
}

/**
 * Reads a project with its secrets in the clear: for who makes containers of it, never for anything that is stored, shown
 * or sent.
 *
 * @param request - Its files, and what they are read with.
 * @param readBytes - Gives the bytes of a file.
 * @throws RegisteredError `compose-unreadable`, `compose-invalid` with all problems
 */
export function readComposeInTheClear(
  request: Omit<ComposeRequest, 'seal'>,
  readBytes?: ReadBytes,
): ProjectReading<PlainValue> {
  return readWith({ ...request, seal: () => '' }, () => keepPlain, readBytes);
}
