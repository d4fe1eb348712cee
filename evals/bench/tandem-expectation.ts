import { readFile } from 'node:fs/promises';
import { RegisteredError } from '../../src/kernel/index.ts';
import { tandemResponseMs } from '../../testing/queueing-formulas.ts';
import type { TandemStation } from '../../testing/queueing-formulas.ts';
import { modelSchema } from '../../twin/model/format/index.ts';
import type { Model } from '../../twin/model/format/index.ts';

/** The tandem as a model file. */
export const tandemPath = new URL('models/tandem.json', import.meta.url);

/** Servers and mean service times of all components that have processors. */
function stationsOf(model: Model): readonly TandemStation[] {
  return Object.values(model.components).flatMap(({ cpu: { cores }, operations }) => {
    if (cores === undefined) return [];
    return Object.values(operations)
      .flat()
      .flatMap((step) =>
        'cpu' in step && typeof step.cpu === 'object' && 'exponential' in step.cpu
          ? [{ servers: cores, meanServiceMs: step.cpu.exponential }]
          : [],
      );
  });
}

/**
 * What queueing theory says of the mean response of the tandem, in milliseconds of the model.
 *
 * @throws RegisteredError `internal-fault` where the file is no line of stations with random arrivals.
 */
export async function tandemExpectationMs(): Promise<number> {
  const model = modelSchema.parse(JSON.parse(await readFile(tandemPath, 'utf8')));
  const [arrivals] = model.arrivals;
  const stations = stationsOf(model);
  if (arrivals === undefined || !('rate' in arrivals) || typeof arrivals.rate !== 'number' || stations.length === 0) {
    throw new RegisteredError('internal-fault', { reason: `${tandemPath.pathname} is no tandem with one rate` });
  }
  return tandemResponseMs(arrivals.rate, stations);
}
