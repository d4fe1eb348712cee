import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A `backlot` command as a person types it, in a process of its own. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Resolves when stderr matches; rejects when the command ends without. */
  saidOnStderr(pattern: RegExp): Promise<void>;
}

const bin = fileURLToPath(new URL('../bin/backlot.mjs', import.meta.url));

const started = new Set<ChildProcess>();

/** Kills every command of this file that still runs, and what it started; for `afterAll`. */
export function killCommands(): void {
  for (const child of started) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  started.clear();
}

/**
 * Starts `backlot` in a process group of its own, so that a signal to the group arrives as it does from a terminal.
 *
 * @param words - The command line after `backlot`.
 * @param options - More of an environment, and the current folder.
 */
export function startCommand(
  words: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): RunningCommand {
  const { PATH = '', DOCKER_HOST } = process.env;
  const child = spawn('node', [bin, ...words], {
    cwd: options.cwd ?? process.cwd(),
    env: { PATH, HOME: '/nonexistent', ...(DOCKER_HOST === undefined ? {} : { DOCKER_HOST }), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.add(child);
  let stdout = '';
  let stderr = '';
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return {
    child,
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        hasEnded = true;
        resolve({ code, stdout, stderr });
      });
    }),
    saidOnStderr: async (pattern) => {
      while (!pattern.test(stderr)) {
        if (hasEnded) throw new Error(`it ended without saying ${String(pattern)}; it said: ${stdout}${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
