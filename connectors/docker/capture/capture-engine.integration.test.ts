import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import Dockerode from 'dockerode';
import { describeWithDocker } from '../../../testing/docker-gate.ts';
import { randomName, removeFromEngine } from '../../../testing/docker-leftovers.ts';
import { sealWith, systemClock } from '../../../src/kernel/index.ts';
import { captureEngine } from './capture-engine.ts';
import type { ContainerReading } from './container-reading.ts';

jest.setTimeout(120_000);

const run = randomName('capturetest');
const docker = new Dockerode();
const base = 'debian:bookworm-slim';
const image = `${run}/cart:1.0`;
const network = `${run}-front`;
const volume = `${run}-data`;
const nfsVolume = `${run}-nfs`;
const label = { 'backlot.test': run };
const composeLabels = {
  'com.docker.compose.project': run,
  'com.docker.compose.service': 'cart',
  'com.docker.compose.container-number': '1',
  'com.docker.compose.oneoff': 'False',
  'com.docker.compose.version': '2.29.1',
  'com.docker.compose.config-hash': 'ab'.repeat(32),
  'com.docker.compose.project.config_files': '/srv/shop/compose.yaml,/srv/shop/compose.override.yaml',
  'com.docker.compose.project.working_dir': '/srv/shop',
  'com.docker.compose.depends_on': 'redis:service_healthy:true,database:service_started:false',
};
/** Every one of them is put somewhere on the engine, and none may come out of a capture. */
const planted = [
  'planted-in-image',
  'planted-in-env',
  'planted-in-url',
  'planted-in-argument',
  'planted-in-short-flag',
  'planted-in-label',
  'planted-in-check',
  'planted-in-volume',
  'planted-in-log-option',
  'plantedinpath0123456789',
] as const;

const capture = (over: Partial<Parameters<typeof captureEngine>[0]> = {}) =>
  captureEngine({
    host: undefined,
    labels: [`backlot.test=${run}`],
    seal: sealWith(new Uint8Array(16)),
    clock: systemClock,
    ...over,
  });

async function commit(tag: string, changes: readonly string[]): Promise<string> {
  const from = await docker.createContainer({ Image: base, Cmd: ['true'], name: `${run}-commit` });
  try {
    const [repo, version] = tag.split(':');
    // The client's type is a single text, but the engine takes what a Dockerfile would say, line by line.
    const { Id } = (await from.commit({ repo, tag: version, changes: changes.join('\n') })) as { Id: string };
    return Id;
  } finally {
    await from.remove();
  }
}

const imageLines = [
  'ENV PORT=8080 MODE=production IMAGE_TOKEN=planted-in-image',
  'EXPOSE 8080/tcp',
  'WORKDIR /srv',
  'LABEL org.opencontainers.image.version=1.0.0 org.opencontainers.image.revision=0123456789abcdef0123456789abcdef01234567',
  'HEALTHCHECK --interval=7s CMD true',
  'CMD ["sleep","600"]',
];

let imageId: string;
let newerImageId: string;

