import { z } from 'zod';
import type { VerbParameters } from '../../app/index.ts';

/** One parameter of a verb as the command line takes it. */
export interface CliOption {
  /** The parameter's name in the schema: `telemetryEndpoint`. */
  readonly parameter: string;
  /** The words of the command line: `--telemetry-endpoint`, or `name` for an argument. */
  readonly words: string;
  readonly kind: 'flag' | 'text' | 'number' | 'list' | 'pairs';
  /** Its place among the arguments; `undefined` for an option. */
  readonly position: number | undefined;
  readonly required: boolean;
  readonly description: string;
  readonly placeholder: string;
  readonly choices: readonly string[] | undefined;
  readonly defaultText: string | undefined;
}

/** What a parameter's schema may carry in `meta` for the command line. */
interface ParameterMeta {
  readonly description?: string;
  readonly positional?: number;
  readonly placeholder?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly additionalProperties?: unknown;
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function kindOf({ type }: ParameterMeta): CliOption['kind'] {
  switch (type) {
    case 'boolean':
      return 'flag';
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return 'pairs';
    default:
      return 'text';
  }
}

const placeholderOfKind = { flag: '', text: 'text', number: 'n', list: 'text', pairs: 'key=value' } as const;

/**
 * The options and arguments of a verb, read off its parameter schema, arguments first.
 *
 * @param parameters - The schema; a parameter with `meta({ positional: n })` becomes the n-th argument.
 */
export function optionsOf(parameters: VerbParameters): readonly CliOption[] {
  // Through JSON Schema, since that is also what other agents are given of the same parameters.
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([parameter, property]): CliOption => {
      const meta = property as ParameterMeta;
      const kind = kindOf(meta);
      const name = kebab(parameter);
      return {
        parameter,
        words: meta.positional === undefined ? `--${name}` : name,
        kind,
        position: meta.positional,
        required: required.has(parameter),
        description: meta.description ?? '',
        placeholder: meta.placeholder ?? placeholderOfKind[kind],
        choices: meta.enum,
        defaultText:
          typeof meta.default === 'string' || typeof meta.default === 'number' ? String(meta.default) : undefined,
      };
    })
    .sort((left, right) => (left.position ?? Infinity) - (right.position ?? Infinity));
}

/**
 * The value that a verb's schema is given for the words that were typed. Text that is no number stays text, so that the
 * schema refuses it in its own words.
 *
 * @param option - Which option.
 * @param typed - What the command line parser collected: a flag, a word, or several words.
 */
export function valueOf(option: CliOption, typed: unknown): unknown {
  switch (option.kind) {
    case 'number':
      return typeof typed === 'string' && typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
    case 'pairs':
      return Object.fromEntries(
        (typed as readonly string[]).map((pair) => {
          const at = pair.indexOf('=');
          return at < 0 ? [pair, undefined] : [pair.slice(0, at), pair.slice(at + 1)];
        }),
      );
    case 'flag':
    case 'text':
    case 'list':
      return typed;
  }
}
