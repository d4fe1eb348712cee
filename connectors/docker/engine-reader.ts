import type { ClientInfo } from './client-slice.ts';
import { containerDetail } from './container-detail.ts';
import type { EngineReader, Labels } from './engine.ts';
import type { EngineCalls } from './engine-calls.ts';
import { logLines } from './log-lines.ts';

/** An imported image or a bare volume has no labels at all; the engine says so with null, whatever its client's types say. */
export function labelsOf(labels: Labels | null | undefined): Labels {
  return labels ?? {};
}

const filters = (labels: readonly string[]) => ({ filters: { label: [...labels] } });

/**
 * The half of an engine that changes nothing, and that holds nothing which could.
 *
 * @param calls - How it is reached.
 * @param architecture - What it has told of its machines.
 */
export function engineReader({ ask, need }: EngineCalls, architecture: string): EngineReader {
  return {
    architecture,
    describe: async () => {
      const { Version, ApiVersion } = await need({ action: 'tell its version' }, (client) => client.version());
      const { NCPU, MemTotal } = await need(
        { action: 'tell of its host' },
        (client) => client.info() as Promise<ClientInfo>,
      );
      return { version: Version, apiVersion: ApiVersion, cpuCores: NCPU, memoryBytes: MemTotal };
    },
    hostGateway: async () => {
      const bridge = await ask({ action: 'inspect the default network', fine: [404] }, (client) =>
        client.getNetwork('bridge').inspect(),
      );
      const [pool] = bridge?.IPAM?.Config ?? [];
      return pool?.Gateway ?? (pool?.Subnet === undefined ? undefined : firstAddressOf(pool.Subnet));
    },
    inspectImage: async (reference) => {
      const image = await ask({ action: `inspect image ${reference}`, fine: [404] }, (client) =>
        client.getImage(reference).inspect(),
      );
      if (image === undefined) return undefined;
      return { id: image.Id, labels: labelsOf(image.Config.Labels), layers: image.RootFS.Layers ?? [] };
    },
    listImageTags: async (labels) => {
      const images = await need({ action: 'list images' }, (client) => client.listImages(filters(labels)));
      return images.flatMap(({ RepoTags }) => RepoTags ?? []).filter((tag) => tag !== '<none>:<none>');
    },

    listContainers: async (labels) => {
      const containers = await need({ action: 'list containers' }, (client) =>
        client.listContainers({ all: true, ...filters(labels) }),
      );
      return containers.map((container) => ({
        id: container.Id,
        name: (container.Names[0] ?? container.Id).replace(/^\//, ''),
        labels: container.Labels,
        imageId: container.ImageID,
        state: container.State,
        networks: Object.keys(container.NetworkSettings.Networks),
      }));
    },
    inspectContainer: async (idOrName) => {
      const detail = await ask({ action: `inspect container ${idOrName}`, fine: [404] }, (client) =>
        client.getContainer(idOrName).inspect(),
      );
      return detail === undefined ? undefined : containerDetail(detail);
    },
    containerLog: async (id, lines) => {
      const log = await ask({ action: `read the log of container ${id}`, fine: [404] }, (client) =>
        client.getContainer(id).logs({ stdout: true, stderr: true, tail: lines, follow: false }),
      );
      return log === undefined ? [] : logLines(log);
    },

    listNetworks: async (labels) => {
      const networks = await need({ action: 'list networks' }, (client) => client.listNetworks(filters(labels)));
      return networks.map(({ Id, Name, Labels }) => ({ id: Id, name: Name, labels: labelsOf(Labels) }));
    },
    inspectNetwork: async (idOrName) => {
      const network = await ask({ action: `inspect network ${idOrName}`, fine: [404] }, (client) =>
        client.getNetwork(idOrName).inspect(),
      );
      if (network === undefined) return undefined;
      return { id: network.Id, name: network.Name, labels: labelsOf(network.Labels) };
    },

    listVolumes: async (labels) => {
      const answer = await need({ action: 'list volumes' }, (client) => client.listVolumes(filters(labels)));
      return answer.Volumes.map(({ Name, Labels }) => ({ name: Name, labels: labelsOf(Labels as Labels | null) }));
    },
  };
}

function firstAddressOf(subnet: string): string | undefined {
  const bytes = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\//.exec(subnet)?.slice(1).map(Number);
  if (bytes === undefined) return undefined;
  const [last = 0] = bytes.slice(-1);
  return [...bytes.slice(0, -1), last + 1].join('.');
}
