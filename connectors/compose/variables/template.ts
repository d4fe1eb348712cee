/** How a variable without a value, or with one, is taken: as a shell does. */
export type TemplateOperator = ':-' | '-' | ':?' | '?' | ':+' | '+';

/** A piece of a text with variables in it. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly operator: TemplateOperator | undefined;
      /** What stands after the operator, variables in it as they are written. */
      readonly operand: string;
    };

/** What is wrong with a text that has variables in it. */
export interface TemplateFault {
  readonly kind: 'malformed' | 'required' | 'size';
  readonly found: string;
  readonly accepted: string;
  /** The variable that it is about, where it is about one. */
  readonly variable?: string;
}

const accepted = '$NAME, ${NAME}, ${NAME:-default}, ${NAME:?message}, ${NAME:+replacement}, or $$ for a dollar sign';

const name = /[_a-zA-Z][_a-zA-Z0-9]*/y;
const operator = /:?[-+?]/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Where the brace that is open at a place closes: others may open and close in between. */
function closingBrace(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return -1;
    if (character === '{') open += 1;
    else if (character === '}' && (open -= 1) === 0) return at;
  }
  return -1;
}

/**
 * Takes a text with variables apart. What follows a dollar sign and can be no variable stays as it is, but for a brace:
 * that one announces a variable.
 *
 * @param text - As written.
 */
export function parseTemplate(text: string): readonly TemplatePart[] | TemplateFault {
  const parts: TemplatePart[] = [];
  const fault: TemplateFault = { kind: 'malformed', found: 'a variable that is not well-formed', accepted };
  let from = 0;
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at)) {
    const next = text[at + 1];
    const plain = matchAt(name, text, at + 1);
    if (next !== '$' && next !== '{' && plain === undefined) {
      at += 1;
      continue;
    }
    parts.push({ kind: 'text', text: text.slice(from, at) });
    if (next === '$') {
      parts.push({ kind: 'text', text: '$' });
      from = at + 2;
    } else if (plain !== undefined) {
      parts.push({ kind: 'variable', name: plain, operator: undefined, operand: '' });
      from = at + 1 + plain.length;
    } else {
      const braced = matchAt(name, text, at + 2);
      const end = closingBrace(text, at + 2);
      if (braced === undefined || end < 0) return fault;
      const after = at + 2 + braced.length;
      const found = matchAt(operator, text, after) as TemplateOperator | undefined;
      if (found === undefined && after !== end) return fault;
      const operand = found === undefined ? '' : text.slice(after + found.length, end);
      parts.push({ kind: 'variable', name: braced, operator: found, operand });
      from = end + 1;
    }
    at = from;
  }
  parts.push({ kind: 'text', text: text.slice(from) });
  return parts.filter((part) => part.kind === 'variable' || part.text !== '');
}
