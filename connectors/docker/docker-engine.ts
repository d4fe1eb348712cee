import { buffer } from 'node:stream/consumers';
import type { Client, ClientContainerOptions } from './client-slice.ts';
import { variablesOf } from './container-detail.ts';
import type { Engine } from './engine.ts';
import type { EngineCalls } from './engine-calls.ts';
import { engineFailure, statusOf } from './engine-failure.ts';
import { engineReader, labelsOf } from './engine-reader.ts';
import { logLines } from './log-lines.ts';
import { readProgress } from './progress-lines.ts';

/** For pulls, builds and stops: each lasts as long as it takes, and the first two end with their own signal. */
const atLength = { withinMs: Infinity };

/**
 * A whole engine: what reads, and what changes.
 *
 * @param calls - How it is reached.
 * @param architecture - What it has told of its machines.
 */
export function dockerEngine(calls: EngineCalls, architecture: string): Engine {
  const { address, ask, change, tell } = calls;
  const reader = engineReader(calls, architecture);

  return {
    ...reader,
    until: (signal) => dockerEngine(calls.until(signal), architecture),
    containerVariables: async (idOrName) => {
      const detail = await ask({ action: `inspect container ${idOrName}`, fine: [404] }, (client) =>
        client.getContainer(idOrName).inspect(),
      );
      return detail === undefined ? undefined : variablesOf(detail);
    },

    pullImage: async (reference, onLine, signal) => {
      const action = `pull image ${reference}`;
      const failure = await change({ action, ...atLength }, async (client) =>
        readProgress(await client.pull(reference, { abortSignal: signal }), onLine),
      );
      if (failure !== undefined) throw engineFailure(failure, { address, action });
    },
    buildImage: async (context, options, onLine, signal) => {
      const action = `build image ${options.tag}`;
      const failure = await change({ action, ...atLength }, async (client) => {
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
      tell({ action: `remove image ${reference}`, fine: [404, 409] }, (client) => client.getImage(reference).remove()),

    createContainer: async (name, spec) => {
      // The client's type wants mutable lists; it changes none of them.
      const options = { name, ...spec } as unknown as ClientContainerOptions;
      const wanted = { action: `create container ${name}`, kind: 'container', name };
      return (await change(wanted, (client) => client.createContainer(options))).id;
    },
    renameContainer: (id, name) =>
      tell({ action: `rename a container to ${name}`, kind: 'container', name }, (client) =>
        client.getContainer(id).rename({ name }),
      ),
    startContainer: (id) =>
      tell({ action: `start container ${id}` }, async (client) => {
        try {
          await client.getContainer(id).start();
        } catch (thrown) {
          if (statusOf(thrown) === 304) return;
          const name = await containerName(client, id);
          throw engineFailure(thrown, { address, action: `start container ${name}`, name });
        }
      }),
    pauseContainer: (id) =>
      tell({ action: `pause container ${id}`, fine: [409, 404] }, (client) => client.getContainer(id).pause()),
    unpauseContainer: (id) =>
      tell({ action: `unpause container ${id}`, fine: [409, 404] }, (client) => client.getContainer(id).unpause()),
    stopContainer: (id) =>
      tell({ action: `stop container ${id}`, fine: [304, 404], ...atLength }, (client) =>
        client.getContainer(id).stop(),
      ),
    removeContainer: (id) =>
      // 409: another process is removing it at this moment.
      tell({ action: `remove container ${id}`, fine: [404, 409] }, (client) =>
        client.getContainer(id).remove({ force: true, v: true }),
      ),
    runInContainer: (id, command) =>
      change({ action: `run ${command[0] ?? 'nothing'} in a container`, ...atLength }, async (client) => {
        const options = { Cmd: [...command], AttachStdout: true, AttachStderr: true };
        const execution = await client.getContainer(id).exec(options);
        const stream = await execution.start({});
        const written = await buffer(stream);
        const { ExitCode } = await execution.inspect();
        return { exitCode: ExitCode ?? undefined, lines: logLines(written) };
      }),

    createNetwork: async (name, internal, labels) => {
      const network = await change({ action: `create network ${name}`, kind: 'network', name }, (client) =>
        client.createNetwork({ Name: name, Internal: internal, Labels: { ...labels }, CheckDuplicate: true }),
      );
      return network.id;
    },
    connectNetwork: (network, container, aliases) =>
      tell({ action: `connect a container to network ${network}` }, (client) =>
        client.getNetwork(network).connect({ Container: container, EndpointConfig: { Aliases: [...aliases] } }),
      ),
    removeNetwork: (id) =>
      tell({ action: `remove network ${id}`, fine: [404] }, (client) => client.getNetwork(id).remove()),

    createVolume: (name, labels) =>
      change({ action: `create volume ${name}`, kind: 'volume', name }, async (client) => {
        await client.createVolume({ Name: name, Labels: { ...labels } });
        const volume = await client.getVolume(name).inspect();
        return { name: volume.Name, labels: labelsOf(volume.Labels) };
      }),
    removeVolume: (name) =>
      tell({ action: `remove volume ${name}`, fine: [404] }, (client) => client.getVolume(name).remove()),
  };
}

async function containerName(client: Client, id: string): Promise<string> {
  try {
    return (await client.getContainer(id).inspect()).Name.replace(/^\//, '');
  } catch {
    return id;
  }
}
