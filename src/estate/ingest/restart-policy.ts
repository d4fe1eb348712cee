/**
 * A restart policy as compose files write it: `always`, `on-failure:3`.
 *
 * @param name - Of the policy.
 * @param mostRetries - Only of `on-failure`; 0 and undefined for no limit.
 */
export function restartPolicyText(name: string, mostRetries: number | undefined): string {
  return name === 'on-failure' && mostRetries !== undefined && mostRetries > 0 ? `${name}:${mostRetries}` : name;
}
