import type { Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';

/** Three thirds with six digits each are still 1. */
const tolerance = 1e-5;

/**
 * Refuses choices whose probabilities do not add up to 1.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkChoices({ bodies }: ModelView, remarks: Remarks): void {
  for (const { visits } of bodies) {
    for (const { step, path } of visits) {
      if (!('choose' in step)) continue;
      const sum = step.choose.reduce((total, { probability }) => total + probability, 0);
      if (Math.abs(sum - 1) <= tolerance) continue;
      const rest = Number((1 - sum).toFixed(6));
      const accepted =
        rest > 0
          ? `probabilities that add up to 1: add {"probability": ${rest}, "steps": []} for the rest`
          : 'probabilities that add up to 1';
      remarks.refuse([...path, 'choose'], `probabilities that add up to ${Number(sum.toFixed(6))}`, accepted);
    }
  }
}
