import { ownerLabels } from '../../kernel/index.ts';
import type { Setting } from '../../kernel/index.ts';

/** A label that may be the image's own: who made an image does not answer for what runs from it. */
type Label = Setting & { readonly ofImage?: boolean };

/**
 * Who a component's labels say answers for it.
 *
 * @param labels - Its labels, sealed: an owner is a plain name, or it is not read.
 */
export function ownerOfLabels(labels: readonly Label[]): string | undefined {
  for (const wanted of ownerLabels) {
    const label = labels.find(
      ({ name, ofImage }) =>
        ofImage !== true && (name === wanted || name.endsWith(`.${wanted}`) || name.endsWith(`/${wanted}`)),
    );
    if (label?.value !== undefined && label.value !== '') return label.value;
  }
  return undefined;
}
