/** A variable that a compose file speaks of. */
export interface VariableUse {
  readonly name: string;
  /** Of `${NAME:-value}`. */
  readonly fallback: string | undefined;
  /** Of `${NAME:?message}`: the file cannot do without it. */
  readonly required: string | undefined;
  /** The text is this variable and nothing else, so that its value can be read back from where the text went. */
  readonly whole: boolean;
}

/** A text with its variables filled in, and what stood in the way. */
export interface Interpolated {
  readonly text: string;
  readonly uses: readonly VariableUse[];
  readonly problems: readonly { readonly found: string; readonly accepted: string }[];
}

const dollar = /\$(?:(?<escaped>\$)|\{(?<inside>[^}]*)\}|)/g;
const expression = /^(?<name>[A-Za-z_]\w*)(?:(?<operator>:-|:\?)(?<operand>[^$]*))?$/;
const accepted = '${NAME}, ${NAME:-default}, ${NAME:?message}, or $$ for a dollar sign';

/**
 * Fills variables into a text as Compose does, in the part of its grammar that is understood here. As with Compose, an
 * empty value counts as none for `:-` and `:?`.
 *
 * @param text - A value from the file.
 * @param variables - What the variables stand for.
 */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): Interpolated {
  const uses: VariableUse[] = [];
  const problems: { found: string; accepted: string }[] = [];
  const filled = text.replace(dollar, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { escaped?: string; inside?: string };
    if (groups.escaped !== undefined) return '$';
    const parsed = expression.exec(groups.inside ?? '')?.groups;
    const name = parsed?.['name'];
    if (parsed === undefined || name === undefined) {
      problems.push({ found: JSON.stringify(found), accepted });
      return '';
    }
    const fallback = parsed['operator'] === ':-' ? parsed['operand'] : undefined;
    const required = parsed['operator'] === ':?' ? parsed['operand'] : undefined;
    uses.push({ name, fallback, required, whole: found === text });
    const value = variables[name];
    if (value !== undefined && (value !== '' || parsed['operator'] === undefined)) return value;
    if (fallback !== undefined) return fallback;
    problems.push({
      found: `variable ${name} without a value`,
      accepted: required === undefined || required === '' ? `a value for ${name}` : `a value for ${name}: ${required}`,
    });
    return '';
  });
  return { text: filled, uses, problems };
}
