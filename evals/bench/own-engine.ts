import { fileURLToPath } from 'node:url';
import type { Engine } from './model-peers/index.ts';

/** The engine of `twin/model` as a program beside its peers, on Node as it runs this: as the `backlot` command does. */
export function ownEngine(): Engine {
  const program = fileURLToPath(new URL('run-tandem.ts', import.meta.url));
  const args = [...process.execArgv, program];
  return { name: 'Backlot', madeBy: `Node ${process.version}`, file: process.execPath, args };
}
