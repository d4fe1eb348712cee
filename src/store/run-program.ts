import { spawn } from 'node:child_process';

/** How a program ended, and what it said. */
export interface ProgramResult {
  /** `undefined` where it could not be started or was killed. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it could not be started or was killed. */
  readonly failure: string | undefined;
}

/**
 * The environment of PostgreSQL's programs: nothing of the user's language, time zone or PG* variables may change what
 * they do or say.
 */
export const postgresEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Another user to run a program as; numbers as `chown` takes them, never negative. */
export interface ProgramUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * How to spawn as another user.
 *
 * @param user - The user, or `undefined` for the own.
 */
export function asUser(user: ProgramUser | undefined): { readonly uid?: number; readonly gid?: number } {
  // Spawn takes signed numbers, and the nobody of macOS is -2, or 4294967294.
  return user === undefined ? {} : { uid: user.uid | 0, gid: user.gid | 0 };
}

/**
 * Runs a program to its end.
 *
 * @param file - The program.
 * @param args - Its arguments.
 * @param user - The user to run it as, or `undefined` for the own.
 * @param signal - Ends the program.
 */
export function runProgram(
  file: string,
  args: readonly string[],
  user: ProgramUser | undefined,
  signal?: AbortSignal,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    // A detached program is not hit by the terminal's Ctrl-C: whoever awaits it decides.
    const child = spawn(file, args, {
      ...asUser(user),
      cwd: '/',
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => {
      // One that was started and is told to end still writes until it has.
      if (child.pid === undefined) resolve({ exitCode: undefined, stdout, stderr, failure: error.message });
    });
    child.on('close', (exitCode, killedBy) => {
      resolve({ exitCode: exitCode ?? undefined, stdout, stderr, failure: killedBy ?? undefined });
    });
  });
}
