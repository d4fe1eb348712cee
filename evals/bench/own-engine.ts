import { fileURLToPath } from 'node:url';
import type { AbsentEngine, Engine } from './model-peers/index.ts';
import { simulateTandem } from './simulate-tandem.ts';

/** The engine of `twin/model` as a program beside its peers. */
export function ownEngine(): Engine | AbsentEngine {
  const name = 'Backlot';
  if (simulateTandem === undefined) {
    return { name, reason: 'twin/model has no engine that can be run', remedy: 'Fill in `simulateTandem`.' };
  }
  const program = fileURLToPath(new URL('run-tandem.ts', import.meta.url));
  return { name, madeBy: `Node ${process.version}`, file: process.execPath, args: [program] };
}
