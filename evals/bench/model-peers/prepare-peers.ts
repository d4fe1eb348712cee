import { compileCpp } from './compile-cpp.ts';
import type { AbsentEngine, Engine } from './engine.ts';
import { findSimpy } from './find-simpy.ts';

/**
 * Makes the peers ready to run: compiles one, and finds or installs what the other needs.
 *
 * @param folder - An empty one for what is made; it must be there for as long as they are run.
 * @returns Each of them, or why it cannot be had.
 */
export async function preparePeers(folder: string): Promise<readonly (Engine | AbsentEngine)[]> {
  return [await findSimpy(folder), await compileCpp(folder)];
}
