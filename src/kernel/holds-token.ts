/** What tells a word with digits in it from text that was drawn: `v1`, `web01`, `v1beta2`, `30s`. */
const wordWithNumber = /^(?:[a-z]+\d{1,3}|\d{1,4}[a-z]{1,2}|v\d+(?:alpha|beta|rc)\d+)$/i;

/** Words in camel case, which names of classes with a number in them are made of: `Base64Utils`. */
const camelWords = /[A-Z]?[a-z]{3,}|[A-Z]{2,}(?![a-z])/g;

/** Text of which words leave more than this share was drawn. */
const mostBesideWords = 1 / 3;

/** Letters and digits mixed: fewer in all are a name such as `k8s`, more are a token. */
const mostMixed = 9;

/**
 * Whether a name holds a token that a machine drew. Its parts are judged one by one, as names of packages and versions
 * are long and have digits, too.
 *
 * @param text - A name, of bounded length.
 */
export function holdsToken(text: string): boolean {
  if (text.length <= mostMixed) return false;
  let mixed = 0;
  for (const part of text.split(/[^a-z0-9]+/i)) {
    const isMixed = part.length >= 4 && /\d/.test(part) && /[a-z]/i.test(part) && !wordWithNumber.test(part);
    if (isMixed && part.replaceAll(camelWords, '').length > part.length * mostBesideWords) mixed += part.length;
  }
  return mixed > mostMixed;
}
