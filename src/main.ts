/** The one place that joins surfaces and evaluations to the product, and the only one that knows the real process. */
import { readFileSync } from 'node:fs';
import { productVerbs } from './app/index.ts';
import { evalVerbs } from '../evals/index.ts';
import { interruptedExitCode, systemClock } from './kernel/index.ts';
import { runCli } from './surfaces/cli/index.ts';

const { version, description } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly description: string;
};

/** A signal to a whole process group arrives twice, once by itself and once passed on by whoever started this process. */
const echoMs = 500;

const interruption = new AbortController();
let interruptedAtMs = Infinity;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second time is a person who will not wait for the cleaning up.
    if (systemClock.monotonicMs() > interruptedAtMs + echoMs) process.exit(interruptedExitCode);
    interruptedAtMs = Math.min(interruptedAtMs, systemClock.monotonicMs());
    interruption.abort();
  });
}

// A reader that went away (`| head`) or a terminal that was closed ends the output, not the work that cleans up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => interruption.abort());

process.exitCode = await runCli(
  {
    identity: {
      name: 'backlot',
      version,
      description,
      examples: [
        { line: 'backlot doctor', does: 'looks at what is there and how to get what is missing' },
        { line: 'backlot demo', does: 'shows the demo estate with traffic until Ctrl-C' },
        { line: 'backlot capture --docker', does: 'reads what runs on the Docker engine' },
        { line: 'backlot estate map', does: 'draws who calls whom' },
        { line: 'backlot simulate docs/models/web-shop.json', does: 'runs a model of a shop under its load' },
        { line: 'backlot estate shop up', does: 'brings the demo estate up and leaves it up' },
      ],
    },
    verbs: [...productVerbs, ...evalVerbs],
    groups: [
      { path: ['estate'], summary: 'real systems, and what is known of them' },
      { path: ['estate', 'shop'], summary: 'the demo estate: eight real services to rehearse on' },
      { path: ['eval'], summary: 'how well the product does' },
    ],
  },
  {
    words: process.argv.slice(2),
    environment: process.env,
    currentDir: process.cwd(),
    isRoot: process.getuid?.() === 0,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    signal: interruption.signal,
  },
);
