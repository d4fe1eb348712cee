import { z } from 'zod';
import { captureEngine } from '../../../connectors/docker/index.ts';
import { breakPoint } from '../../durable/index.ts';
import { estateGraph, findingsOfDocker } from '../../estate/index.ts';
import type { FactStore, Findings } from '../../estate/index.ts';
import { asRegisteredError, CoverageCount, exitCodeOfCategory, RegisteredError } from '../../kernel/index.ts';
import type { Seal } from '../../kernel/index.ts';
import { counted } from '../counted.ts';
import { estateOption } from '../estate/estate-options.ts';
import { defineVerb } from '../verb.ts';
import type { VerbContext } from '../verb.ts';
import { windowMsSchema } from '../window-schema.ts';
import { withFacts } from '../with-facts.ts';
import { captureResultSchema, presentCapture } from './capture-result.ts';
import type { CaptureResult } from './capture-result.ts';
import { findFiles } from './find-files.ts';
import { readMapping } from './read-mapping.ts';
import { readFiles } from './read-files.ts';
import { readPrometheus } from './read-prometheus.ts';

const texts = z.array(z.string()).default([]);

const parameters = z.object({
  paths: texts
    .describe('files of traces, metrics and configuration, and folders of them; each is recognised by its content')
    .meta({ positional: 0, placeholder: 'path' }),
  docker: z.boolean().default(false).describe('read the Docker engine, with calls that only read'),
  label: texts.describe('of the engine, only containers with this label').meta({ placeholder: 'name[=value]' }),
  prometheus: z
    .url({ protocol: /^https?$/, error: 'a URL such as http://prometheus:9090' })
    .optional()
    .describe('read a Prometheus, or what speaks its query API')
    .meta({ placeholder: 'url' }),
  window: windowMsSchema.prefault('30m').describe('how far back Prometheus is read').meta({ placeholder: 'duration' }),
  estate: estateOption,
  compose: texts
    .describe('a layer of one compose project, as after -f of docker compose; the first is the base')
    .meta({ placeholder: 'file' }),
  profile: texts.describe('a compose profile that is active').meta({ placeholder: 'name' }),
  // Not `--env-file`: Node takes that for an option of its own, even behind the name of a script.
  variables: texts
    .describe('a file of variables for compose files, instead of .env, as after --env-file of docker compose')
    .meta({ placeholder: 'file' }),
  projectName: z.string().optional().describe('of the compose project').meta({ placeholder: 'name' }),
  csvMapping: z
    .string()
    .optional()
    .describe('which column holds what, for span CSV in another layout (YAML or JSON)')
    .meta({ placeholder: 'file' }),
});

type Parameters = z.output<typeof parameters>;

/** A source with what came of it. */
type Source = CaptureResult['sources'][number];

function failedSource(place: string, format: string | null, failure: unknown): Source {
  const { code, message, remedy } = asRegisteredError(failure);
  return { place, format, read: '', error: { code, message, remedy } };
}

interface Gathered {
  readonly findings: Findings[];
  readonly sources: Source[];
  readonly failures: unknown[];
  passedOver: CaptureResult['passedOver'];
}

async function gatherFiles(parameters: Parameters, context: VerbContext, seal: Seal, all: Gathered): Promise<void> {
  const { paths, compose, variables, profile, projectName, csvMapping } = parameters;
  if (paths.length === 0 && compose.length === 0) return;
  const mapping = csvMapping === undefined ? undefined : await readMapping(csvMapping);
  const { progress, signal, environment } = context;
  const reading = await readFiles(await findFiles(paths), {
    seal,
    environment,
    mapping,
    layers: compose,
    envFiles: variables,
    profiles: profile,
    projectName,
    onFile: (path) => progress.step('files', path),
    signal,
  });
  all.findings.push(...reading.findings);
  all.passedOver = [...reading.passedOver];
  for (const { path, format = null, read, failure } of reading.outcomes) {
    if (failure === undefined) all.sources.push({ place: path, format, read, error: null });
    else {
      all.failures.push(failure);
      all.sources.push(failedSource(path, format, failure));
    }
  }
}

/** Adds what a live system tells; that it cannot be read does not keep the others from being read. */
async function gather(
  all: Gathered,
  place: string,
  format: string,
  { signal }: VerbContext,
  read: () => Promise<{ readonly findings: Findings; readonly read: string }>,
): Promise<void> {
  try {
    const { findings, read: much } = await read();
    all.findings.push(findings);
    all.sources.push({ place: findings.place, format, read: much, error: null });
  } catch (thrown) {
    signal.throwIfAborted();
    all.failures.push(thrown);
    all.sources.push(failedSource(place, format, thrown));
  }
}

