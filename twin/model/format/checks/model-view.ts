import type { ComponentModel } from '../component.ts';
import type { Model } from '../model.ts';
import type { ModelPath } from '../reading/model-remarks.ts';
import type { Step } from '../step.ts';
import { visitsOf } from './step-visits.ts';
import type { StepVisit } from './step-visits.ts';

/** A list of steps that belongs together: an operation, or what an instance does at its start. */
export interface Body {
  readonly component: string;
  /** Undefined for the start of an instance. */
  readonly operation: string | undefined;
  readonly path: ModelPath;
  readonly steps: readonly Step[];
  readonly visits: readonly StepVisit[];
}

/** A model as its checks look at it. */
export interface ModelView {
  readonly model: Model;
  readonly bodies: readonly Body[];
  /** Operations by `component/operation`. */
  readonly operations: ReadonlyMap<string, Body>;
}

function bodiesOf(name: string, component: ComponentModel, model: Model): readonly Body[] {
  const hitRatio = (cache: string): number => model.caches[cache]?.hits ?? 0;
  const body = (operation: string | undefined, steps: readonly Step[], within: ModelPath): Body => {
    const path = ['components', name, ...within];
    return { component: name, operation, path, steps, visits: visitsOf(steps, path, hitRatio) };
  };
  const operations = Object.entries(component.operations).map(([operation, steps]) =>
    body(operation, steps, ['operations', operation]),
  );
  const { steps } = component.startUp;
  return steps.length === 0 ? operations : [...operations, body(undefined, steps, ['startUp', 'steps'])];
}

/**
 * Looks through a model once for all of its checks.
 *
 * @param model - In form, but not yet checked for its meaning.
 */
export function viewOf(model: Model): ModelView {
  const bodies = Object.entries(model.components).flatMap(([name, component]) => bodiesOf(name, component, model));
  const operations = new Map(
    bodies.flatMap((body) =>
      body.operation === undefined ? [] : [[`${body.component}/${body.operation}`, body] as const],
    ),
  );
  return { model, bodies, operations };
}
