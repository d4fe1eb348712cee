import { keepImageReference } from '../../../src/kernel/index.ts';
import type { EngineCalls } from '../engine-calls.ts';

/**
 * What an engine can be asked without changing it, answers as they come. Undefined where there is no such object. Every
 * method throws RegisteredError `docker-unreachable`, `docker-permission-denied` or `docker-refused`.
 */
export interface EngineAnswers {
  /** Of the engine, without credentials. */
  readonly address: string;
  version(): Promise<unknown>;
  info(): Promise<unknown>;
  containers(labels: readonly string[]): Promise<unknown>;
  container(id: string): Promise<unknown>;
  /** What it uses at this moment, without waiting for a second reading. */
  stats(id: string): Promise<unknown>;
  changes(id: string): Promise<unknown>;
  networks(): Promise<unknown>;
  volumes(): Promise<unknown>;
  images(): Promise<unknown>;
  image(reference: string): Promise<unknown>;
}

/** The part of dockerode's options for a reading of what a container uses, which its types lack. */
interface OneShot {
  readonly stream: false;
  readonly 'one-shot': true;
}

/**
 * An engine to ask.
 *
 * @param calls - How it is reached: what reads of it, and nothing that changes.
 */
export function engineAnswers({ address, ask, need }: Pick<EngineCalls, 'address' | 'ask' | 'need'>): EngineAnswers {
  const fine = [404];
  const oneShot: OneShot = { stream: false, 'one-shot': true };
  return {
    address,
    version: () => need({ action: 'tell its version' }, (client) => client.version()),
    info: () => need({ action: 'tell of its host' }, (client) => client.info() as Promise<unknown>),
    containers: (labels) =>
      need({ action: 'list containers' }, (client) =>
        client.listContainers({ all: true, filters: { label: [...labels] } }),
      ),
    container: (id) => ask({ action: `inspect container ${id}`, fine }, (client) => client.getContainer(id).inspect()),
    stats: (id) =>
      ask({ action: `tell what container ${id} uses`, fine }, (client) =>
        client.getContainer(id).stats(oneShot as { readonly stream: false }),
      ),
    changes: async (id) => {
      const changes = await ask(
        { action: `tell what changed in container ${id}`, fine },
        (client) => client.getContainer(id).changes() as Promise<unknown>,
      );
      // Where nothing has, engines say null, which the client gives as the bytes that it is.
      return Buffer.isBuffer(changes) && changes.toString('latin1').trim() === 'null' ? null : changes;
    },
    networks: () => need({ action: 'list networks' }, (client) => client.listNetworks()),
    volumes: () => need({ action: 'list volumes' }, (client) => client.listVolumes()),
    images: () => need({ action: 'list images' }, (client) => client.listImages()),
    image: (reference) =>
      ask({ action: `inspect image ${keepImageReference(reference)}`, fine }, (client) =>
        client.getImage(reference).inspect(),
      ),
  };
}
