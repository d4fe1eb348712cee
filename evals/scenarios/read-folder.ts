import { readdirSync, realpathSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { readComposeProject } from '../../connectors/compose/index.ts';
import { openInput } from '../../connectors/files/index.ts';
import { findingsOfCompose } from '../../src/estate/index.ts';
import type { Subject } from '../../src/estate/index.ts';
import { asRegisteredError, codeOf, compareText, RegisteredError, sealWith } from '../../src/kernel/index.ts';
import type { ErrorDetails } from '../../src/kernel/index.ts';
import { readScenario } from './read-scenario.ts';
import type { Captured, Scenario } from './read-scenario.ts';

/** A scenario is no estate whose secrets are kept: its fingerprints need to be the same from run to run only. */
const seal = sealWith(new TextEncoder().encode('secrets of scenarios'));

/** `project/service` as the reader of compose files keys it, by the name of the service. */
const serviceOf = (key: string): string => key.slice(key.indexOf('/') + 1);

function named(subject: Subject): Subject {
  if (subject.kind === 'estate') return subject;
  const component = serviceOf(subject.component);
  return subject.kind === 'edge' ? { ...subject, component, to: serviceOf(subject.to) } : { ...subject, component };
}

/** Where a path ends once links are followed; the path itself where nothing is there, which whoever opens it tells. */
function endOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * A file beside a scenario: scenarios come from others, and what they name is read and shown in part.
 *
 * @returns Its path; undefined where that leads out of the folder, by its steps or by a link.
 */
function pathBeside(folder: string, path: string): string | undefined {
  const full = resolve(folder, path);
  const isInside = full.startsWith(`${folder}${sep}`) && endOf(full).startsWith(`${endOf(folder)}${sep}`);
  return isInside ? full : undefined;
}

/** What a compose file declares, each component by the name of its service. */
function capture(path: string): Captured {
  const observation = readComposeProject({ files: [path], environment: {}, seal, missingVariables: 'note' });
  const { sightings, facts } = findingsOfCompose(observation);
  return {
    components: new Map(sightings.map(({ key, kind }) => [serviceOf(key), kind ?? 'service'])),
    facts: facts.map((fact) => ({ ...fact, subject: named(fact.subject) })),
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map(({ name }) => name)
      .sort(compareText);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return [];
    throw new RegisteredError(
      'input-unreadable',
      { path: folder, found: codeOf(thrown) ?? 'a failure' },
      { cause: thrown },
    );
  }
}

/** A file of a folder that could not be read or run. */
export interface RefusedFile {
  readonly file: string;
  readonly error: RegisteredError;
}

/** What stands in a folder. */
export interface ScenarioFolder {
  readonly scenarios: readonly Scenario[];
  readonly refused: readonly RefusedFile[];
}

/**
 * Reads the scenarios that stand in a folder, one by one: what is wrong with one does not keep the others from being read.
 *
 * @param folder - Its path; folders inside it, where what they capture lies, are left alone.
 * @returns In the order of the names of their files.
 * @throws RegisteredError `scenarios-missing`, `input-unreadable` where that is the folder
 */
export async function readScenarioFolder(folder: string): Promise<ScenarioFolder> {
  const root = resolve(folder);
  const files = filesIn(root);
  if (files.length === 0) throw new RegisteredError('scenarios-missing', { path: folder });
  const scenarios: Scenario[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const path = join(root, file);
    try {
      const text = await (await openInput(path)).text();
      const read = await readScenario(text, file, (beside) => {
        const inside = pathBeside(root, beside);
        return Promise.resolve(inside === undefined ? undefined : capture(inside));
      });
      const same = scenarios.find(({ id }) => id === read.id);
      if (same !== undefined) {
        const found = `${JSON.stringify(read.id)}, which ${basename(same.file)} has too`;
        const problems = [{ place: file, key: 'id', found, accepted: 'an id of its own' }];
        throw new RegisteredError('scenario-invalid', { problems });
      }
      scenarios.push(read);
    } catch (thrown) {
      if (!(thrown instanceof RegisteredError)) throw thrown;
      refused.push({ file, error: asRegisteredError(thrown) });
    }
  }
  return { scenarios, refused };
}

/**
 * Refuses what could not be read, the mistakes of all files at once.
 *
 * @throws RegisteredError `scenario-invalid`, or what else one of them was refused for
 */
export function throwRefused(refused: readonly RefusedFile[]): void {
  const other = refused.find(({ error }) => error.code !== 'scenario-invalid');
  if (other !== undefined) throw other.error;
  const problems = refused.flatMap(({ error }) => (error.details as ErrorDetails<'scenario-invalid'>).problems);
  if (problems.length > 0) throw new RegisteredError('scenario-invalid', { problems });
}

/**
 * Reads the scenarios that stand in a folder, all or none.
 *
 * @param folder - As of `readScenarioFolder`.
 * @throws RegisteredError as `readScenarioFolder` and `throwRefused`
 */
export async function readScenarios(folder: string): Promise<readonly Scenario[]> {
  const { scenarios, refused } = await readScenarioFolder(folder);
  throwRefused(refused);
  return scenarios;
}
