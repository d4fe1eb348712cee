import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A version is printed at once; a program that hangs (a plugin, a network look-up) is not waited for. */
const longestWaitMs = 5_000;

/** What a look for a program found. */
export type ProgramFinding =
  | { readonly state: 'found'; readonly version: string }
  | { readonly state: 'missing' }
  | { readonly state: 'broken'; readonly reason: string };

/**
 * Asks a program on the PATH for its version.
 *
 * @param program - Its name.
 * @param args - What makes it print its version.
 * @param environment - The environment it runs in, PATH among it.
 */
export async function findProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProgramFinding> {
  try {
    const { stdout } = await execute(program, [...args], { env: environment, timeout: longestWaitMs });
    return { state: 'found', version: stdout.trim().split('\n')[0] ?? '' };
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { state: 'missing' };
    return { state: 'broken', reason: message.split('\n')[0] ?? 'no reason given' };
  }
}
