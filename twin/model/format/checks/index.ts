/** Whether a model that is right in form can be run, and is what was meant; nothing here may change it. */
import type { Model } from '../model.ts';
import type { Remarks } from '../reading/model-remarks.ts';
import { checkArrivals } from './check-arrivals.ts';
import { checkBounds } from './check-bounds.ts';
import { checkCapacity } from './check-capacity.ts';
import { checkChoices } from './check-choices.ts';
import { checkCircles } from './check-circles.ts';
import { checkLocks } from './check-locks.ts';
import { checkNames } from './check-names.ts';
import { checkSteps } from './check-steps.ts';
import { checkTimeline } from './check-timeline.ts';
import { checkUse } from './check-use.ts';
import { viewOf } from './model-view.ts';

const checks = [
  checkNames,
  checkChoices,
  checkCircles,
  checkSteps,
  checkLocks,
  checkArrivals,
  checkBounds,
  checkTimeline,
  checkUse,
  checkCapacity,
] as const;

/**
 * Checks what a model means: names, circles, contradictions, what will saturate, what is of no use.
 *
 * @param model - As the schema gave it.
 * @param remarks - Told of everything.
 */
export function checkModel(model: Model, remarks: Remarks): void {
  const view = viewOf(model);
  for (const check of checks) check(view, remarks);
}
