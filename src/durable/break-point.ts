/** Named places at which a test has the process killed; in a normal run they are nothing. */
const switchVariable = 'BACKLOT_TEST_MODE';
const nameVariable = 'BACKLOT_TEST_BREAK_POINT';

/**
 * Which break-point the environment asks for, where the test switch is set as well: a variable left over by accident
 * must not kill anything.
 *
 * @param environment - The process's environment.
 */
export function armedBreakPoint(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment[switchVariable] === '1' ? environment[nameVariable] : undefined;
}

/**
 * Kills this process as `kill -9` does, where a test armed this break-point.
 *
 * @param name - Such as `self-check/after-step-2`.
 */
export async function breakPoint(name: string): Promise<void> {
  if (armedBreakPoint(process.env) !== name) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal takes a moment; nothing may happen in it.
  await new Promise<never>(() => undefined);
}
