import { chmod, lstat, mkdir, readFile, readdir, realpath, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { codeOf, RegisteredError } from '../kernel/index.ts';
import { fileFailure } from './file-failure.ts';
import { isTemporaryName } from './temporaries.ts';

/** The layout of the data directory that this version writes and understands. */
export const dataDirFormat = 1;

/**
 * PostgreSQL cuts paths at 1024 bytes without a word; what it appends to ours needs the rest. Shorter would refuse
 * paths that work.
 */
const longestPathBytes = 900;

/** The paths in a data directory. */
export interface DataDir {
  readonly path: string;
  /** Says that the directory is ours, and in which format. */
  readonly markerFile: string;
  /** Everything of the embedded server; appears whole or not at all. */
  readonly serverDir: string;
  /** What PostgreSQL calls its data directory. */
  readonly clusterDir: string;
  /** How to log in to the server: only its owner may read it. */
  readonly accessFile: string;
  /** What the server said since it was last started. */
  readonly logFile: string;
}

const markerSchema = z.object({ format: z.int().positive() });

/**
 * The paths in the data directory at `path`.
 *
 * @param path - Absolute.
 */
export function dataDirAt(path: string): DataDir {
  const serverDir = join(path, 'postgres');
  return {
    path,
    markerFile: join(path, 'backlot.json'),
    serverDir,
    clusterDir: join(serverDir, 'cluster'),
    accessFile: join(serverDir, 'access.json'),
    logFile: join(serverDir, 'server.log'),
  };
}

/**
 * Refuses a path that PostgreSQL cannot work with.
 *
 * @param path - Absolute.
 * @throws RegisteredError `data-dir-path-unusable`
 */
export function checkDataDirPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > longestPathBytes) {
    const problem = `it is ${bytes} bytes long; accepted: up to ${longestPathBytes}`;
    throw new RegisteredError('data-dir-path-unusable', { path, problem });
  }
  // postmaster.pid holds the path on a line of its own.
  if (/\p{Cc}/u.test(path)) {
    throw new RegisteredError('data-dir-path-unusable', { path, problem: 'it holds a control character' });
  }
}

/** The directories that `createDataDir` made, from the outermost in; they go away again when nothing came of it. */
type Created = readonly string[];

/**
 * Makes the data directory where it does not exist yet.
 *
 * @param path - Absolute.
 * @returns Its real path, and the directories that were made.
 * @throws RegisteredError `data-dir-not-writable`, `data-dir-not-directory`, `data-dir-path-unusable`, `disk-full`
 */
export async function createDataDir(path: string): Promise<{ readonly dir: DataDir; readonly created: Created }> {
  const wanted = resolve(path);
  checkDataDirPath(wanted);
  const created: string[] = [];
  try {
    // One by one: making all at once, Node reports a read-only file system as a path that does not exist.
    for (const path of (await missingDirectories(wanted)).reverse()) {
      if (await makeDirectory(path)) created.push(path);
    }
    return { dir: dataDirAt(await realDirectory(wanted)), created };
  } catch (thrown) {
    await removeCreated(created);
    throw fileFailure(thrown, wanted);
  }
}

/** A link that leads nowhere is there, and yet is no directory. */
async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
    throw new RegisteredError('data-dir-not-directory', { path, found: path }, { cause: thrown });
  }
}

/** What does not exist of a path, from the innermost out. */
async function missingDirectories(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      await lstat(at);
      return missing;
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
      missing.push(at);
    }
  }
}

/** Whether it was made here, and not by a process that was faster. */
async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw thrown;
    return false;
  }
  // Whatever the umask: the unprivileged user that the server of root runs as must be able to pass through.
  await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  return true;
}

/**
 * Removes the directories that were made for nothing; what is in use by now stays.
 *
 * @param created - As `createDataDir` returned them.
 */
export async function removeCreated(created: Created): Promise<void> {
  for (const path of [...created].reverse()) {
    try {
      await rmdir(path);
    } catch {
      return;
    }
  }
}

