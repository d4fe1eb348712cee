import type { z } from 'zod';
import { similarNames, valueAt } from '../../../../src/kernel/index.ts';
import { acceptedText } from './accepted-text.ts';
import { showValue } from './model-remarks.ts';
import type { ModelPath, ModelRemarks } from './model-remarks.ts';
import { keysOf, optionsOf, schemasAt } from './schema-walk.ts';

type Issue = z.core.$ZodIssue;

/** Unknown keys of one mapping that are told one by one. */
const mostKeys = 20;

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How far a mapping is from an alternative: keys that it lacks, and keys that it has beyond it. */
function distanceOf(issues: readonly Issue[], value: Readonly<Record<string, unknown>>): number {
  let distance = 0;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) distance += issue.keys.length;
    const [key] = issue.path;
    if (issue.path.length === 0 && issue.code === 'invalid_type') return Infinity;
    if (issue.path.length === 1 && valueAt(value, [key as PropertyKey]) === undefined) distance += 1;
  }
  return distance;
}

/**
 * Which alternative of a union was meant: the only one that is nearest, where the mapping has one of its keys. Its own
 * issues then say more than that none fits.
 */
function meantOption(issue: z.core.$ZodIssueInvalidUnion, value: unknown): number | undefined {
  if (!isMapping(value)) return undefined;
  const distances = issue.errors.map((issues) => distanceOf(issues, value));
  const nearest = Math.min(...distances);
  const unknown = (at: number): number =>
    (issue.errors[at] ?? []).reduce(
      (sum, each) => sum + (each.code === 'unrecognized_keys' && each.path.length === 0 ? each.keys.length : 0),
      0,
    );
  const found = distances.flatMap((distance, at) => (distance === nearest ? [at] : []));
  const [first] = found;
  if (first === undefined || (found.length > 1 && nearest > 0)) return undefined;
  return unknown(first) < Object.keys(value).length ? first : undefined;
}

/** Tells what a schema found wrong with a model file. */
export class SchemaProblems {
  readonly #content: unknown;
  readonly #remarks: ModelRemarks;

  /**
   * @param content - What was checked.
   * @param remarks - Told each problem.
   */
  constructor(content: unknown, remarks: ModelRemarks) {
    this.#content = content;
    this.#remarks = remarks;
  }

  /**
   * Tells the issues of one check.
   *
   * @param issues - As the schema gave them.
   * @param schema - That was checked with.
   * @param base - Where in the file what was checked stands.
   */
  tell(issues: readonly Issue[], schema: z.core.$ZodType, base: ModelPath = []): void {
    for (const issue of issues) {
      const path: ModelPath = [...base, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))];
      const schemas = schemasAt(schema, issue.path);
      if (issue.code === 'invalid_union') this.#union(issue, schemas[0] ?? schema, path);
      else if (issue.code === 'unrecognized_keys') this.#unknownKeys(issue.keys, schemas, path);
      else if (issue.code === 'invalid_key') {
        this.#remarks.refuse(path, `the name ${showValue(path.at(-1))}`, acceptedText(issue, undefined), 'key');
      } else {
        this.#remarks.refuse(path, showValue(valueAt(this.#content, path)), acceptedText(issue, schemas[0]));
      }
    }
  }

  /** The keys that a mapping may have; of alternatives, of that one which has most of its keys. */
  #knownKeys(schemas: readonly z.core.$ZodType[], path: ModelPath): readonly string[] {
    const value = valueAt(this.#content, path);
    const alternatives = schemas.flatMap((schema) => [schema, ...optionsOf(schema)]).map(keysOf);
    const shared = (keys: readonly string[]): number =>
      isMapping(value) ? keys.filter((key) => Object.hasOwn(value, key)).length : 0;
    return alternatives.reduce((best, keys) => (shared(keys) > shared(best) || best.length === 0 ? keys : best), []);
  }

  #union(issue: z.core.$ZodIssueInvalidUnion, schema: z.core.$ZodType, path: ModelPath): void {
    const value = valueAt(this.#content, path);
    const meant = meantOption(issue, value);
    const option = meant === undefined ? undefined : optionsOf(schema)[meant];
    const issues = meant === undefined ? undefined : issue.errors[meant];
    if (option === undefined || issues === undefined) this.#remarks.refuse(path, showValue(value), issue.message);
    else this.tell(issues, option, path);
  }

  #unknownKeys(keys: readonly string[], schemas: readonly z.core.$ZodType[], path: ModelPath): void {
    const known = this.#knownKeys(schemas, path);
    for (const key of keys.slice(0, mostKeys)) {
      const similar = similarNames(key, known, 1)[0];
      const meant = similar === undefined ? '' : ` (did you mean ${similar}?)`;
      const accepted = known.length === 0 ? 'no keys' : `one of ${known.join(', ')}${meant}`;
      this.#remarks.refuse([...path, key], `the unknown key ${showValue(key)}`, accepted, 'key');
    }
    const rest = keys.length - mostKeys;
    if (rest > 0) this.#remarks.refuse(path, `${rest} more unknown keys`, 'none of them');
  }
}
