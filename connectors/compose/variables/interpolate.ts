import { withoutCredentials } from '../../../src/kernel/index.ts';
import { parseTemplate } from './template.ts';
import type { TemplateFault, TemplatePart } from './template.ts';

/** Gives a variable's value; undefined where it has none. */
export type VariableLookup = (name: string) => string | undefined;

/** A text with its variables filled in, or what stood in the way. */
export interface Interpolated {
  readonly text: string;
  /** Variables without a value that became nothing, as docker compose warns. */
  readonly missing: readonly string[];
  readonly fault: TemplateFault | undefined;
}

/** A variable that a text speaks of. */
export interface VariableUse {
  readonly name: string;
  /** The text cannot do without a value from outside. */
  readonly required: boolean;
  /** The text is this variable and nothing else, so that its value can be read back from where the text went. */
  readonly whole: boolean;
}

/** Defaults within defaults: nobody writes more, and each level is read again by the one around it. */
const deepest = 20;

/** No value in a file is longer; variables that hold variables could make it so. */
const longestText = 1_048_576;

class Filling {
  readonly missing: string[] = [];
  readonly #lookup: VariableLookup;
  fault: TemplateFault | undefined;

  constructor(lookup: VariableLookup) {
    this.#lookup = lookup;
  }

  fill(text: string, depth: number): string {
    if (!text.includes('$')) return text;
    const parts = depth > deepest ? tooDeep : parseTemplate(text);
    if ('kind' in parts) {
      this.fault ??= parts;
      return '';
    }
    let filled = '';
    for (const part of parts) {
      filled += part.kind === 'text' ? part.text : this.#valueOf(part, depth);
      if (filled.length > longestText) {
        this.fault ??= {
          kind: 'size',
          found: 'a text of more than a megabyte',
          accepted: 'shorter values of variables',
        };
        return '';
      }
    }
    return filled;
  }

  #valueOf({ name, operator, operand }: TemplatePart & { kind: 'variable' }, depth: number): string {
    const value = this.#lookup(name);
    // With the colon an empty value counts as none.
    const isThere = value !== undefined && (value !== '' || operator?.startsWith(':') !== true);
    switch (operator) {
      case undefined:
        if (value === undefined) this.missing.push(name);
        return value ?? '';
      case '-':
      case ':-':
        return isThere ? value : this.fill(operand, depth + 1);
      case '+':
      case ':+':
        return isThere ? this.fill(operand, depth + 1) : '';
      case '?':
      case ':?':
        if (isThere) return value;
        this.fault ??= {
          kind: 'required',
          variable: name,
          found: `the variable ${name} without a value`,
          // The author's own words, with no variable filled in: those may hold secrets.
          accepted: `a value for ${name}${operand.trim() === '' ? '' : `: ${withoutCredentials(operand.trim()).slice(0, 200)}`}`,
        };
        return '';
    }
  }
}

const tooDeep: TemplateFault = {
  kind: 'size',
  found: 'variables nested too deep',
  accepted: `at most ${deepest} defaults within one another`,
};

/**
 * Fills variables into a text as docker compose does.
 *
 * @param text - A value of a file.
 * @param lookup - Gives the variables' values.
 */
export function interpolate(text: string, lookup: VariableLookup): Interpolated {
  const filling = new Filling(lookup);
  const filled = filling.fill(text, 0);
  return { text: filled, missing: filling.missing, fault: filling.fault };
}

/**
 * The variables that a text speaks of, those in defaults too.
 *
 * @param text - A value of a file; one that is not well-formed has none.
 */
export function variableUses(text: string, depth = 0): readonly VariableUse[] {
  const parts = depth > deepest ? [] : parseTemplate(text);
  if ('kind' in parts) return [];
  return parts.flatMap((part): readonly VariableUse[] => {
    if (part.kind === 'text') return [];
    const required = part.operator === '?' || part.operator === ':?';
    const own = { name: part.name, required, whole: depth === 0 && parts.length === 1 };
    return [own, ...(required ? [] : variableUses(part.operand, depth + 1))];
  });
}
