import { compile } from '../engine/compile.ts';
import { Engine } from '../engine/engine.ts';
import { modelSchema } from '../format/index.ts';
import type { ModelFile } from '../format/index.ts';
import { RandomDraws } from '../random/random-draws.ts';
import { ControlPlane } from './control-plane.ts';

/** A model that runs, for tests. */
export interface TestRun {
  readonly engine: Engine;
  readonly control: ControlPlane;
  /** Runs to a time. */
  readonly to: (untilMs: number) => TestRun;
  /** What was logged about a component, or all; each line begins with its time in seconds. */
  readonly table: (component?: string) => readonly string[];
}

/**
 * Starts a model for tests.
 *
 * @param file - Only what the test is about; one request a minute comes to the first operation where no arrivals are given.
 */
export function startRun(
  file: Pick<ModelFile, 'components'> & Partial<Omit<ModelFile, 'version' | 'components'>>,
): TestRun {
  const operations = Object.entries(file.components).flatMap(([name, component]) =>
    Object.keys(component.operations).map((operation) => `${name}/${operation}`),
  );
  const [operation = ''] = operations;
  const model = modelSchema.parse({
    version: 1,
    arrivals: [{ operation, rate: '1/min', spacing: 'even' }],
    ...file,
  });
  const draws = new RandomDraws(1);
  const engine = new Engine(compile(model, draws), draws);
  const control = new ControlPlane(engine);
  control.start();
  engine.sources.start();
  const run: TestRun = {
    engine,
    control,
    to: (untilMs) => {
      engine.runUntil(untilMs);
      return run;
    },
    table: (component) =>
      control.events
        .filter((event) => component === undefined || event.component === component)
        .map(({ atMs, what }) => `${atMs / 1_000} ${what}`),
  };
  return run;
}
