import { formatPlace, parseYaml, plainValue, RegisteredError } from '../../../../src/kernel/index.ts';
import type { YamlNode, YamlProblem } from '../../../../src/kernel/index.ts';
import { checkModel } from '../checks/index.ts';
import { modelSchema } from '../model.ts';
import type { Model } from '../model.ts';
import { ModelRemarks } from './model-remarks.ts';
import type { ModelPath, ModelRemark } from './model-remarks.ts';
import { SchemaProblems } from './schema-problems.ts';

/** Four times the largest model that a capture of hundreds of services gives; parsing takes seconds beyond it. */
export const largestModelCharacters = 4 * 1024 * 1024;

/** What a model file says, and what whoever wrote it should know of it. */
export interface ModelReading {
  readonly model: Model;
  readonly remarks: readonly ModelRemark[];
}

/** JSON indents with tabs too, which YAML does not; inside its texts no tab stands as such. */
const asYaml = (text: string): string => (/^\s*\{/.test(text) ? text.replaceAll('\t', ' ') : text);

function invalid(remarks: ModelRemarks): RegisteredError {
  return new RegisteredError('model-invalid', { problems: remarks.problems });
}

const tell = (remarks: ModelRemarks, { place, found, accepted }: YamlProblem): void =>
  remarks.refuseAt(formatPlace(place), [], found, accepted);

/** Keys that an object would take for a word of the language, and that would be lost without a word. */
function refuseProto(node: YamlNode, path: ModelPath, remarks: ModelRemarks): void {
  if (node.kind === 'list') for (const [at, item] of node.items.entries()) refuseProto(item, [...path, at], remarks);
  if (node.kind !== 'map') return;
  for (const [key, { value }] of node.entries) {
    if (key === '__proto__') remarks.refuse([...path, key], 'the key __proto__', 'another name', 'key');
    else refuseProto(value, [...path, key], remarks);
  }
}

function check(content: unknown, remarks: ModelRemarks): Model {
  let checked: ReturnType<typeof modelSchema.safeParse>;
  try {
    checked = modelSchema.safeParse(content);
  } catch (thrown) {
    // The schema's library gathers issues on the stack, which hundreds of thousands do not fit.
    if ((thrown as { readonly name?: unknown }).name !== 'RangeError') throw thrown;
    remarks.refuse([], 'more mistakes than can be counted', 'a model as docs/model-format.md describes it');
    throw invalid(remarks);
  }
  if (!checked.success) {
    new SchemaProblems(content, remarks).tell(checked.error.issues, modelSchema);
    throw invalid(remarks);
  }
  return checked.data;
}

/**
 * Reads a model file: JSON, or YAML as people write it.
 *
 * @param text - The whole file.
 * @param name - How it is called in messages.
 * @returns The checked model with its defaults, and what there is to remark on it.
 * @throws RegisteredError `model-invalid` with every mistake, each with its place; `input-too-large`
 */
export function readModelFile(text: string, name: string): ModelReading {
  if (text.length > largestModelCharacters) {
    throw new RegisteredError('input-too-large', {
      path: name,
      found: `${text.length.toLocaleString('en')} characters`,
      accepted: `a model of up to ${largestModelCharacters.toLocaleString('en')}`,
    });
  }
  const duplicates: YamlProblem[] = [];
  const { documents = [], problem } = parseYaml(asYaml(text), name, (duplicate) => duplicates.push(duplicate));
  const [root, second] = documents;
  const remarks = new ModelRemarks(root, name);
  for (const duplicate of duplicates) tell(remarks, duplicate);
  if (problem !== undefined) tell(remarks, problem);
  else if (root === undefined) remarks.refuse([], 'an empty file', 'a model as docs/model-format.md describes it');
  if (second !== undefined) remarks.refuseAt(formatPlace(second.place), [], 'a second document', 'one model in a file');
  if (root === undefined) throw invalid(remarks);
  refuseProto(root, [], remarks);
  if (remarks.problems.some(({ key }) => key.endsWith('__proto__'))) throw invalid(remarks);
  return readContent(plainValue(root), remarks);
}

function readContent(content: unknown, remarks: ModelRemarks): ModelReading {
  const model = check(content, remarks);
  checkModel(model, remarks);
  if (remarks.problems.length > 0) throw invalid(remarks);
  return { model, remarks: remarks.remarks };
}

/**
 * Checks a model that a program has made, as `readModelFile` does one that was written, a hundred times as fast.
 *
 * @param content - As a file would have it.
 * @param name - How it is called in messages, which know no lines.
 * @throws RegisteredError `model-invalid` with every mistake
 */
export function readModel(content: unknown, name: string): ModelReading {
  return readContent(content, new ModelRemarks(undefined, name));
}
