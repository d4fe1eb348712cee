import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RegisteredError } from '../../kernel/index.ts';
import { findComposeFiles } from '../../../connectors/compose/index.ts';

/** A file that is to be read. */
export interface FoundFile {
  readonly path: string;
  /** Named by the person, not found in a folder: that it cannot be read is then a failure. */
  readonly isNamed: boolean;
}

/** Everything that paths stand for. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** The layers of each compose project that was found in a folder. */
  readonly projects: readonly (readonly string[])[];
}

/** Folders of tools, which hold much and tell nothing of an estate. */
const passedOver = new Set(['node_modules', 'vendor', '__pycache__']);

/** A folder with more is no folder of captures: somebody named the root of a disk. */
const mostFiles = 20_000;

async function inFolder(folder: string, files: FoundFile[], projects: (readonly string[])[]): Promise<void> {
  const layers = findComposeFiles(folder);
  if (layers.length > 0) projects.push(layers);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || passedOver.has(entry.name) || layers.includes(path)) continue;
    if (entry.isDirectory()) await inFolder(path, files, projects);
    else if (entry.isFile()) files.push({ path, isNamed: false });
    if (files.length > mostFiles) {
      throw new RegisteredError('capture-too-many-files', { path: folder, most: mostFiles });
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // What is not there is for the reader of files to report.
    return false;
  }
}

/**
 * Finds the files that are meant by paths: a file itself, of a folder all files in it and below. Hidden files, links inside
 * of folders and folders of installed packages are passed over. In a folder, a compose project is what docker compose
 * would take there.
 *
 * @param paths - As they were given.
 * @throws RegisteredError `capture-too-many-files`, `input-unreadable` for a folder that may not be listed
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files: FoundFile[] = [];
  const projects: (readonly string[])[] = [];
  for (const given of paths) {
    const path = resolve(given);
    if (!(await isFolder(path))) files.push({ path, isNamed: true });
    else {
      try {
        await inFolder(path, files, projects);
      } catch (thrown) {
        if (thrown instanceof RegisteredError) throw thrown;
        const { code = '', path: at = path } = thrown as NodeJS.ErrnoException;
        throw new RegisteredError(
          'input-unreadable',
          { path: at, found: `a folder that may not be listed (${code})` },
          { cause: thrown },
        );
      }
    }
  }
  return { files: [...new Map(files.map((file) => [file.path, file])).values()], projects };
}