async function makeEstate(): Promise<void> {
  imageId = await commit(image, imageLines);
  await docker.createNetwork({ Name: network, Internal: true, Labels: label });
  await docker.createVolume({ Name: volume, Labels: label });
  await docker.createVolume({
    Name: nfsVolume,
    Driver: 'local',
    DriverOpts: { type: 'nfs', device: ':/export', o: 'addr=10.0.0.1,password=planted-in-volume' },
    Labels: label,
  });
  const cart = await docker.createContainer({
    name: `${run}-cart`,
    Image: image,
    Env: ['PORT=9090', 'API_TOKEN=planted-in-env', 'DATABASE_URL=postgres://shop:planted-in-url@database:5432/shop'],
    Cmd: [
      'sh',
      '-c',
      'echo x >/tmp/written; echo y >/etc/motd; touch /tmp/plantedinpath0123456789; rm /etc/issue; while :; do :; done',
      '--token',
      'planted-in-argument',
      '-pplanted-in-short-flag',
    ],
    Labels: { ...label, ...composeLabels, 'traefik.http.auth': 'planted-in-label', 'app.tier': 'local' },
    StopTimeout: 25,
    StopSignal: 'SIGINT',
    User: '0:0',
    Healthcheck: {
      Test: ['CMD-SHELL', 'test "Bearer planted-in-check" != x'],
      Interval: 1e9,
      Timeout: 2e9,
      Retries: 4,
      StartPeriod: 3e9,
    },
    ExposedPorts: { '9090/tcp': {} },
    HostConfig: {
      NanoCpus: 250_000_000,
      Memory: 64 << 20,
      MemoryReservation: 32 << 20,
      PidsLimit: 50,
      CpuShares: 512,
      Ulimits: [{ Name: 'nofile', Soft: 1024, Hard: 2048 }],
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
      PortBindings: { '9090/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] },
      Mounts: [{ Type: 'volume', Source: volume, Target: '/data', ReadOnly: true }],
      Binds: ['/srv:/host-srv:ro'],
      Tmpfs: { '/scratch': 'size=8m' },
      CapDrop: ['MKNOD'],
      SecurityOpt: ['no-new-privileges'],
      ExtraHosts: ['ledger:10.1.2.3'],
      Dns: ['10.9.9.9'],
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', tag: 'planted-in-log-option' } },
      Init: true,
    },
  });
  await docker.getNetwork(network).connect({
    Container: cart.id,
    EndpointConfig: { Aliases: ['cart', 'basket'] },
  });
  await cart.start();

  const moved = await docker.createContainer({ name: `${run}-moved`, Image: image, Labels: label });
  await moved.start();
  await moved.pause();
  await docker.createContainer({
    name: `${run}-never-started`,
    Image: image,
    Labels: label,
    // Not started: not every machine lets its engine give these rights.
    HostConfig: { Privileged: true, CapAdd: ['SYS_TIME'], PortBindings: { '8080/tcp': [{ HostPort: '18080' }] } },
  });
  const failed = await docker.createContainer({
    name: `${run}-failed`,
    Image: base,
    Cmd: ['sh', '-c', 'exit 7'],
    Labels: label,
    HostConfig: { CpuQuota: 150_000, ReadonlyRootfs: true, PidMode: 'host' },
  });
  await failed.start();
  await failed.wait();
  newerImageId = await commit(image, [...imageLines, 'ENV MODE=staging']);
  for (;;) {
    const { State: state } = await cart.inspect();
    if (state.Health?.Status === 'healthy') return;
    await systemClock.sleep(200);
  }
}

describeWithDocker('captureEngine on a real engine', () => {
  let containers: ReadonlyMap<string, ContainerReading>;
  let observation: Awaited<ReturnType<typeof capture>>;

  let beganAtMs: number;

  beforeAll(async () => {
    beganAtMs = systemClock.nowMs();
    await makeEstate();
    observation = await capture();
    containers = new Map(observation.content.containers.map((each) => [each.name.slice(run.length + 1), each]));
  });
  afterAll(async () => {
    await removeFromEngine(run);
    // The image that lost its tag to the newer one has no name to be found by.
    await docker.getImage(imageId).remove({ force: true });
  });

  const container = (name: string): ContainerReading => containers.get(name)!;

  it('finds the containers of the label in every state, and says what was read', () => {
    expect([...containers].map(([name, { state }]) => `${name} ${state}`)).toEqual([
      'cart running',
      'failed exited',
      'moved paused',
      'never-started created',
    ]);
    expect(observation).toMatchObject({
      collector: 'docker',
      coverage: { read: { containers: 4, images: 3 }, notUnderstood: [] },
    });
    expect(observation.content.engine).toMatchObject({ os: 'linux', swarm: 'inactive' });
    expect(observation.content.engine.hostMemoryBytes).toBeGreaterThan(1e8);
  });

  it('tells the configuration of a container from that of its image', () => {
    const cart = container('cart');
    const origins = Object.fromEntries(cart.environment.map(({ name, origin }) => [name, origin]));
    expect(origins).toMatchObject({ PORT: 'override', MODE: 'image', IMAGE_TOKEN: 'image', API_TOKEN: 'container' });
    expect(cart.environment).toContainEqual({ name: 'PORT', value: '9090', origin: 'override' });
    expect(cart.environment.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({
      address: 'postgres://database:5432',
    });
    expect(cart.override).toMatchObject({ user: '0:0', stopSignal: 'SIGINT', exposedPorts: ['9090/tcp'] });
    expect(cart.override.workingDirectory).toBeUndefined();
    expect(cart.override.command?.[0]).toEqual({ name: '', value: 'sh' });
    expect(container('never-started').override.command).toBeUndefined();
    expect(container('never-started').healthCheck).toMatchObject({ origin: 'image', kind: 'shell', intervalMs: 7_000 });
  });

  it('reads health, restarts and how a container ended', () => {
    const cart = container('cart');
    expect(cart.health).toEqual({ status: 'healthy', failingStreak: 0 });
    expect(cart.healthCheck).toMatchObject({
      origin: 'container',
      kind: 'shell',
      intervalMs: 1_000,
      timeoutMs: 2_000,
      retries: 4,
      startPeriodMs: 3_000,
    });
    expect(cart.restartPolicy).toEqual({ name: 'on-failure', mostRetries: 3 });
    expect(cart).toMatchObject({ stopTimeoutMs: 25_000, restarts: 0, exitCode: undefined });
    expect(container('failed')).toMatchObject({ exitCode: 7, outOfMemory: false, health: undefined });
    // The engine may date the end of a container that ends at once a little before its start: it notes both in passing.
    for (const atMs of [container('failed').startedAtMs, container('failed').finishedAtMs]) {
      expect(atMs).toBeGreaterThan(beganAtMs - 1_000);
      expect(atMs).toBeLessThan(systemClock.nowMs() + 1_000);
    }
    expect(container('never-started')).toMatchObject({ startedAtMs: undefined, exitCode: undefined });
  });

  it('reads what a container may use, and how far it is kept apart', () => {
    expect(container('cart').limits).toMatchObject({
      cpuCores: 0.25,
      memoryBytes: 64 << 20,
      memoryReservationBytes: 32 << 20,
      pids: 50,
      cpuShares: 512,
      ulimits: [{ name: 'nofile', soft: 1024, hard: 2048 }],
    });
    expect(container('failed').limits).toMatchObject({ cpuCores: 1.5, cpuQuotaMs: 150, cpuPeriodMs: 100 });
    expect(container('moved').limits).toMatchObject({ cpuCores: undefined, memoryBytes: undefined, pids: undefined });
    expect(container('cart').isolation).toMatchObject({
      privileged: false,
      init: true,
      capabilitiesDropped: ['MKNOD'],
      securityOptions: ['no-new-privileges'],
    });
    expect(container('failed').isolation).toMatchObject({ readOnlyRoot: true, pidMode: 'host' });
    expect(container('never-started').isolation).toMatchObject({ privileged: true, capabilitiesAdded: ['SYS_TIME'] });
  });

  it('reads networks, ports, mounts and names', () => {
    const cart = container('cart');
    const front = cart.networks.find(({ name }) => name === network);
    expect(front).toMatchObject({ aliases: ['basket', 'cart'] });
    expect(front?.address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(cart.ports).toEqual([
      { hostAddress: '127.0.0.1', hostPort: expect.any(Number) as unknown, containerPort: 9090, protocol: 'tcp' },
    ]);
    expect(cart.ports[0]?.hostPort).toBeGreaterThan(1023);
    expect(container('never-started').ports).toMatchObject([{ hostPort: 18080, containerPort: 8080 }]);
    expect(cart.mounts.map(({ kind, target, writable }) => `${kind} ${target} ${writable ? 'rw' : 'ro'}`)).toEqual([
      'volume /data ro',
      'bind /host-srv ro',
      'tmpfs /scratch rw',
    ]);
    expect(cart.mounts[2]?.sizeBytes).toBe(8 << 20);
    expect(cart.extraHosts).toEqual([{ name: 'ledger', address: '10.1.2.3' }]);
    expect(cart.dns.servers).toEqual(['10.9.9.9']);
    expect(cart.logOptions).toContainEqual({ name: 'max-size', value: '10m' });
    expect(observation.content.networks.find(({ name }) => name === network)).toMatchObject({
      internal: true,
      driver: 'bridge',
      attached: [`${run}-cart`],
    });
    expect(observation.content.volumes).toMatchObject([{ name: volume, usedBy: [`${run}-cart`] }]);
  });

  it('knows what compose wrote, and the image by its labels', () => {
    expect(container('cart').compose).toEqual({
      project: run,
      service: 'cart',
      containerNumber: 1,
      oneOff: false,
      version: '2.29.1',
      configHash: 'ab'.repeat(32),
      configFiles: ['/srv/shop/compose.yaml', '/srv/shop/compose.override.yaml'],
      workingDirectory: '/srv/shop',
      dependsOn: [
        { service: 'redis', condition: 'service_healthy', restart: true },
        { service: 'database', condition: 'service_started', restart: false },
      ],
    });
    expect(container('moved').compose).toBeUndefined();
    expect(container('cart').labels).toContainEqual({
      name: 'org.opencontainers.image.version',
      value: '1.0.0',
      origin: 'image',
    });
  });

  it('sees that a tag has moved on from what runs', () => {
    expect(container('moved').image).toEqual({
      reference: image,
      id: imageId,
      digests: [],
      tagPointsAt: newerImageId,
      imageTagMoved: true,
    });
    expect(container('failed').image.imageTagMoved).toBe(false);
    expect(observation.content.images.find(({ id }) => id === newerImageId)?.tags).toEqual([image]);
  });

  it('measures use between two readings, of what runs', () => {
    const { stats } = container('cart');
    expect(stats?.intervalMs).toBeGreaterThan(900);
    expect(stats?.cpuCores).toBeGreaterThan(0.1);
    expect(stats?.cpuCores).toBeLessThan(0.5);
    expect(stats?.cpuThrottledRatio).toBeGreaterThan(0);
    expect(stats?.memoryLimitBytes).toBe(64 << 20);
    expect(stats?.memoryBytes).toBeLessThan(64 << 20);
    expect(stats?.pids).toBeGreaterThanOrEqual(1);
    expect(container('moved').stats?.cpuCores).toBeLessThan(0.05);
    expect(container('failed').stats).toBeUndefined();
  });

  it('sees what changed inside, without mounts and without drawn names', () => {
    const { drift } = container('cart');
    expect(drift).toEqual({
      changed: 1,
      added: 2,
      deleted: 1,
      paths: [
        { kind: 'deleted', path: '/etc/issue' },
        { kind: 'changed', path: '/etc/motd' },
        { kind: 'added', path: '/tmp/*' },
        { kind: 'added', path: '/tmp/written' },
      ],
    });
    expect(container('never-started').drift).toEqual({ changed: 0, added: 0, deleted: 0, paths: [] });
  });

  it('lets no planted secret out, also of the whole engine', async () => {
    const whole = await capture({ labels: [], statsSamples: 0 });
    expect(whole.content.volumes.find(({ name }) => name === nfsVolume)?.optionNames).toEqual(['device', 'o', 'type']);
    expect(whole.content.containers.length).toBeGreaterThanOrEqual(4);
    for (const text of [JSON.stringify(observation), JSON.stringify(whole)]) {
      for (const secret of planted) expect(text).not.toContain(secret);
    }
  });

  it('has the same hash for the same estate, and another for another', async () => {
    const progress: string[] = [];
    const again = await capture({ progress: (done, of) => progress.push(`${done}/${of}`) });
    expect(again.sha256).toBe(observation.sha256);
    expect(progress).toEqual(['1/4', '2/4', '3/4', '4/4']);
    await docker.getContainer(`${run}-moved`).unpause();
    expect((await capture({ statsSamples: 0 })).sha256).not.toBe(observation.sha256);
  });

  it('asks the engine nothing but GET', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-proxy-'));
    const requests: string[] = [];
    const sockets: Socket[] = [];
    const proxy = createServer((client) => {
      const engine = connect('/var/run/docker.sock');
      sockets.push(client, engine);
      client.on('data', (bytes: Buffer) => {
        const text = bytes.toString('latin1');
        requests.push(...(text.match(/^[A-Z]+ \/\S*(?= HTTP\/1\.1\r$)/gm) ?? []));
      });
      client.pipe(engine).pipe(client);
      for (const socket of [client, engine]) socket.on('error', () => undefined);
    });
    try {
      proxy.listen(join(folder, 'engine.sock'));
      await once(proxy, 'listening');
      const { content } = await capture({ host: `unix://${join(folder, 'engine.sock')}` });
      expect(content.containers).toHaveLength(4);
      expect(requests.length).toBeGreaterThan(15);
      expect(requests.filter((request) => !/^(?:GET|HEAD) /.test(request))).toEqual([]);
    } finally {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true });
    }
  });

  it('ends with the reason of whoever stops it', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const stopping = capture({ signal: stop.signal, progress: () => stop.abort(reason) });
    await expect(stopping).rejects.toBe(reason);
  });
});
