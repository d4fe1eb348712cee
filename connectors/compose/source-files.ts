import { readFileSync, statSync } from 'node:fs';
import { RegisteredError, sha256Hex } from '../../src/kernel/index.ts';
import type { Seal } from '../../src/kernel/index.ts';
import type { ProjectSource } from './model/index.ts';

/** The largest real one has a tenth of it; the parser takes seconds for a file of this size that is all commas. */
const largestBytes = 1_048_576;

/** A project with more has includes that include without end. */
const mostFiles = 1_000;

/** Gives the bytes of a file with the time of its last change; undefined where it is not there. */
export type ReadBytes = (path: string) => { readonly bytes: Uint8Array; readonly changedMs: number } | undefined;

/**
 * Reads a file of the machine, of bounded size.
 *
 * @param path - The file.
 * @throws RegisteredError `compose-unreadable`
 */
export const readBytesFromDisk: ReadBytes = (path) => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    // A device or a pipe has no end, or waits for ever.
    if (!found.isFile()) throw new RegisteredError('compose-unreadable', { path, reason: 'it is not a regular file' });
    if (found.size > largestBytes) {
      const reason = `it has ${found.size} bytes; at most ${largestBytes} are read`;
      throw new RegisteredError('compose-unreadable', { path, reason });
    }
    return { bytes: readFileSync(path), changedMs: Math.trunc(found.mtimeMs) };
  } catch (thrown) {
    if (thrown instanceof RegisteredError) throw thrown;
    const code = (thrown as { code?: unknown } | null)?.code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const reason =
      code === 'EACCES' ? 'permission denied' : code === 'ENAMETOOLONG' ? 'its name is too long' : String(code);
    throw new RegisteredError('compose-unreadable', { path, reason }, { cause: thrown });
  }
};

/** Reads a project's files, and remembers which they were. */
export class SourceFiles {
  readonly #readBytes: ReadBytes;
  readonly #seal: Seal;
  readonly #texts = new Map<string, string>();
  readonly #sources = new Map<string, ProjectSource>();
  changedMs = 0;

  /**
   * @param readBytes - Gives the bytes of a file.
   * @param seal - Makes the fingerprints of files that hold secrets.
   */
  constructor(readBytes: ReadBytes, seal: Seal) {
    this.#seal = seal;
    this.#readBytes = readBytes;
  }

  /**
   * A file's text; undefined where it is not there.
   *
   * @param path - Absolute.
   * @param role - What it is read as.
   * @throws RegisteredError `compose-unreadable`
   */
  text(path: string, role: ProjectSource['role']): string | undefined {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const found = this.#readBytes(path);
    if (found === undefined) return undefined;
    if (found.bytes.byteLength > largestBytes) {
      throw new RegisteredError('compose-unreadable', { path, reason: `at most ${largestBytes} bytes are read` });
    }
    if (this.#texts.size >= mostFiles) {
      throw new RegisteredError('compose-unreadable', { path, reason: `the project has more than ${mostFiles} files` });
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(found.bytes);
    } catch (thrown) {
      throw new RegisteredError('compose-unreadable', { path, reason: 'it is not UTF-8 text' }, { cause: thrown });
    }
    this.#texts.set(path, text);
    const holdsSecrets = role === 'environment' || role === 'labels';
    const fingerprint = holdsSecrets ? this.#seal(text) : sha256Hex(found.bytes);
    this.#sources.set(path, { path, fingerprint, role });
    this.changedMs = Math.max(this.changedMs, found.changedMs);
    return text;
  }

  /** The files that were read, in the order read. */
  get sources(): readonly ProjectSource[] {
    return [...this.#sources.values()];
  }
}
