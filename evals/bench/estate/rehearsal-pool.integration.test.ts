import { describe, expect, it } from '@jest/globals';
import { readModelFile } from '../../../twin/model/index.ts';
import { makeEstate } from './estate-file.ts';
import { rehearseEstate } from './rehearse-estate.ts';
import { rehearseInThreads } from './rehearsal-pool.ts';

const { file } = makeEstate({ components: 8, requestsPerSecond: 20, seed: 1 });
const text = JSON.stringify(file);

describe('rehearseInThreads', () => {
  it('gives what one thread gives, in the order of the rehearsals', async () => {
    const told: number[] = [];
    const done = await rehearseInThreads({ text, name: 'estate' }, { rehearsals: 5, threads: 2, seed: 7 }, (count) =>
      told.push(count),
    );
    const { model } = readModelFile(text, 'estate');
    expect(done.map(({ figures }) => figures)).toEqual([0, 1, 2, 3, 4].map((at) => rehearseEstate(model, `7/${at}`)));
    expect(new Set(done.map(({ figures }) => figures.events)).size).toBe(5);
    for (const { processorMs, figures } of done) {
      expect(processorMs).toBeGreaterThan(0);
      expect(figures.requests).toBeGreaterThan(1_000);
      expect(figures.calls).toBeGreaterThan(figures.requests);
    }
    expect(told).toEqual([1, 2, 3, 4, 5]);
  }, 60_000);

  it('says why a thread is gone', async () => {
    const work = { text: '{"version": 1}', name: 'half a model' };
    const thrown: unknown = await rehearseInThreads(
      work,
      { rehearsals: 2, threads: 2, seed: 1 },
      () => undefined,
    ).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: 'internal-fault' });
    expect((thrown as Error).message).toContain('half a model');
  }, 60_000);
});
