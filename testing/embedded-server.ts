import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { aTestFailed } from './temporary-dir.ts';

/** The process id in a data directory's `postmaster.pid`; `undefined` where there is none. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until something is so. Nothing that is waited for takes this long, even on a busy machine. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const givesUpAtMs = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > givesUpAtMs) throw new Error(`still not so after ${patienceMs} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Kills what runs in a test's data directory and removes it; both are kept when a test of the file failed. */
export async function disposeDataDir(dataDir: string): Promise<void> {
  if (aTestFailed()) {
    process.stderr.write(`kept: ${dataDir}\n`);
    return;
  }
  const pid = postmasterPid(dataDir);
  if (pid !== undefined && isAlive(pid)) {
    process.kill(pid, 'SIGQUIT');
    await until(() => !isAlive(pid) || postmasterPid(dataDir) === undefined);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