async function readEngine(label: readonly string[], context: VerbContext, seal: Seal) {
  const { docker } = await context.config();
  const { clock, signal, progress } = context;
  const observation = await captureEngine({
    host: docker.host,
    labels: label,
    seal,
    clock,
    signal,
    progress: (done, of) => progress.step('docker', `read ${done} of ${of} containers`),
  });
  if (label.length > 0 && observation.content.containers.length === 0) {
    throw new RegisteredError('capture-empty', {
      reason: `no container on the engine has the label ${label.join(' and ')}`,
    });
  }
  return {
    findings: findingsOfDocker(observation),
    read: counted(observation.content.containers.length, 'container'),
  };
}

async function gatherAll(parameters: Parameters, context: VerbContext, facts: FactStore): Promise<Gathered> {
  const all: Gathered = { findings: [], sources: [], failures: [], passedOver: [] };
  const seal = await facts.seal();
  await gatherFiles(parameters, context, seal, all);
  const { docker, label, prometheus, window } = parameters;
  if (docker) await gather(all, 'docker', 'docker', context, () => readEngine(label, context, seal));
  if (prometheus !== undefined) {
    await gather(all, 'prometheus', 'prometheus', context, () => readPrometheus(prometheus, window, context));
  }
  return all;
}

/** Where one source failed, the failure is told with the others; where all did, there is nothing to tell but that. */
function refuseEmpty({ findings, failures, passedOver }: Gathered): void {
  if (findings.length > 0) return;
  const told = failures.map((failure) => asRegisteredError(failure));
  const [only] = told;
  if (only !== undefined && told.length === 1) throw only;
  if (told.length > 1) {
    throw new RegisteredError('capture-all-failed', {
      failures: told.map(({ message, remedy }) => ({ message, remedy })),
    });
  }
  const reason =
    passedOver.length === 0
      ? 'no file, engine or server was named, or the folders are empty'
      : `none of the ${passedOver.length} files is in a format that is read here`;
  throw new RegisteredError('capture-empty', { reason });
}

function coverageOf(findings: readonly Findings[]): CaptureResult['notUnderstood'] {
  const all = new CoverageCount();
  for (const { coverage } of findings) all.include(coverage);
  return [...all.coverage.notUnderstood];
}

/** `backlot capture`: reads an estate and freezes what is known of it. */
export const captureVerb = defineVerb({
  path: ['capture'],
  summary: 'read an estate from traces, metrics, configuration and a live engine, and freeze what is known',
  description:
    'Reads any mixture in one call: OTLP, Zipkin, Jaeger and CSV traces, compose files, alert rules, tables of metrics, a Docker ' +
    'engine, a Prometheus. Each fact keeps where it is from. Values that may be secret are never stored. A source that ' +
    'cannot be read is reported, the others are read, and the exit code says that one failed.',
  examples: [
    { line: 'backlot capture --docker', does: 'reads what runs on the Docker engine' },
    { line: 'backlot capture compose.yaml traces/ --estate shop', does: 'sets traffic beside what is declared' },
    {
      line: 'backlot capture --compose compose.yaml --compose compose.prod.yaml',
      does: 'reads one project of two layers',
    },
    { line: 'backlot capture --prometheus http://prometheus:9090 --window 2h', does: 'reads the metrics of two hours' },
  ],
  parameters,
  result: captureResultSchema,
  run: (options, context) =>
    withFacts(context, async (facts) => {
      const { estate } = options;
      const { estate: settings } = await context.config();
      const all = await gatherAll(options, context, facts);
      refuseEmpty(all);
      context.progress.step('snapshot', `freezing what ${counted(all.findings.length, 'reading')} told`);
      const [before] = await facts.captures(estate, 1);
      const { sha256, document } = await facts.record({
        estate,
        capturedAtMs: context.clock.nowMs(),
        findings: all.findings,
        ownerRules: settings.owners,
        beforeCommit: () => breakPoint('capture/before-commit'),
      });
      const { nodes, edges } = estateGraph(document);
      return {
        estate,
        snapshot: sha256,
        changed: before?.snapshotSha256 !== sha256,
        components: nodes.length,
        connections: edges.length,
        facts: document.facts.length,
        unowned: nodes.filter(({ owner }) => owner === null).map(({ name }) => name),
        ambiguities: document.ambiguities.map(({ name, candidates }) => ({ name, candidates: [...candidates] })),
        sources: all.sources,
        passedOver: all.passedOver,
        notUnderstood: coverageOf(all.findings),
      };
    }),
  present: presentCapture,
  exitCode: ({ sources }) => (sources.some(({ error }) => error !== null) ? exitCodeOfCategory.operator : 0),
});
