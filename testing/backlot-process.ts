import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of ours in a process of its own, which a test may kill. */
export interface BacklotProcess {
  readonly child: ChildProcess;
  /** Resolves with the first line it prints that is JSON with this key; rejects when it ends without. */
  said<Value>(key: string): Promise<Value>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** All that it wrote to stderr so far. */
  stderr(): string;
}

/** How to run it. */
export interface ProcessOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that the repository brings, which runs TypeScript: the one that runs the tests may be another. */
const node = createRequire(import.meta.url).resolve('node/bin/node');

const started = new Set<ChildProcess>();

/** Kills every process that a test of this file started and that still runs; for `afterEach`. */
export function killProcesses(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

/**
 * Starts a TypeScript program.
 *
 * @param path - From the repository's root, or absolute.
 * @param options - Its arguments, more of an environment, another user.
 */
export function startProcess(path: string, options: ProcessOptions = {}): BacklotProcess {
  const { args = [], env = {}, uid, gid } = options;
  const child = spawn(node, ['--no-warnings', resolvePath(root, path), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  started.add(child);
  let out = '';
  let err = '';
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal });
    });
  });
  const find = (key: string): unknown => {
    for (const line of out.split('\n').slice(0, -1)) {
      const value = JSON.parse(line) as Record<string, unknown>;
      if (key in value) return value[key];
    }
    return undefined;
  };
  return {
    child,
    ended,
    stderr: () => err,
    said: async <Value>(key: string): Promise<Value> => {
      for (;;) {
        const value = find(key);
        if (value !== undefined) return value as Value;
        if (hasEnded) throw new Error(`${path} ended without saying ${key}; it said: ${out}${err}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
