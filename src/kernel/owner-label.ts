/** Labels by which teams say what is theirs, the most telling first; a prefix such as `com.example.` may stand before. */
export const ownerLabels: readonly string[] = ['backlot.owner', 'owner', 'team', 'squad', 'maintainer'];

const longestOwner = 64;

/** Words of letters; with digits only short ones, such as `k8s`. What a person makes up as a password mixes more. */
const word = '(?:[a-z]+|[a-z0-9]{1,4})';
const plainOwner = new RegExp(`^@?[a-z]+(?:[ ._/-]${word})*(?:@${word}(?:[.-]${word})+)?$`, 'i');

/**
 * Whether a label says who answers for what bears it, by the name of a team or an address of it: that is no secret. Labels
 * are written small; a variable such as `OWNER`, which may hold a login, is none.
 *
 * @param name - The label.
 * @param value - Its value.
 */
export function namesOwner(name: string, value: string): boolean {
  const isLabel = ownerLabels.some(
    (label) => name === label || name.endsWith(`.${label}`) || name.endsWith(`/${label}`),
  );
  return isLabel && value.length <= longestOwner && plainOwner.test(value);
}
