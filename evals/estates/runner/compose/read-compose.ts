import { RegisteredError } from '../../../../src/kernel/index.ts';
import type { ComposeProblem } from '../../../../src/kernel/index.ts';
import { interpolate } from './interpolate.ts';
import type { VariableUse } from './interpolate.ts';
import type { ComposeFile, ComposeVariable } from './model.ts';
import { mapTexts, parseFile } from './parse-file.ts';
import type { ComposeSource, ParsedFile } from './parse-file.ts';
import { referenceProblems } from './references.ts';
import { fileSchema } from './schema.ts';
import { schemaProblems } from './schema-problems.ts';
import { serviceOf } from './service.ts';

function linePosition({ place }: ComposeProblem): number {
  const [line = 0, column = 0] = place.split(':').slice(-2).map(Number);
  return line * 10_000 + column;
}

/** Throws where there are problems, in the order of the file; one that services share by an anchor is told once. */
function refuse(problems: readonly ComposeProblem[]): void {
  const distinct = new Map<string, ComposeProblem>();
  for (const problem of problems) {
    const key = `${problem.place} ${problem.found}`;
    if (!distinct.has(key)) distinct.set(key, problem);
  }
  if (distinct.size === 0) return;
  const ordered = [...distinct.values()].sort((left, right) => linePosition(left) - linePosition(right));
  throw new RegisteredError('compose-invalid', { problems: ordered });
}

function fillIn(file: ParsedFile, variables: Readonly<Record<string, string>>) {
  const problems: ComposeProblem[] = [];
  const content = mapTexts(file.content, (text, path) => {
    const filled = interpolate(text, variables);
    problems.push(...filled.problems.map(({ found, accepted }) => file.problemAt(path, found, accepted)));
    return filled.text;
  });
  return { content, problems };
}

/**
 * The variables that a compose file uses, whatever their values.
 *
 * @param source - The file.
 * @throws RegisteredError `compose-invalid`
 */
export function composeVariables(source: ComposeSource): readonly ComposeVariable[] {
  const file = parseFile(source);
  refuse(file.problems);
  const found = new Map<string, { required: boolean; readableFrom: { service: string; key: string }[] }>();
  const note = ({ name, required, whole }: VariableUse, path: readonly (string | number)[]): void => {
    const variable = found.get(name) ?? { required: false, readableFrom: [] };
    found.set(name, variable);
    variable.required ||= required !== undefined;
    const [section, service, part, key] = path;
    if (whole && section === 'services' && part === 'environment') {
      variable.readableFrom.push({ service: String(service), key: String(key) });
    }
  };
  mapTexts(file.content, (text, path) => {
    for (const use of interpolate(text, {}).uses) note(use, path);
    return text;
  });
  return [...found].map(([name, variable]) => ({ name, ...variable }));
}

/**
 * The names of a compose file's services, whatever its variables.
 *
 * @param source - The file.
 * @throws RegisteredError `compose-invalid`
 */
export function composeServiceNames(source: ComposeSource): readonly string[] {
  const file = parseFile(source);
  refuse(file.problems);
  const services: unknown = (file.content as { services?: unknown } | null)?.services;
  return typeof services === 'object' && services !== null ? Object.keys(services) : [];
}

/**
 * Reads a compose file in the subset that the runner carries out. What it does not understand is a problem, never
 * passed over: an estate that runs without a limit that its file states is not the estate that the file describes.
 *
 * @param source - The file.
 * @param variables - What its variables stand for; the process's environment is not looked at.
 * @throws RegisteredError `compose-invalid`, with all problems
 */
export function readCompose(source: ComposeSource, variables: Readonly<Record<string, string>>): ComposeFile {
  const file = parseFile(source);
  refuse(file.problems);
  const { content, problems } = fillIn(file, variables);
  const checked = fileSchema.safeParse(content);
  const places = new Set(problems.map(({ place }) => place));
  const issues = checked.error?.issues ?? [];
  // What lacks its variable is told of once, not also as an empty value.
  const others = schemaProblems(fileSchema, content, issues, file).filter(({ place }) => !places.has(place));
  refuse([...problems, ...others]);
  const written = fileSchema.parse(content);
  const services = Object.fromEntries(
    Object.entries(written.services).map(([name, service]) => [name, serviceOf(name, service)]),
  );
  const usesDefault = Object.values(services).some(({ networks }) => networks.includes('default'));
  const declared: Readonly<Record<string, { readonly internal: boolean } | null>> = {
    ...(usesDefault ? { default: { internal: false } } : {}),
    ...written.networks,
  };
  const networks = Object.fromEntries(
    Object.entries(declared).map(([name, network]) => [name, { internal: network?.internal ?? false }]),
  );
  const read = { name: written.name, services, networks, volumes: Object.keys(written.volumes) };
  const references = referenceProblems(read);
  refuse(references.map(({ path, found, accepted }) => file.problemAt(path, found, accepted)));
  return { path: source.path, ...read };
}
