import type { ClientContainerDetail } from './client-slice.ts';
import type { EngineContainerDetail, PublishedPort } from './engine.ts';

/** The engine's way of saying "never": year one. */
const never = '0001-01-01T00:00:00Z';

type Bindings = ClientContainerDetail['NetworkSettings']['Ports'];

function publishedPorts(bindings: Bindings | null): readonly PublishedPort[] {
  const ports: PublishedPort[] = [];
  // The engine sends null for a port that is exposed and not published, whatever the client's types say.
  for (const [exposed, hosts] of Object.entries((bindings ?? {}) as Record<string, Bindings[string] | null>)) {
    const [port = '', protocol = 'tcp'] = exposed.split('/');
    for (const { HostIp, HostPort } of hosts ?? []) {
      ports.push({ hostAddress: HostIp, hostPort: Number(HostPort), containerPort: Number(port), protocol });
    }
  }
  return ports;
}

/**
 * The environment that a container was made with: values too, secrets among them.
 *
 * @param detail - The engine's answer to an inspection.
 */
export function variablesOf({ Config }: ClientContainerDetail): Readonly<Record<string, string>> {
  // Null for an image without any, whatever the client's types say.
  const entries = (Config.Env as readonly string[] | null) ?? [];
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = ''] = entry.split('=', 1);
      return [name, entry.slice(name.length + 1)];
    }),
  );
}

/**
 * What a container is like, in the runner's words.
 *
 * @param detail - The engine's answer to an inspection.
 */
export function containerDetail(detail: ClientContainerDetail): EngineContainerDetail {
  const { State: state, HostConfig: host } = detail;
  const health = state.Health as ClientContainerDetail['State']['Health'] | null;
  return {
    id: detail.Id,
    name: detail.Name.replace(/^\//, ''),
    labels: detail.Config.Labels,
    image: detail.Config.Image,
    imageId: detail.Image,
    state: state.Status,
    networks: Object.keys(detail.NetworkSettings.Networks),
    variableNames: Object.keys(variablesOf(detail)),
    exitCode: state.ExitCode,
    outOfMemory: state.OOMKilled,
    startError: state.Error,
    restarts: detail.RestartCount,
    health: health === undefined || health === null || health.Status === 'none' ? undefined : health.Status,
    healthOutput: (health?.Log ?? []).map(
      ({ ExitCode, Output }) => `exit ${ExitCode}: ${Output.trim() === '' ? '(no output)' : Output.trim()}`,
    ),
    startedAt: state.StartedAt === never ? undefined : state.StartedAt,
    cpuCores: host.NanoCpus === undefined || host.NanoCpus === 0 ? undefined : host.NanoCpus / 1e9,
    memoryBytes: host.Memory === undefined || host.Memory === 0 ? undefined : host.Memory,
    ports: publishedPorts(detail.NetworkSettings.Ports),
  };
}
