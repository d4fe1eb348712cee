import { readComposeInTheClear } from '../../../../connectors/compose/index.ts';
import type { PlainValue } from '../../../../connectors/compose/index.ts';
import { RegisteredError } from '../../../../src/kernel/index.ts';
import type { ComposeProblem, Coverage } from '../../../../src/kernel/index.ts';
import { problemsToCarryOut } from './carried-out.ts';
import type { Declared } from './carried-out.ts';
import type { ComposeFile, ComposeService, ComposeSource, DependencyCondition, HealthCheck } from './model.ts';

const valuesOf = (values: readonly PlainValue[]): readonly string[] => values.map(({ value }) => value ?? '');

const recordOf = (values: readonly PlainValue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value ?? '']));

function healthCheckOf({ healthCheck: check }: Declared): HealthCheck | undefined {
  if (check === undefined) return undefined;
  const words = valuesOf(check.test);
  const tests = { command: ['CMD', ...words], shell: ['CMD-SHELL', ...words], none: ['NONE'], inherit: [] } as const;
  const { intervalMs, timeoutMs, startPeriodMs, retries } = check;
  return { test: tests[check.kind], intervalMs, timeoutMs, startPeriodMs, retries };
}

function conditionOf(condition: string): DependencyCondition {
  return condition === 'service_healthy' ? 'service_healthy' : 'service_started';
}

/** As the engine takes it: path, with options after a colon. */
function memoryOf({ target, further }: Declared['mounts'][number]): string {
  const options = further.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(',');
  return options === '' ? target : `${target}:${options}`;
}

function serviceOf(declared: Declared): ComposeService {
  const { mounts, logging } = declared;
  return {
    name: declared.name,
    image: declared.image ?? '',
    command: declared.command && valuesOf(declared.command),
    entrypoint: declared.entrypoint && valuesOf(declared.entrypoint),
    environment: recordOf(declared.environment),
    healthCheck: healthCheckOf(declared),
    replicas: declared.replicas,
    cpuCores: declared.limits.cpuCores,
    memoryBytes: declared.limits.memoryBytes,
    dependsOn: Object.fromEntries(
      declared.dependsOn.map(({ service, condition }) => [service, conditionOf(condition)]),
    ),
    networks: declared.networks.map(({ network }) => network),
    volumes: mounts.flatMap(({ kind, source, target, readOnly }) =>
      kind === 'volume' && source !== undefined ? [{ volume: source, target, readOnly }] : [],
    ),
    ports: declared.ports.map(({ hostAddress, hostPort, containerPort, protocol }) => ({
      hostAddress: hostAddress ?? '',
      hostPort,
      containerPort,
      protocol: protocol === 'udp' ? 'udp' : 'tcp',
    })),
    extraHosts: declared.extraHosts.map(({ host, address }) => `${host}:${address}`),
    restart: declared.restart,
    stopGracePeriodMs: declared.stopGracePeriodMs,
    stopSignal: declared.stopSignal,
    user: declared.user,
    logging: logging?.driver === undefined ? undefined : { driver: logging.driver, options: recordOf(logging.options) },
    labels: recordOf(declared.labels),
    init: declared.init,
    tmpfs: mounts.filter(({ kind }) => kind === 'tmpfs').map(memoryOf),
    readOnly: declared.readOnly,
    capDrop: declared.capDrop,
  };
}

/** What a reader only notes, the runner refuses; extensions are there to be referred to, and nothing else. */
function problemsNoted({ notUnderstood }: Coverage): readonly ComposeProblem[] {
  return notUnderstood
    .filter(({ what }) => what !== 'extension x-*')
    .map(({ what, place }) => {
      const isVariable = /^variable /.test(what);
      return {
        kind: isVariable ? 'variable' : 'form',
        place,
        key: '',
        found: what,
        accepted: isVariable ? 'a value for it' : 'what the runner carries out',
      };
    });
}

function position({ place }: ComposeProblem): number {
  const [line = 0, column = 0] = place.split(':').slice(-2).map(Number);
  return line * 10_000 + column;
}

/**
 * Reads a compose file as far as the runner carries it out; what it does not is a problem, never passed over.
 *
 * @param source - The file.
 * @param variables - What its variables stand for; the process's environment is not looked at.
 * @throws RegisteredError `compose-invalid`, with all problems
 */
export function readCompose(source: ComposeSource, variables: Readonly<Record<string, string>>): ComposeFile {
  const { project, coverage } = readComposeInTheClear(
    {
      files: [source.path],
      environment: { COMPOSE_PROJECT_NAME: 'estate', ...variables },
      envFiles: [],
      profiles: [],
      missingEnvFiles: 'refuse',
    },
    () => ({ bytes: new TextEncoder().encode(source.text), changedMs: 0 }),
  );
  const problems = [...problemsNoted(coverage), ...problemsToCarryOut(project)];
  if (problems.length > 0) {
    const distinct = new Map(problems.map((problem) => [`${problem.place} ${problem.found}`, problem]));
    const ordered = [...distinct.values()].sort((left, right) => position(left) - position(right));
    throw new RegisteredError('compose-invalid', { problems: ordered });
  }
  const { services, networks, volumes } = project;
  return {
    path: source.path,
    services: Object.fromEntries(Object.entries(services).map(([name, service]) => [name, serviceOf(service)])),
    networks: Object.fromEntries(Object.entries(networks).map(([name, { internal }]) => [name, { internal }])),
    volumes: Object.keys(volumes),
  };
}
