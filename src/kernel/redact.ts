/**
 * Text without what an address in it may hold of secrets: user and password, and the query string.
 *
 * @param text - Any text, with addresses in it or none.
 */
export function withoutCredentials(text: string): string {
  // Without it the patterns below find nothing, but try from every letter of a long word.
  if (!text.includes('://')) return text;
  return text
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/"'@]*(?:\/[^\s"'@]*)?@/gi, '$1***@')
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s"'?]*)\?[^\s"']*/gi, '$1?***');
}
