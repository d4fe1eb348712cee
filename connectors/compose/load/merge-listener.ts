import { formOf } from '../tree/index.ts';
import type { MergeListener } from '../tree/index.ts';
import type { LoadContext } from './load-context.ts';

/**
 * Tells of layers that do not go together.
 *
 * @param context - Where it is told.
 */
export function mergeListener({ problems }: LoadContext): MergeListener {
  return (base, over, path) =>
    problems.add(
      'form',
      over.place,
      path.join('.'),
      `${formOf(over)} over ${formOf(base)}`,
      `${formOf(base)}, or !override`,
    );
}
