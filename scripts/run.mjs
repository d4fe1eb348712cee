/** `npm start`, `npm test`, `npm run backlot` and `npm run bench:model`: set up, then run on the pinned Node. */
import { nodeOptions } from './node-options.mjs';
import { run, root, setUp } from './set-up.mjs';

const [command, ...args] = process.argv.slice(2);
const node = await setUp();

const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

/** Everything that can fail a build, the quick parts first. Jest's own arguments, where given, run Jest alone. */
const testSteps = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'] },
  { name: 'unit tests', args: [...jest, '--selectProjects', 'unit'] },
  { name: 'integration tests', args: [...jest, '--selectProjects', 'integration', '--runInBand'] },
];

async function test() {
  if (args.length > 0) return run(node, [...jest, ...args]);
  const failed = [];
  for (const step of testSteps) {
    process.stderr.write(`\n== ${step.name}\n`);
    if ((await run(node, step.args)) !== 0) failed.push(step.name);
  }
  process.stderr.write(failed.length === 0 ? '\nAll steps passed.\n' : `\nFailed: ${failed.join(', ')}.\n`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * The product runs where the user stands, so that relative paths mean what they say.
 *
 * @param {readonly string[]} words
 */
const product = (words) =>
  run(node, [...nodeOptions, `${root}src/main.ts`, ...words], { cwd: process.env['INIT_CWD'] ?? process.cwd() });

switch (command) {
  case 'start':
    process.exitCode = await product(['demo', ...args]);
    break;
  case 'test':
    process.exitCode = await test();
    break;
  case 'backlot':
    process.exitCode = await product(args);
    break;
  case 'bench:model':
    process.exitCode = await run(node, [...nodeOptions, 'evals/bench/model-bench.ts', ...args]);
    break;
  default:
    process.stderr.write('usage: node scripts/run.mjs start|test|backlot|bench:model [ARGUMENT...]\n');
    process.exitCode = 2;
}
