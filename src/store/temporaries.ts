import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../kernel/index.ts';

/** What a temporary folder is for; it is part of its name. */
export type TemporaryPurpose = 'initialising' | 'starting' | 'copying';

const pattern = /^\.(initialising|starting|copying)-(\d+)-([0-9a-f]{8})-/;

/**
 * A folder of another machine or container cannot be asked whether its owner lives; what it does takes seconds, so an
 * hour means dead. Much less could remove the work of a machine under load, much more keeps rubbish for no one.
 */
const abandonedAfterMs = 3_600_000;

/** Tells containers and machines that share a volume apart: a process id means nothing across them. */
const hostTag = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/**
 * Whether a name in the data directory is one of our temporary folders.
 *
 * @param name - A file name without its folder.
 */
export const isTemporaryName = (name: string): boolean => pattern.test(name);

/**
 * Makes a temporary folder whose name says what it is for and which process owns it.
 *
 * @param parent - The folder to make it in, so that a rename out of it stays on one file system.
 * @param purpose - What it is for.
 * @returns Its path.
 */
export async function createTemporary(parent: string, purpose: TemporaryPurpose): Promise<string> {
  const path = await mkdtemp(join(parent, `.${purpose}-${process.pid}-${hostTag()}-`));
  // The unprivileged user that the server of root runs as must be able to pass through.
  if (process.getuid?.() === 0) await chmod(path, 0o711);
  return path;
}

function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isAbandoned(path: string, name: string, clock: Clock): Promise<boolean> {
  const [, , pid, host] = pattern.exec(name) ?? [];
  if (host === hostTag() && !processLives(Number(pid))) return true;
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && clock.nowMs() - made.mtimeMs > abandonedAfterMs;
}

/**
 * Removes the temporary folders whose owner is dead.
 *
 * @param parent - The folder to look in.
 * @param clock - The time to compare their age with.
 * @returns The paths of those whose owner is at work, in an order that all processes see alike.
 */
export async function sweepTemporaries(parent: string, clock: Clock): Promise<readonly string[]> {
  const atWork: string[] = [];
  for (const name of (await readdir(parent)).filter(isTemporaryName).sort()) {
    const path = join(parent, name);
    if (await isAbandoned(path, name, clock)) {
      // Another process may sweep the same folder, or lack the right to: neither is a reason to stop.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    } else {
      atWork.push(path);
    }
  }
  return atWork;
}
