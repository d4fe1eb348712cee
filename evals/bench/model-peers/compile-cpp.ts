import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AbsentEngine, Engine } from './engine.ts';
import { runBounded } from './run-bounded.ts';

const source = fileURLToPath(new URL('tandem.cpp', import.meta.url));

/**
 * Compiles the hand-written event loop for this very machine.
 *
 * @param folder - Where the program goes.
 */
export async function compileCpp(folder: string): Promise<Engine | AbsentEngine> {
  const name = 'C++';
  const flags = ['-std=c++17', '-O3', '-march=native'];
  const version = await runBounded('g++', ['-dumpfullversion'], 10_000);
  if (!version.ok) {
    const remedy = 'Install a C++17 compiler under the name g++: `apt-get install g++` on Debian.';
    return { name, reason: version.reason, remedy };
  }
  const file = join(folder, 'tandem');
  const compiled = await runBounded('g++', [...flags, '-o', file, source], 120_000);
  if (!compiled.ok) {
    return { name, reason: compiled.reason, remedy: `Run \`g++ ${flags.join(' ')} ${source}\` to see what it lacks.` };
  }
  return { name, madeBy: `g++ ${version.stdout.trim()} ${flags.join(' ')}`, file, args: [] };
}
