/** More keys than this are not needed to tell a format. */
const mostKeys = 4_000;

/** Deeper than this nothing tells a format. */
const deepest = 6;

const blank = /[\s]/;

/**
 * The keys that stand at the beginning of a JSON text, by path: `data[].spans[].traceID`. The text may be cut off, and may
 * be no JSON at all further on: what comes until then counts.
 *
 * @param text - The beginning of a document.
 */
export function jsonKeys(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  /** The path of each container that is open; of an object with the key that is being read. */
  const open: { readonly path: string; readonly isList: boolean; key: string }[] = [];
  let awaitsKey = false;
  let lastText = '';
  for (let at = 0; at < text.length && found.size < mostKeys; at++) {
    const char = text.charAt(at);
    const here = open.at(-1);
    if (char === '"') {
      const end = endOfText(text, at);
      if (end === -1) break;
      lastText = text.slice(at + 1, end);
      at = end;
    } else if (char === '{' || char === '[') {
      const path = here === undefined ? '' : here.isList ? here.path : `${here.path}${dotted(here)}`;
      open.push({ path: char === '[' ? `${path}[]` : path, isList: char === '[', key: '' });
      awaitsKey = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      // A second document on a line of its own says no more than the first one.
      if (open.length === 0) break;
      awaitsKey = false;
    } else if (char === ':' && awaitsKey && here !== undefined && !here.isList) {
      here.key = lastText;
      if (open.length <= deepest) found.add(`${here.path}${dotted(here)}`);
      awaitsKey = false;
    } else if (char === ',') awaitsKey = here?.isList === false;
    else if (open.length === 0 && !blank.test(char)) break;
  }
  return found;
}

const dotted = ({ path, key }: { readonly path: string; readonly key: string }): string =>
  path === '' ? key : `.${key}`;

/** Where the quotation mark is that ends a text; -1 where the document is cut off before. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charAt(at - 1 - backslashes) === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
