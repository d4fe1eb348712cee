import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { encodeTracesJson } from '../../../connectors/otlp/index.ts';
import type { Span } from '../../../connectors/spans/index.ts';
import { codeOf, reasonOf, RegisteredError } from '../../kernel/index.ts';

/** A line of the file; readers hold one line at a time. */
const spansInLine = 1_000;

/** A file that a trace will be written to. */
export class TraceFile {
  readonly path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /**
   * Makes the file, or empties one that is there: that it cannot be written is told before the work, not after it.
   *
   * @param path - Where.
   * @throws RegisteredError `file-not-written`
   */
  static async open(path: string): Promise<TraceFile> {
    try {
      return new TraceFile(path, await open(path, 'w'));
    } catch (thrown) {
      throw notWritten(path, thrown);
    }
  }

  /**
   * Writes spans as newline-delimited OTLP JSON.
   *
   * @param spans - Of simulated requests, starting at 0.
   * @param startMs - When they are to have begun, in milliseconds since 1970.
   * @throws RegisteredError `file-not-written`
   */
  async write(spans: readonly Span[], startMs: number): Promise<void> {
    try {
      for (let from = 0; from < spans.length; from += spansInLine) {
        const shifted = spans
          .slice(from, from + spansInLine)
          .map((span) => ({ ...span, startMs: span.startMs + startMs }));
        await this.#file.write(`${encodeTracesJson(shifted)}\n`);
      }
    } catch (thrown) {
      throw notWritten(this.path, thrown);
    }
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Whether two paths lead to one file, links followed; not where one of them leads nowhere.
 *
 * @param path - Of a file.
 * @param other - Of another, or the same.
 */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([path, other].map((each) => stat(each).catch(() => undefined)));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

function notWritten(path: string, thrown: unknown): RegisteredError {
  return new RegisteredError(
    'file-not-written',
    { path, reason: codeOf(thrown) ?? reasonOf(thrown) },
    { cause: thrown },
  );
}
