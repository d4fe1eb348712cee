import { measureMemory } from './measure-memory.ts';
import type { MemoryReading } from './measure-memory.ts';

// A process of its own that does nothing else: what it takes is what the run takes.
const [components = 0, seed = NaN, ...minutes] = process.argv.slice(2).map(Number);
if (globalThis.gc === undefined || components < 1 || Number.isNaN(seed) || minutes.length === 0) {
  process.stderr.write('usage: node --expose-gc run-memory.ts COMPONENTS SEED MINUTES..., whole numbers that rise\n');
  process.exit(2);
}

function read(): MemoryReading {
  // What a first collection finalises, a second one frees.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, arrayBytes: arrayBuffers, rssBytes: rss };
}

const measured = measureMemory({ components, minutes, seed }, read, (line) => {
  process.stderr.write(`bench:model: ${line}\n`);
});
process.stdout.write(`${JSON.stringify(measured)}\n`);
