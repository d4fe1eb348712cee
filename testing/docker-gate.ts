import { describe } from '@jest/globals';
import Dockerode from 'dockerode';

/** Long enough for a busy engine, short enough not to hold up a machine that has none. */
const probeTimeoutMs = 10_000;

async function probe(): Promise<string | undefined> {
  try {
    await new Dockerode({ timeout: probeTimeoutMs }).ping();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/** Why no Docker engine can be used; undefined where one answers at DOCKER_HOST or the usual socket. */
export const dockerAbsence = await probe();

/**
 * `describe` for tests that need a real Docker engine. Where none answers they are skipped, with the reason in their
 * title; the skip reporter counts them, and fails the run where none may be skipped.
 *
 * @param title - The unit under test.
 * @param tests - Its tests.
 */
export function describeWithDocker(title: string, tests: () => void): void {
  if (dockerAbsence === undefined) describe(title, tests);
  else describe.skip(`${title} (skipped, no Docker engine: ${dockerAbsence})`, tests);
}
