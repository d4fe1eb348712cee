import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readComposeProject } from '../../connectors/compose/index.ts';
import { openInput } from '../../connectors/files/index.ts';
import { findingsOfCompose } from '../../src/estate/index.ts';
import type { Subject } from '../../src/estate/index.ts';
import { codeOf, compareText, RegisteredError, sealWith } from '../../src/kernel/index.ts';
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

/**
 * Reads the scenarios that stand in a folder; not those in folders inside it, where what they capture lies.
 *
 * @param folder - Its path.
 * @returns In the order of the names of their files.
 * @throws RegisteredError `scenarios-missing`; `scenario-invalid` with the mistakes of all files; `input-unreadable`; what
 *   the reading of compose files throws
 */
export async function readScenarios(folder: string): Promise<readonly Scenario[]> {
  const root = resolve(folder);
  const files = filesIn(root);
  if (files.length === 0) throw new RegisteredError('scenarios-missing', { path: folder });
  const problems: ErrorDetails<'scenario-invalid'>['problems'][number][] = [];
  const scenarios: Scenario[] = [];
  for (const file of files) {
    const path = join(root, file);
    try {
      const text = await (await openInput(path)).text();
      const read = await readScenario(text, file, (beside) => Promise.resolve(capture(join(dirname(path), beside))));
      const same = scenarios.find(({ id }) => id === read.id);
      if (same !== undefined) {
        const found = `${JSON.stringify(read.id)}, which ${basename(same.file)} has too`;
        problems.push({ place: file, key: 'id', found, accepted: 'an id of its own' });
      }
      scenarios.push(read);
    } catch (thrown) {
      if (!(thrown instanceof RegisteredError) || thrown.code !== 'scenario-invalid') throw thrown;
      problems.push(...(thrown.details as ErrorDetails<'scenario-invalid'>).problems);
    }
  }
  if (problems.length > 0) throw new RegisteredError('scenario-invalid', { problems });
  return scenarios;
}