async function readMarker(dir: DataDir): Promise<string | undefined> {
  try {
    return await readFile(dir.markerFile, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    if (codeOf(thrown) === 'EISDIR') {
      const problem = 'backlot.json is a directory';
      throw new RegisteredError('data-dir-damaged', { path: dir.path, problem }, { cause: thrown });
    }
    throw fileFailure(thrown, dir.path);
  }
}

async function checkIsEmpty(dir: DataDir): Promise<void> {
  const found = (await readdir(dir.path)).filter((name) => !isTemporaryName(name));
  // A racing process may have finished between the look at its marker and the look at the directory.
  if (found.length === 0 || (await readMarker(dir)) !== undefined) return;
  const shown = found.slice(0, 3);
  const more = found.length - shown.length;
  throw new RegisteredError('data-dir-not-ours', {
    path: dir.path,
    found: more > 0 ? [...shown, `${more} more`] : shown,
  });
}

/**
 * Checks that an existing directory is ours, or empty and so free to take.
 *
 * @param dir - The directory.
 * @returns Whether it holds an embedded server.
 * @throws RegisteredError `data-dir-not-directory`, `data-dir-not-ours`, `data-dir-newer`, `data-dir-damaged`,
 * `data-dir-not-writable`
 */
export async function inspectDataDir(dir: DataDir): Promise<'empty' | 'initialised'> {
  try {
    if (!(await stat(dir.path)).isDirectory()) {
      throw new RegisteredError('data-dir-not-directory', { path: dir.path, found: dir.path });
    }
    const text = await readMarker(dir);
    if (text === undefined) {
      await checkIsEmpty(dir);
    } else {
      checkMarker(dir, text);
    }
    const server = await stat(dir.serverDir).catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    });
    return server === undefined ? 'empty' : 'initialised';
  } catch (thrown) {
    throw fileFailure(thrown, dir.path);
  }
}

function checkMarker(dir: DataDir, text: string): void {
  const { format } = parseJson(markerSchema, text, dir, 'backlot.json');
  if (format <= dataDirFormat) return;
  throw new RegisteredError('data-dir-newer', {
    path: dir.path,
    found: `format ${format} in backlot.json`,
    accepted: `format ${dataDirFormat}`,
  });
}

/**
 * Reads JSON that we wrote ourselves.
 *
 * @param schema - What it must be.
 * @param text - The file's text; never repeated in the error, it may be a secret.
 * @param dir - The data directory that it is in.
 * @param name - The file's name, for the error.
 * @throws RegisteredError `data-dir-damaged`
 */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  dir: DataDir,
  name: string,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RegisteredError('data-dir-damaged', { path: dir.path, problem: `${name} is not JSON` });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RegisteredError('data-dir-damaged', { path: dir.path, problem: `${name} lacks what it should say` });
}

/**
 * Marks the directory as ours.
 *
 * @param dir - The directory.
 * @param temporary - A folder in it: the marker is written there and appears whole, because others read it meanwhile.
 */
export async function writeMarker(dir: DataDir, temporary: string): Promise<void> {
  const marker = { format: dataDirFormat, about: 'The data directory of Backlot. Written by it, not by hand.' };
  const written = join(temporary, 'marker.json');
  await writeFile(written, `${JSON.stringify(marker, null, 2)}\n`, { flush: true });
  await rename(written, dir.markerFile);
}

/**
 * Refuses a cluster of another major version of PostgreSQL than the one that Backlot brings.
 *
 * @param dir - The data directory.
 * @param ownMajor - The major version that Backlot brings.
 * @throws RegisteredError `data-dir-newer`, `data-dir-older`, `data-dir-damaged`, `data-dir-not-writable`
 */
export async function checkClusterVersion(dir: DataDir, ownMajor: number): Promise<void> {
  const text = await readFile(join(dir.clusterDir, 'PG_VERSION'), 'utf8').catch((thrown: unknown) => {
    if (codeOf(thrown) !== 'ENOENT') throw fileFailure(thrown, dir.path);
    throw new RegisteredError('data-dir-damaged', { path: dir.path, problem: 'postgres/cluster has no PG_VERSION' });
  });
  const major = Number(text.trim());
  if (major === ownMajor) return;
  if (!Number.isInteger(major) || major <= 0) {
    throw new RegisteredError('data-dir-damaged', {
      path: dir.path,
      problem: 'postgres/cluster/PG_VERSION is no version',
    });
  }
  throw new RegisteredError(major > ownMajor ? 'data-dir-newer' : 'data-dir-older', {
    path: dir.path,
    found: `PostgreSQL ${major}`,
    accepted: `PostgreSQL ${ownMajor}`,
  });
}
