import { execFile } from 'node:child_process';
import { reasonOf } from '../../../src/kernel/index.ts';

/** What a program printed, or why it did not come to a good end. */
export type BoundedResult =
  { readonly ok: true; readonly stdout: string } | { readonly ok: false; readonly reason: string };

/**
 * Runs a program to its end, or kills it.
 *
 * @param file - The program.
 * @param args - Its arguments.
 * @param timeoutMs - After which it is killed.
 */
export function runBounded(file: string, args: readonly string[], timeoutMs: number): Promise<BoundedResult> {
  return new Promise((resolve) => {
    // Compilers and interpreters speak the user's language otherwise, and this reads what they say.
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(file, args, { timeout: timeoutMs, killSignal: 'SIGKILL', env }, (error, stdout, stderr) => {
      if (error === null) resolve({ ok: true, stdout });
      else if (error.code === 'ENOENT') resolve({ ok: false, reason: `${file} is not there` });
      else if (error.killed === true) resolve({ ok: false, reason: `${file} was killed after ${timeoutMs / 1_000} s` });
      else resolve({ ok: false, reason: lastLine(stderr) ?? reasonOf(error) });
    });
  });
}

/** Where most programs say what went wrong. */
function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim() || undefined;
}
