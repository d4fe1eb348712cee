import Dockerode from 'dockerode';

/** The engine's answer to a streaming request: lines of JSON. */
export type ClientStream = NodeJS.ReadableStream;

/** The slice of dockerode that is used, so that its types go no further than this folder. */
export type Client = Pick<
  Dockerode,
  | 'version'
  | 'info'
  | 'getImage'
  | 'listImages'
  | 'pull'
  | 'buildImage'
  | 'listContainers'
  | 'getContainer'
  | 'createContainer'
  | 'listNetworks'
  | 'getNetwork'
  | 'createNetwork'
  | 'listVolumes'
  | 'getVolume'
  | 'createVolume'
>;

/** What dockerode tells of the engine's host, which its types leave open. */
export interface ClientInfo {
  readonly NCPU: number;
  readonly MemTotal: number;
}

/** What dockerode takes to create a container. */
export type ClientContainerOptions = Dockerode.ContainerCreateOptions;

/** What dockerode tells of a container on inspection. */
export type ClientContainerDetail = Dockerode.ContainerInspectInfo;

/** Where an engine is, as a person would write it, and how to come by a client for it. */
export interface ClientAt {
  readonly address: string;
  /** A client whose requests end with a signal, those included that have begun to be answered. */
  clientUntil(signal: AbortSignal): Client;
}

interface ModemOptions {
  readonly abortSignal?: AbortSignal;
}

/** The part of dockerode's transport through which every request goes. */
interface Modem {
  dial(options: ModemOptions, callback: (error: unknown, answer: unknown) => void): void;
}

/** dockerode takes a signal with each call's own options, where its types often have none; the transport takes it of all. */
function clientUntil(client: Dockerode, signal: AbortSignal): Client {
  const modem = client.modem as Modem;
  const dial: Modem['dial'] = (options, callback) => {
    // A pull or a build has a signal of its own, which ends it before this one does.
    const ends = [signal, ...(options.abortSignal === undefined ? [] : [options.abortSignal])];
    modem.dial({ ...options, abortSignal: AbortSignal.any(ends) }, callback);
  };
  const bound: unknown = Object.create(modem, { dial: { value: dial } });
  return new Dockerode({ modem: bound } as Dockerode.DockerOptions);
}

const at = (address: string, client: Dockerode): ClientAt => ({
  address,
  clientUntil: (signal) => clientUntil(client, signal),
});

/**
 * A way to clients for the engine at an address; they connect at the first call.
 *
 * @param host - `unix:///path`, `tcp://host:port`, `ssh://user@host`, or undefined for DOCKER_HOST and then the usual
 *   socket.
 */
export function clientAt(host: string | undefined): ClientAt {
  if (host === undefined) {
    return at(process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock', new Dockerode());
  }
  if (host.startsWith('unix://')) {
    // An empty host, or the client would prefer the one that DOCKER_HOST names.
    return at(host, new Dockerode({ host: '', socketPath: host.slice('unix://'.length) }));
  }
  const url = new URL(host.includes('://') ? host : `tcp://${host}`);
  if (url.protocol === 'ssh:') {
    const client = new Dockerode({
      protocol: 'ssh',
      host: url.hostname,
      port: url.port || 22,
      username: url.username,
      sshOptions: { agent: process.env['SSH_AUTH_SOCK'] ?? '' },
    });
    return at(host, client);
  }
  const protocol = url.protocol === 'https:' || url.port === '2376' ? 'https' : 'http';
  return at(host, new Dockerode({ host: url.hostname, port: url.port || 2375, protocol }));
}
