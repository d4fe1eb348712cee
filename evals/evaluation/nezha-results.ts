import { z } from 'zod';
import { nezhaResult, nezhaResultSchema, runFolder } from '../nezha/index.ts';
import { fileURLToPath } from 'node:url';

const { rows, halves, cases } = nezhaResultSchema.shape;

/** What is kept of a run over recorded faults: what the page shows. */
export const nezhaResultsSchema = z.strictObject({
  rows,
  halves,
  cases: z.array(cases.element.omit({ suspects: true, requests: true, recordings: true })),
});

/** See `nezhaResultsSchema`. */
export type NezhaResults = z.output<typeof nezhaResultsSchema>;

/**
 * Diagnoses the faults of a folder.
 *
 * @param folder - Where they are.
 * @param onStep - Told what is done.
 * @returns What is kept of it.
 * @throws RegisteredError what reading the folder throws.
 */
export async function runNezha(folder: URL, onStep: (what: string) => void): Promise<NezhaResults> {
  const outcomes = await runFolder(fileURLToPath(folder), undefined, {
    onStep: (what) => {
      onStep(what);
      return Promise.resolve(true);
    },
  });
  const result = nezhaResult('', outcomes, false);
  return {
    rows: result.rows,
    halves: result.halves,
    cases: result.cases.map(({ id, system, faultType, component, half, answer, ...ranks }) => ({
      id,
      system,
      faultType,
      component,
      half,
      answer,
      componentRank: ranks.componentRank,
      placeRank: ranks.placeRank,
      selfTimeRank: ranks.selfTimeRank,
    })),
  };
}
