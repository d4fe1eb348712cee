import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AbsentEngine, Engine } from './engine.ts';
import { runBounded } from './run-bounded.ts';

const source = fileURLToPath(new URL('tandem.py', import.meta.url));

/** What pip is asked for; the version that came is reported. */
const requirement = 'simpy~=4.1';

/**
 * In the order in which they are asked. Debian's package serves the system's own, which is built with profiles and so a
 * fair peer; another one may stand before it on the PATH.
 */
const interpreters = ['/usr/bin/python3', 'python3'];

const askVersions = 'import platform, simpy; print(platform.python_version(), simpy.__version__)';

async function withSimpy(python: string): Promise<Engine | undefined> {
  const asked = await runBounded(python, ['-c', askVersions], 30_000);
  if (!asked.ok) return undefined;
  const [pythonVersion = '', simpyVersion = ''] = asked.stdout.trim().split(' ');
  return { name: 'SimPy', madeBy: `SimPy ${simpyVersion}, Python ${pythonVersion}`, file: python, args: [source] };
}

/** Makes an environment with SimPy; text where that fails: why. */
async function makeEnvironment(base: string, folder: string): Promise<{ readonly python: string } | string> {
  const environment = join(folder, 'simpy');
  // An interpreter before this one may have left half of one.
  const made = await runBounded(base, ['-m', 'venv', '--clear', environment], 120_000);
  if (!made.ok) return made.reason;
  const python = join(environment, 'bin', 'python');
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement];
  const installed = await runBounded(python, install, 120_000);
  return installed.ok ? { python } : installed.reason;
}

/**
 * Finds an interpreter that has SimPy, or makes an environment of its own with it.
 *
 * @param folder - Where that environment goes.
 */
export async function findSimpy(folder: string): Promise<Engine | AbsentEngine> {
  for (const python of interpreters) {
    const engine = await withSimpy(python);
    if (engine !== undefined) return engine;
  }
  let reason = '';
  for (const base of interpreters) {
    const environment = await makeEnvironment(base, folder);
    const engine = typeof environment === 'string' ? undefined : await withSimpy(environment.python);
    if (engine !== undefined) return engine;
    reason = typeof environment === 'string' ? environment : 'it was installed and cannot be imported';
  }
  const remedy = `Install it: \`apt-get install python3-simpy3\` on Debian, or \`pip install '${requirement}'\`.`;
  return { name: 'SimPy', reason, remedy };
}
