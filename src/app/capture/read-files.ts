import { resolve } from 'node:path';
import { readComposeProject, looksLikeCompose } from '../../../connectors/compose/index.ts';
import { openInput } from '../../../connectors/files/index.ts';
import type { Input } from '../../../connectors/files/index.ts';
import { describeInput, recogniseFormat } from '../../../connectors/formats/index.ts';
import { readMetricTable } from '../../../connectors/metric-table/index.ts';
import { looksLikeRuleFile, readRuleFile } from '../../../connectors/prometheus/index.ts';
import type { SpanCsvMapping } from '../../../connectors/span-csv/index.ts';
import { findingsOfCompose, findingsOfMetricTable, findingsOfRuleFile } from '../../estate/index.ts';
import type { Findings } from '../../estate/index.ts';
import { CoverageCount, RegisteredError } from '../../kernel/index.ts';
import type { Seal } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import type { FoundFiles } from './find-files.ts';
import { readTraces } from './read-traces.ts';

/** What reading files needs beside them. */
export interface ReadFilesOptions {
  readonly seal: Seal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly mapping: SpanCsvMapping | undefined;
  /** The layers of a project that the person put together, as after `-f` of docker compose. */
  readonly layers: readonly string[];
  readonly envFiles: readonly string[];
  readonly profiles: readonly string[];
  readonly projectName: string | undefined;
  readonly onFile: (path: string) => void;
  readonly signal: AbortSignal;
}

/** One file, or one project of several, and what came of it. */
export interface FileOutcome {
  readonly path: string;
  /** `otlp-json`, `compose`, ...; undefined where that was not found out. */
  readonly format: string | undefined;
  /** How much was read, for people: `1,200 spans`. */
  readonly read: string;
  /** Why nothing was read of it. */
  readonly failure: unknown;
}

/** Everything that files told. */
export interface FilesReading {
  readonly findings: readonly Findings[];
  readonly outcomes: readonly FileOutcome[];
  /** Files of folders that are in no format that is read here, and what they are. */
  readonly passedOver: readonly { readonly path: string; readonly what: string }[];
}

/** Gathers what files tell, one after the other. */
class FileReader {
  readonly findings: Findings[] = [];
  readonly outcomes: FileOutcome[] = [];
  readonly passedOver: { path: string; what: string }[] = [];
  readonly traces: Input[] = [];
  readonly #seen = new Map<string, string>();
  readonly #projects = new Set<string>();
  readonly #options: ReadFilesOptions;

  constructor(options: ReadFilesOptions) {
    this.#options = options;
  }

  async file(path: string, isNamed: boolean): Promise<void> {
    const { mapping, onFile, signal } = this.#options;
    signal.throwIfAborted();
    onFile(path);
    try {
      const input = await openInput(path);
      const format = recogniseFormat(input, mapping);
      if (format === 'yaml-document') {
        // Two that say the same are still two projects, where they lie in two folders.
        await this.#yaml(input, isNamed);
        return;
      }
      const twin = this.#seen.get(input.sha256);
      if (twin !== undefined) {
        // Read twice, its traffic would count double.
        this.passedOver.push({ path, what: `the same content as ${twin}` });
        return;
      }
      this.#seen.set(input.sha256, path);
      if (format === 'metric-table') await this.#table(input);
      else if (format !== undefined) this.traces.push(input);
      else this.#unrecognised(path, describeInput(input), isNamed);
    } catch (thrown) {
      signal.throwIfAborted();
      this.failed(path, undefined, thrown);
    }
  }

  failed(path: string, format: string | undefined, failure: unknown): void {
    this.outcomes.push({ path, format, read: '', failure });
  }

  project(files: readonly string[]): void {
    const { seal, environment, envFiles, profiles, projectName } = this.#options;
    const path = files.join(', ');
    // A file may be named, and lie in a folder that is named, too.
    if (this.#projects.has(path)) return;
    this.#projects.add(path);
    try {
      const observation = readComposeProject({
        files,
        environment,
        seal,
        // Whoever looks at an estate may not have what whoever starts it has: what is missing is told, not refused.
        missingVariables: 'note',
        ...(envFiles.length === 0 ? {} : { envFiles }),
        ...(profiles.length === 0 ? {} : { profiles }),
        ...(projectName === undefined ? {} : { projectName }),
      });
      const count = Object.keys(observation.content.services).length;
      this.findings.push(findingsOfCompose(observation));
      this.outcomes.push({ path, format: 'compose', read: counted(count, 'service'), failure: undefined });
    } catch (thrown) {
      this.failed(path, 'compose', thrown);
    }
  }

  async #table(input: Input): Promise<void> {
    const { path, sha256, changedMs } = input;
    const count = new CoverageCount();
    const series = await readMetricTable(input, count);
    this.findings.push(findingsOfMetricTable({ place: path, sha256, series, coverage: count.coverage, changedMs }));
    this.outcomes.push({
      path,
      format: 'metric-table',
      read: counted(series.length, 'series', 'series'),
      failure: undefined,
    });
  }

  #rules({ path, sha256, changedMs }: Input, text: string): void {
    const reading = readRuleFile(text, path);
    this.findings.push(findingsOfRuleFile({ place: path, sha256, changedMs, ...reading }));
    const count = reading.ruleGroups.reduce((sum, { rules }) => sum + rules.length, 0);
    this.outcomes.push({ path, format: 'prometheus-rules', read: counted(count, 'rule'), failure: undefined });
  }

  async #yaml(input: Input, isNamed: boolean): Promise<void> {
    const text = await input.text();
    if (looksLikeRuleFile(text)) this.#rules(input, text);
    else if (!isNamed) {
      // Of a folder, docker compose takes the files of its usual names; another one beside them is a variant of them.
      const isCompose = looksLikeCompose(text);
      this.#unrecognised(
        input.path,
        isCompose ? 'a compose file of an unusual name: name it to read it' : 'YAML or JSON',
        false,
      );
    } else if (looksLikeCompose(text)) this.project([input.path]);
    else this.#unrecognised(input.path, describeInput(input), true);
  }

  #unrecognised(path: string, found: string, isNamed: boolean): void {
    if (!isNamed) this.passedOver.push({ path, what: found });
    else this.failed(path, undefined, new RegisteredError('input-unrecognised', { path, found, accepted }));
  }
}

const accepted =
  'traces (OTLP, Zipkin version 2, Jaeger, CSV), a compose file, a file of Prometheus rules, or a table of metrics; packed with gzip or not';

/**
 * Reads files of any kind, each by its content. One that cannot be read does not keep the others from being read.
 *
 * @param found - The files.
 * @param options - What they are read with.
 */
export async function readFiles(found: FoundFiles, options: ReadFilesOptions): Promise<FilesReading> {
  const reader = new FileReader(options);
  for (const { path, isNamed } of found.files) await reader.file(path, isNamed);
  for (const layers of found.projects) reader.project(layers);
  if (options.layers.length > 0) reader.project(options.layers.map((layer) => resolve(layer)));

  const inputs = reader.traces.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const { findings, spansOf, failures } = await readTraces(
    inputs,
    options.mapping,
    ({ path }) => options.onFile(path),
    options.signal,
  );
  if (findings !== undefined) reader.findings.push(findings);
  for (const input of inputs) {
    const { path } = input;
    const format = recogniseFormat(input, options.mapping);
    if (failures.has(path)) reader.failed(path, format, failures.get(path));
    else reader.outcomes.push({ path, format, read: counted(spansOf.get(path) ?? 0, 'span'), failure: undefined });
  }
  return { findings: reader.findings, outcomes: reader.outcomes, passedOver: reader.passedOver };
}
