import Dockerode from 'dockerode';

/** The engine's answer to a streaming request: lines of JSON. */
export type ClientStream = NodeJS.ReadableStream;

/** The slice of dockerode that is used, so that its types go no further than this folder. */
export type Client = Pick<
  Dockerode,
  | 'version'
  | 'info'
  | 'getImage'
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

/** What dockerode takes to create a container. */
export type ClientContainerOptions = Dockerode.ContainerCreateOptions;

/** What dockerode tells of a container on inspection. */
export type ClientContainerDetail = Dockerode.ContainerInspectInfo;

/** Where an engine is, as a person would write it, and a client for it. */
export interface ClientAt {
  readonly address: string;
  readonly client: Client;
}

/**
 * A client for the engine at an address; it connects at the first call.
 *
 * @param host - `unix:///path`, `tcp://host:port`, `ssh://user@host`, or undefined for DOCKER_HOST and then the usual
 *   socket.
 */
export function clientAt(host: string | undefined): ClientAt {
  if (host === undefined) {
    return { address: process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock', client: new Dockerode() };
  }
  if (host.startsWith('unix://')) {
    // An empty host, or the client would prefer the one that DOCKER_HOST names.
    return { address: host, client: new Dockerode({ host: '', socketPath: host.slice('unix://'.length) }) };
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
    return { address: host, client };
  }
  const protocol = url.protocol === 'https:' || url.port === '2376' ? 'https' : 'http';
  return { address: host, client: new Dockerode({ host: url.hostname, port: url.port || 2375, protocol }) };
}
