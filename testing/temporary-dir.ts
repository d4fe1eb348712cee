import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** Removes every directory that this file's tests made; for `afterAll`. */
export function removeTemporaryDirs(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true });
  made.clear();
}

/** A new directory that every user may pass through, as the server that root starts must. */
export function temporaryDir(purpose: string): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `backlot-${purpose}-`)));
  chmodSync(path, 0o755);
  made.add(path);
  return path;
}

/** Whether a test of this file has failed so far; known where the file runs in `keep-on-failure-environment.mjs`. */
export function aTestFailed(): boolean {
  return (globalThis as { backlotTestFailed?: boolean }).backlotTestFailed === true;
}
