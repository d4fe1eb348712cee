import { formatPlace, RegisteredError } from '../../../src/kernel/index.ts';
import { readDotenv, readRawVariables } from '../variables/index.ts';
import type { VariableLookup } from '../variables/index.ts';
import type { LoadContext } from './load-context.ts';

/** What kind of file of variables it is. */
export interface VariableFile {
  /** `raw`; else that of `.env`. */
  readonly format?: string | undefined;
  readonly role?: 'environment' | 'labels';
  /** Gives variables of files read before; those of the file win over them. */
  readonly earlier?: VariableLookup;
}

/**
 * The variables of one file.
 *
 * @param path - Absolute.
 * @param lookup - Gives variables from around; they win over the file's.
 * @param context - Told of what is wrong with the file.
 * @param options - What kind of file it is.
 * @returns Undefined where the file is not there.
 * @throws RegisteredError `compose-unreadable`
 */
export function loadVariables(
  path: string,
  lookup: VariableLookup,
  context: LoadContext,
  { format, role = 'environment', earlier }: VariableFile = {},
): ReadonlyMap<string, string> | undefined {
  const text = context.files.text(path, role);
  if (text === undefined) return undefined;
  const { variables, missing, fault } =
    format === 'raw' ? readRawVariables(text, lookup) : readDotenv(text, lookup, earlier);
  if (fault !== undefined) {
    context.problems.add('form', { file: path, line: fault.line, column: 1 }, '', fault.found, fault.accepted);
  }
  for (const name of missing) {
    context.coverage.notUnderstood(`variable ${name} without a value`, formatPlace({ file: path, line: 1, column: 1 }));
  }
  return variables;
}

/**
 * Adds the variables of files to those that are known; the known ones win, and of the files the later ones.
 *
 * @param known - From around.
 * @param paths - Absolute.
 * @param context - Told of what is wrong with the files.
 * @throws RegisteredError `compose-unreadable`, also where a file is not there
 */
export function withVariablesOf(
  known: ReadonlyMap<string, string>,
  paths: readonly string[],
  context: LoadContext,
): ReadonlyMap<string, string> {
  const added = new Map<string, string>();
  for (const path of paths) {
    const read = loadVariables(path, (name) => known.get(name), context, { earlier: (name) => added.get(name) });
    if (read === undefined) throw new RegisteredError('compose-unreadable', { path, reason: 'no such file' });
    for (const [name, value] of read) added.set(name, value);
  }
  return new Map([...added, ...known]);
}
