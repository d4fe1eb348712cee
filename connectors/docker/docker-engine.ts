import type { Client, ClientContainerOptions, ClientInfo } from './client-slice.ts';
import { containerDetail } from './container-detail.ts';
import type { Engine, Labels } from './engine.ts';
import { engineFailure, statusOf } from './engine-failure.ts';
import { logLines } from './log-lines.ts';
import { readProgress } from './progress-lines.ts';

/** What was wanted of the engine, for the words of an error. */
interface Wanted {
  readonly action: string;
  readonly kind?: string;
  readonly name?: string;
  /** HTTP statuses that mean: it is so already, or it is gone. */
  readonly fine?: readonly number[];
}

/**
 * An engine by way of dockerode.
 *
 * @param client - Talks to the engine.
 * @param address - Where it is, for the words of an error.
 * @param architecture - What it has told of its machines.
 */
export function dockerEngine(client: Client, address: string, architecture: string): Engine {
  const ask = async <Answer>(wanted: Wanted, call: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await call();
    } catch (thrown) {
      if (wanted.fine?.includes(statusOf(thrown) ?? 0) === true) return undefined;
      throw engineFailure(thrown, { address, ...wanted });
    }
  };
  const need = async <Answer>(wanted: Wanted, call: () => Promise<Answer>): Promise<Answer> =>
    (await ask({ ...wanted, fine: [] }, call)) as Answer;
  const tell = async (wanted: Wanted, call: () => Promise<unknown>): Promise<void> => {
    await ask(wanted, call);
  };
  const filters = (labels: readonly string[]) => ({ filters: { label: [...labels] } });

  return {
    architecture,
    describe: async () => {
      const { Version, ApiVersion } = await need({ action: 'tell its version' }, () => client.version());
      const { NCPU, MemTotal } = (await need({ action: 'tell of its host' }, () => client.info())) as ClientInfo;
      return { version: Version, apiVersion: ApiVersion, cpuCores: NCPU, memoryBytes: MemTotal };
    },
    hostGateway: async () => {
      const bridge = await ask({ action: 'inspect the default network', fine: [404] }, () =>
        client.getNetwork('bridge').inspect(),
      );
      const [pool] = bridge?.IPAM?.Config ?? [];
      return pool?.Gateway ?? (pool?.Subnet === undefined ? undefined : firstAddressOf(pool.Subnet));
    },
    inspectImage: async (reference) => {
      const image = await ask({ action: `inspect image ${reference}`, fine: [404] }, () =>
        client.getImage(reference).inspect(),
      );
      if (image === undefined) return undefined;
      return { id: image.Id, labels: labelsOf(image.Config.Labels) };
    },
    pullImage: async (reference, onLine, signal) => {
      const action = `pull image ${reference}`;
      const failure = await need({ action }, async () =>
        readProgress(await client.pull(reference, { abortSignal: signal }), onLine),
      );
      if (failure !== undefined) throw engineFailure(failure, { address, action });
    },
    buildImage: async (context, options, onLine, signal) => {
      const action = `build image ${options.tag}`;
      const failure = await need({ action }, async () => {
        const stream = await client.buildImage(context, {
          t: options.tag,
          dockerfile: options.dockerfile,
          buildargs: { ...options.buildArguments },
          labels: { ...options.labels },
          forcerm: true,
          version: '1',
          abortSignal: signal,
        });
        return readProgress(stream, onLine);
      });
      if (failure !== undefined) throw engineFailure(failure, { address, action });
    },
    removeImage: (reference) =>
      tell({ action: `remove image ${reference}`, fine: [404, 409] }, () => client.getImage(reference).remove()),

    listContainers: async (labels) => {
      const containers = await need({ action: 'list containers' }, () =>
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
      const detail = await ask({ action: `inspect container ${idOrName}`, fine: [404] }, () =>
        client.getContainer(idOrName).inspect(),
      );
      return detail === undefined ? undefined : containerDetail(detail);
    },
    createContainer: async (name, spec) => {
      // The client's type wants mutable lists; it changes none of them.
      const options = { name, ...spec } as unknown as ClientContainerOptions;
      const wanted = { action: `create container ${name}`, kind: 'container', name };
      return (await need(wanted, () => client.createContainer(options))).id;
    },
    renameContainer: (id, name) =>
      tell({ action: `rename a container to ${name}`, kind: 'container', name }, () =>
        client.getContainer(id).rename({ name }),
      ),
    startContainer: async (id) => {
      try {
        await client.getContainer(id).start();
      } catch (thrown) {
        if (statusOf(thrown) === 304) return;
        const name = await containerName(client, id);
        throw engineFailure(thrown, { address, action: `start container ${name}`, name });
      }
    },
    unpauseContainer: (id) =>
      tell({ action: `unpause container ${id}`, fine: [409, 404] }, () => client.getContainer(id).unpause()),
    stopContainer: (id) =>
      tell({ action: `stop container ${id}`, fine: [304, 404] }, () => client.getContainer(id).stop()),
    removeContainer: (id) =>
      // 409: another process is removing it at this moment.
      tell({ action: `remove container ${id}`, fine: [404, 409] }, () =>
        client.getContainer(id).remove({ force: true, v: true }),
      ),
    containerLog: async (id, lines) => {
      const log = await ask({ action: `read the log of container ${id}`, fine: [404] }, () =>
        client.getContainer(id).logs({ stdout: true, stderr: true, tail: lines, follow: false }),
      );
      return log === undefined ? [] : logLines(log);
    },

    listNetworks: async (labels) => {
      const networks = await need({ action: 'list networks' }, () => client.listNetworks(filters(labels)));
      return networks.map(({ Id, Name, Labels }) => ({ id: Id, name: Name, labels: labelsOf(Labels) }));
    },
    createNetwork: async (name, internal, labels) => {
      const network = await need({ action: `create network ${name}`, kind: 'network', name }, () =>
        client.createNetwork({ Name: name, Internal: internal, Labels: { ...labels }, CheckDuplicate: true }),
      );
      return network.id;
    },
    inspectNetwork: async (idOrName) => {
      const network = await ask({ action: `inspect network ${idOrName}`, fine: [404] }, () =>
        client.getNetwork(idOrName).inspect(),
      );
      if (network === undefined) return undefined;
      return { id: network.Id, name: network.Name, labels: labelsOf(network.Labels) };
    },
    connectNetwork: (network, container, aliases) =>
      tell({ action: `connect a container to network ${network}` }, () =>
        client.getNetwork(network).connect({ Container: container, EndpointConfig: { Aliases: [...aliases] } }),
      ),
    removeNetwork: (id) => tell({ action: `remove network ${id}`, fine: [404] }, () => client.getNetwork(id).remove()),

    listVolumes: async (labels) => {
      const answer = await need({ action: 'list volumes' }, () => client.listVolumes(filters(labels)));
      return answer.Volumes.map(({ Name, Labels }) => ({ name: Name, labels: (Labels as Labels | null) ?? {} }));
    },
    createVolume: (name, labels) =>
      need({ action: `create volume ${name}`, kind: 'volume', name }, async () => {
        await client.createVolume({ Name: name, Labels: { ...labels } });
        const volume = await client.getVolume(name).inspect();
        return { name: volume.Name, labels: labelsOf(volume.Labels) };
      }),
    removeVolume: (name) =>
      tell({ action: `remove volume ${name}`, fine: [404] }, () => client.getVolume(name).remove()),
  };
}

/** An imported image or a bare volume has no labels at all; the engine says so with null, whatever its client's types say. */
function labelsOf(labels: Labels | null | undefined): Labels {
  return labels ?? {};
}

/** The engine gives a bridge the first address of its subnet where nothing else was asked, and then does not tell it. */
function firstAddressOf(subnet: string): string | undefined {
  const bytes = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\//.exec(subnet)?.slice(1).map(Number);
  if (bytes === undefined) return undefined;
  const [last = 0] = bytes.slice(-1);
  return [...bytes.slice(0, -1), last + 1].join('.');
}

async function containerName(client: Client, id: string): Promise<string> {
  try {
    return (await client.getContainer(id).inspect()).Name.replace(/^\//, '');
  } catch {
    return id;
  }
}
