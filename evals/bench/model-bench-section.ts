import { modelBenchPage } from './model-bench-page.ts';
import { modelBenchSchema } from './model-bench-result.ts';

/** The part of docs/evaluation.md about the benchmark of the model. */
export const modelBenchSection = {
  /** Under `docs/evaluation/`: what `npm run bench:model -- --output json` prints. */
  file: 'model-bench.json',
  /**
   * The part as Markdown, its heading included.
   *
   * @param results - What the file holds.
   * @throws ZodError where that is not what the benchmark prints.
   */
  page: (results: unknown): string => modelBenchPage(modelBenchSchema.parse(results)),
} as const;
