import type { Setting } from '../../kernel/index.ts';

/** Labels by which teams say what is theirs, the most telling first; a prefix such as `com.example.` is passed over. */
const ownerLabels = ['backlot.owner', 'owner', 'team', 'squad', 'maintainer'];

/**
 * Who a component's labels say answers for it.
 *
 * @param labels - Its labels, sealed: an owner is a plain word, or it is not read.
 */
export function ownerOfLabels(labels: readonly Setting[]): string | undefined {
  for (const wanted of ownerLabels) {
    const label = labels.find(({ name }) => {
      const lower = name.toLowerCase();
      return lower === wanted || lower.endsWith(`.${wanted}`) || lower.endsWith(`/${wanted}`);
    });
    if (label?.value !== undefined && label.value !== '') return label.value;
  }
  return undefined;
}
