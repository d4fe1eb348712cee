import type { z } from 'zod';
import type { Clock, Logger } from '../kernel/index.ts';
import type { Config } from '../config/index.ts';
import type { Document } from './document.ts';

/** A line to paste, and what it is good for. */
export interface VerbExample {
  readonly line: string;
  readonly does: string;
}

/** Where a verb says how far it is, and shows what changes while it runs. A surface decides how that looks. */
export interface Progress {
  /** Says that a named piece of work goes on; the same name again replaces what was said of it. */
  step(name: string, state: string): void;
  /** Shows a picture that replaces the previous one: a live view. */
  frame(document: Document): void;
}

/** What a verb may use besides its parameters. */
export interface VerbContext {
  /**
   * The checked configuration, read at the first call.
   *
   * @throws RegisteredError `config-invalid`, `config-unreadable`
   */
  config(): Promise<Config>;
  /** The environment variables, PATH among them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly progress: Progress;
  /** Aborted at Ctrl-C and SIGTERM: a verb cleans up and returns or throws. */
  readonly signal: AbortSignal;
}

/** The shape of a verb's parameters: an object of named options. Positional ones carry `meta({ positional: n })`. */
export type VerbParameters = z.ZodObject;

/**
 * One thing that the product can do, in no surface's terms: the terminal, HTTP and other agents all call the same verb
 * and show the same document.
 */
export interface Verb<Parameters extends VerbParameters = VerbParameters, Result extends z.ZodType = z.ZodType> {
  /** The words that name it: `['estate', 'shop', 'up']`. */
  readonly path: readonly string[];
  /** One line, no full stop. */
  readonly summary: string;
  /** What a newcomer needs to know beyond the summary. */
  readonly description?: string;
  readonly examples: readonly VerbExample[];
  readonly parameters: Parameters;
  /** What `--output json` prints; its JSON Schema is published under `schemas/`. */
  readonly result: Result;
  run(parameters: z.output<Parameters>, context: VerbContext): Promise<z.input<Result>>;
  /** Says the result to a person. */
  present(result: z.output<Result>): Document;
  /** The process exit code that the result stands for, where it is not 0. */
  exitCode?(result: z.output<Result>): number;
}

/**
 * Declares a verb, keeping its parameter and result types tied together.
 *
 * @param verb - The verb.
 */
export function defineVerb<Parameters extends VerbParameters, Result extends z.ZodType>(
  verb: Verb<Parameters, Result>,
): Verb {
  // A list of verbs must forget each one's own types; the surface parses with the verb's own schema before it runs it.
  return verb;
}
