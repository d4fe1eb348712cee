import { z } from 'zod';
import { durationMsSchema } from '../../../../../src/kernel/index.ts';

/** One value that an operator sets: the environment variable that carries it, and what it accepts. */
export interface Knob<Value> {
  readonly variable: string;
  readonly schema: z.ZodType<Value, string>;
  /** The value may also be in a file named by `<variable>_FILE`, and is never shown. */
  readonly secret: boolean;
}

/** A service's knobs by the name that its code uses. */
export type Knobs = Readonly<Record<string, Knob<unknown>>>;

/** The checked values of a set of knobs. */
export type Configuration<Set extends Knobs> = {
  readonly [Name in keyof Set]: Set[Name] extends Knob<infer Value> ? Value : never;
};

/** The environment does not describe a service that can run; all problems are listed. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the environment has ${problems.length} problem(s): ${problems.join('; ')}`);
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

const prefix = 'SHOP_';

/**
 * Declares a knob.
 *
 * @param variable - Its environment variable.
 * @param schema - What is accepted.
 */
export function knob<Value>(variable: string, schema: z.ZodType<Value, string>): Knob<Value> {
  return { variable, schema, secret: false };
}

/**
 * Declares a secret: given by value or, through `<variable>_FILE`, by file.
 *
 * @param variable - Its environment variable.
 */
export function secret(variable: string): Knob<string> {
  return { variable, schema: z.string().min(8, 'at least 8 characters'), secret: true };
}

/**
 * A whole number.
 *
 * @param minimum - The least that is accepted.
 * @param maximum - The most that is accepted.
 */
export function wholeNumber(minimum: number, maximum: number): z.ZodType<number, string> {
  const accepted = `a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, accepted)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, accepted);
}

/** A number that is not negative. */
export const nonNegative: z.ZodType<number, string> = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'a number that is not negative')
  .transform(Number);

/** A share between 0 and 1. */
export const ratio: z.ZodType<number, string> = nonNegative.refine((value) => value <= 1, 'a number from 0 to 1');

/** A duration with a unit, as milliseconds. */
export const durationMs: z.ZodType<number, string> = durationMsSchema;

/** The base address of an HTTP service, without a path. */
export const httpUrl: z.ZodType<string, string> = z
  .string()
  .regex(/^https?:\/\/[^/]+$/, 'http://host:port without a path');

/** Any text that is not empty. */
export const text: z.ZodType<string, string> = z.string().min(1, 'text that is not empty');

/**
 * Checks an environment against knobs, strictly: every problem is reported, and a variable of the shop's that the
 * service does not know is a problem too, since it is a misspelling more often than not.
 *
 * @param knobs - What the service knows.
 * @param environment - Usually `process.env`.
 * @param readFile - Reads a secret's file.
 * @throws ConfigurationError with all problems.
 */
export function checkEnvironment<Set extends Knobs>(
  knobs: Set,
  environment: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): Configuration<Set> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const known = new Set<string>();
  for (const [name, { variable, schema, secret: isSecret }] of Object.entries(knobs)) {
    known.add(variable);
    let found = environment[variable];
    const fileVariable = `${variable}_FILE`;
    const file = environment[fileVariable];
    if (isSecret) known.add(fileVariable);
    if (isSecret && file !== undefined) {
      if (found !== undefined) problems.push(`${variable} and ${fileVariable} are both set; accepted: one of them`);
      try {
        found = readFile(file).trimEnd();
      } catch (thrown) {
        problems.push(`${fileVariable}: ${file} cannot be read: ${(thrown as Error).message}`);
        continue;
      }
    }
    // No knob accepts empty text, so what is missing is told what would be accepted.
    const checked = schema.safeParse(found ?? '');
    if (checked.success) {
      values[name] = checked.data;
      continue;
    }
    const accepted = [...new Set(checked.error.issues.map(({ message }) => message))].join(', ');
    const shown = found === undefined ? 'nothing' : isSecret ? 'a secret' : JSON.stringify(found);
    problems.push(`${variable}: found ${shown}; accepted: ${accepted}`);
  }
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith(prefix) || known.has(variable)) continue;
    problems.push(`${variable}: not known here; known are ${[...known].sort().join(', ')}`);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(values) as Configuration<Set>;
}
