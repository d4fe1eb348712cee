import { resolve } from 'node:path';
import { readComposeInTheClear, readComposeProject } from '../connectors/compose/index.ts';
import type { ComposeProject, ComposeRequest, PlainValue, ProjectReading } from '../connectors/compose/index.ts';
import type { Observation } from '../connectors/observation/index.ts';
import { RegisteredError, sealWith } from '../src/kernel/index.ts';
import type { ComposeProblem } from '../src/kernel/index.ts';

/** Files by path, relative to `/p`. */
export type Texts = Readonly<Record<string, string>>;

type Options = Partial<Omit<ComposeRequest, 'seal'>>;

const directory = '/p';

const requestFor = (texts: Texts, options: Options): Omit<ComposeRequest, 'seal'> => {
  const [first = 'compose.yaml'] = Object.keys(texts);
  return { environment: {}, ...options, files: (options.files ?? [first]).map((path) => resolve(directory, path)) };
};

const bytesOf = (texts: Texts) => (path: string) => {
  const text = texts[path.replace(`${directory}/`, '')];
  return text === undefined ? undefined : { bytes: new TextEncoder().encode(text), changedMs: 1_000 };
};

/** Reads texts as files of `/p`, values in the clear; the first is the compose file unless `files` names others. */
export function readingOf(texts: Texts, options: Options = {}): ProjectReading<PlainValue> {
  return readComposeInTheClear(requestFor(texts, options), bytesOf(texts));
}

/** Reads texts as files of `/p`, without secrets. */
export function observationOf(texts: Texts, options: Options = {}): Observation<ComposeProject> {
  const seal = sealWith(new Uint8Array(16));
  return readComposeProject({ ...requestFor(texts, options), seal }, bytesOf(texts));
}

/** What is wrong with texts; none where nothing is. */
export function problemsIn(texts: Texts, options: Options = {}): readonly ComposeProblem[] {
  try {
    readingOf(texts, options);
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'compose-invalid') throw thrown;
    return (thrown as RegisteredError<'compose-invalid'>).details.problems;
  }
  return [];
}

/** Problems in one line each: place below `/p`, key, what was found. */
export function told(texts: Texts | string, options: Options = {}): readonly string[] {
  const files = typeof texts === 'string' ? { 'compose.yaml': texts } : texts;
  return problemsIn(files, options).map(
    ({ place, key, found }) => `${place.replace(`${directory}/`, '')} ${key}: ${found}`,
  );
}
