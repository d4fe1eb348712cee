import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../../scripts/node-options.mjs';
import type { Engine } from './model-peers/index.ts';

/** The engine of `twin/model` as a program beside its peers, run as the `backlot` command runs it. */
export function ownEngine(): Engine {
  const program = fileURLToPath(new URL('run-tandem.ts', import.meta.url));
  const args = [...nodeOptions, program];
  return { name: 'Backlot', madeBy: `Node ${process.version}`, file: process.execPath, args };
}
