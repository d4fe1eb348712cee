import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { petshopResult, petshopResultSchema, runFolder } from '../petshop/index.ts';

/** What is kept of a run over measured changes. */
export const petshopResultsSchema = petshopResultSchema.omit({ folder: true, stoppedEarly: true });

/** See `petshopResultsSchema`. */
export type PetshopResults = z.output<typeof petshopResultsSchema>;

/**
 * Predicts the changes of a folder.
 *
 * @param folder - Where they are.
 * @param onCase - Told of each.
 * @returns What is kept of it.
 * @throws RegisteredError what reading the folder throws.
 */
export async function runPetshop(folder: URL, onCase: (id: string) => void): Promise<PetshopResults> {
  const outcome = await runFolder(fileURLToPath(folder), (id) => {
    onCase(id);
    return Promise.resolve(true);
  });
  const { intervalRatio, rows, cases, leftOut } = petshopResult('', outcome, false);
  return { intervalRatio, rows, cases, leftOut };
}
