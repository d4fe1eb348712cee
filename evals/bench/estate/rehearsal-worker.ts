import { parentPort, workerData } from 'node:worker_threads';
import { readModelFile } from '../../../twin/model/index.ts';
import { rehearseEstate } from './rehearse-estate.ts';
import type { RehearsalDone, RehearsalWork } from './rehearsal-pool.ts';

// A thread of the pool: reads the model once, and rehearses for each seed that it is sent.
const { text, name } = workerData as RehearsalWork;
const { model } = readModelFile(text, name);
parentPort?.on('message', (seed: string) => {
  const before = process.threadCpuUsage();
  const figures = rehearseEstate(model, seed);
  const { user, system } = process.threadCpuUsage(before);
  const done: RehearsalDone = { figures, processorMs: (user + system) / 1_000 };
  parentPort?.postMessage(done);
});
