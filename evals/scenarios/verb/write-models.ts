import { join } from 'node:path';
import { writeNamedFile } from '../../../src/app/index.ts';
import type { ScenarioResult } from '../run-scenario.ts';

/** A name in a file's name: nothing but letters, digits and dashes, and not too many. */
const inFileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** The models of the members of a scenario that were written. */
export type WrittenModels = ReadonlyMap<string, string>;

/**
 * Writes the model of each member, as `backlot simulate` reads it.
 *
 * @param folder - Made where it is not there.
 * @param result - Of a scenario.
 * @returns By the name of the member, the path of its file; without those that have no model.
 * @throws RegisteredError `file-not-written`
 */
export async function writeModels(folder: string, { id, members }: ScenarioResult): Promise<WrittenModels> {
  const written = new Map<string, string>();
  for (const [at, { name, tiers }] of members.entries()) {
    const model = tiers.find((tier) => tier.model !== undefined)?.model;
    if (model === undefined) continue;
    const path = join(folder, `${[id, at + 1, inFileName(name)].join('-')}.json`);
    const content = { name: `${id}, ${name}`.slice(0, 200), ...model };
    await writeNamedFile(path, `${JSON.stringify(content, undefined, 2)}\n`, { folder: true });
    written.set(name, path);
  }
  return written;
}
