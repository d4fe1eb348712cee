import { it } from '@jest/globals';

/**
 * `it` for a test that needs something of the machine. Where that is lacking the test is skipped, with the reason in its
 * title; the skip reporter counts them by it.
 *
 * @param isThere - Whether the machine has it.
 * @param lacking - The reason of a skip, in a few words: `not root`.
 */
export function itWhere(
  isThere: boolean,
  lacking: string,
): (title: string, test: () => Promise<void> | void, timeoutMs?: number) => void {
  return (title, test, timeoutMs) => {
    if (isThere) it(title, test, timeoutMs);
    else it.skip(`${title} (skipped, ${lacking})`, test, timeoutMs);
  };
}
