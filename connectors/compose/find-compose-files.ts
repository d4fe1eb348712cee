import { statSync } from 'node:fs';
import { join } from 'node:path';

const baseNames = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'] as const;

const overrideNames = [
  'compose.override.yml',
  'compose.override.yaml',
  'docker-compose.override.yml',
  'docker-compose.override.yaml',
] as const;

function firstFile(directory: string, names: readonly string[]): string | undefined {
  const paths = names.map((name) => join(directory, name));
  return paths.find((path) => {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    } catch {
      // Where one may not look, docker compose finds nothing either.
      return false;
    }
  });
}

/**
 * The files that docker compose takes where none is named: the first of its usual names, and the first override.
 *
 * @param directory - Looked at by itself, not its parents.
 * @returns The layers in order; none where there is no compose file.
 */
export function findComposeFiles(directory: string): readonly string[] {
  const base = firstFile(directory, baseNames);
  if (base === undefined) return [];
  const override = firstFile(directory, overrideNames);
  return override === undefined ? [base] : [base, override];
}
