#!/usr/bin/env node
/** The `backlot` command: runs the product on the pinned Node, whatever Node started this file. */
import { nodeOptions } from '../scripts/node-options.mjs';
import { root, run, setUp } from '../scripts/set-up.mjs';

process.exitCode = await run(await setUp(), [...nodeOptions, `${root}src/main.ts`, ...process.argv.slice(2)], {
  cwd: process.cwd(),
});
