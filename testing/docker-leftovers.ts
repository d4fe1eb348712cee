import { randomBytes } from 'node:crypto';
import Dockerode from 'dockerode';

/** A name that no other test, process or person has. */
export function randomName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`;
}

const quietly = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(() => undefined);
};

/** Names of all containers, networks, volumes and images on the engine that contain a text. */
export async function namesOnEngine(part: string): Promise<readonly string[]> {
  const docker = new Dockerode();
  const [containers, networks, { Volumes: volumes }, images] = await Promise.all([
    docker.listContainers({ all: true }),
    docker.listNetworks(),
    docker.listVolumes(),
    docker.listImages(),
  ]);
  return [
    ...containers.flatMap(({ Names }) => Names.map((name) => `container ${name.slice(1)}`)),
    ...networks.map(({ Name }) => `network ${Name}`),
    ...volumes.map(({ Name }) => `volume ${Name}`),
    ...images.flatMap(({ RepoTags }) => (RepoTags ?? []).map((tag) => `image ${tag}`)),
  ].filter((name) => name.includes(part));
}

/** Removes everything on the engine whose name contains a text, by main force: what a failed test may have left. */
export async function removeFromEngine(part: string): Promise<void> {
  const docker = new Dockerode();
  const found = (await namesOnEngine(part)).map((entry) => entry.split(' ') as [string, string]);
  const named = (wanted: string): string[] => found.filter(([kind]) => kind === wanted).map(([, name]) => name);
  for (const name of named('container')) await quietly(docker.getContainer(name).remove({ force: true, v: true }));
  for (const name of named('network')) await quietly(docker.getNetwork(name).remove());
  for (const name of named('volume')) await quietly(docker.getVolume(name).remove());
  for (const name of named('image')) await quietly(docker.getImage(name).remove({ force: true }));
}
