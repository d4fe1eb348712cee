import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, sealWith, systemClock } from '../../../src/kernel/index.ts';
import { captureFrom } from './capture-engine.ts';
import type { EngineAnswers } from './engine-answers.ts';

const id = 'c'.repeat(64);
const seal = sealWith(new Uint8Array(16));

/** An engine that answers what it is told to, and nothing where it is told nothing. */
const recorded = (answers: Partial<Record<keyof EngineAnswers, unknown>>): EngineAnswers => {
  const give = (name: keyof EngineAnswers) => () => Promise.resolve(answers[name]);
  return {
    address: 'tcp://user:planted@engine:2375',
    version: give('version'),
    info: give('info'),
    containers: give('containers'),
    container: give('container'),
    stats: give('stats'),
    changes: give('changes'),
    networks: give('networks'),
    volumes: give('volumes'),
    images: give('images'),
    image: give('image'),
  };
};

const capture = (answers: Parameters<typeof recorded>[0], statsSamples: 0 | 1 = 1) =>
  captureFrom(recorded(answers), { seal, clock: systemClock, statsSamples });

/** As Podman 4 tells of a container: no `Healthcheck`, no lists where they would be empty, aliases with the short id. */
const podman = {
  version: {
    Version: '4.9.3',
    ApiVersion: '1.41',
    Os: 'linux',
    Arch: 'arm64',
    Components: [{ Name: 'Podman Engine' }],
  },
  info: { CgroupVersion: '2', Driver: 'overlay', MemTotal: 2 ** 33, NCPU: 4, Swarm: null },
  containers: [{ Id: id, Names: ['/web'], State: 'running' }],
  container: {
    Id: id,
    Name: '/web',
    Created: '2026-01-02T03:04:05.678Z',
    Image: 'sha256:1',
    ImageName: 'docker.io/library/web:2',
    State: { Status: 'running', StartedAt: '2026-01-02T03:04:06Z', FinishedAt: '0001-01-01T00:00:00Z', Health: {} },
    Config: { Env: ['A=1', 'container=podman'], Labels: null, Cmd: null, Entrypoint: null },
    HostConfig: { Memory: 0, NanoCpus: 0, CpuQuota: 50_000, PidsLimit: 2048, RestartPolicy: { Name: '' } },
    NetworkSettings: { Networks: { podman: { NetworkID: 'podman', Aliases: [id.slice(0, 12), 'web'] } } },
  },
  stats: {
    read: '2026-01-02T03:05:00Z',
    cpu_stats: { cpu_usage: { total_usage: 2e9 } },
    memory_stats: { usage: 100, limit: 1000, stats: { inactive_file: 30, total_inactive_file: undefined } },
  },
  changes: [],
  image: { Id: 'sha256:2', RepoTags: ['docker.io/library/web:2'] },
};

describe('an engine that speaks Docker’s API and is not Docker', () => {
  it('is read as far as it tells', async () => {
    const { content, place } = await capture(podman);
    expect(place).toBe('tcp://***@engine:2375');
    expect(content.engine).toMatchObject({ product: 'Podman Engine', cgroupVersion: 2, swarm: 'inactive' });
    expect(content.containers[0]).toMatchObject({
      name: 'web',
      image: { reference: 'docker.io/library/web:2', id: 'sha256:1', tagPointsAt: 'sha256:2', imageTagMoved: true },
      finishedAtMs: undefined,
      restartPolicy: { name: 'no' },
      health: undefined,
      healthCheck: undefined,
      labels: [],
      limits: { cpuCores: 0.5, cpuQuotaMs: 50, cpuPeriodMs: 100, memoryBytes: undefined, pids: 2048 },
      networks: [{ name: 'podman', aliases: ['web'] }],
      stats: { cpuSecondsTotal: 2, cpuCores: undefined, memoryBytes: 70, memoryCacheBytes: 30 },
      drift: { changed: 0, added: 0, deleted: 0, paths: [] },
    });
  });

  it('has nothing of another name for a property that all objects have', async () => {
    const labels = JSON.parse('{"__proto__":"one","constructor":"two","toString":"three"}') as object;
    const { content } = await capture({
      ...podman,
      container: { ...podman.container, Config: { Labels: labels, Env: ['__proto__=1', 'constructor=2'] } },
    });
    expect(content.containers[0]?.labels.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(content.containers[0]?.environment).toMatchObject([{ origin: 'container' }, { origin: 'container' }]);
  });

  it('has no limit, port or time that no engine can mean', async () => {
    const bindings = Object.fromEntries(
      ['80/tcp', '1e300/tcp', '-80/tcp', '70000/tcp', '/tcp'].map((port) => [port, [{}]]),
    );
    const { content } = await capture({
      ...podman,
      container: {
        ...podman.container,
        RestartCount: -1,
        Config: { StopTimeout: -1 },
        HostConfig: {
          CpuQuota: 1e21,
          CpuPeriod: 5e-324,
          Memory: 1e300,
          Ulimits: [
            { Name: 'nofile', Soft: 1024, Hard: -1 },
            { Name: 'nproc', Soft: 1e300, Hard: 1 },
          ],
          BlkioDeviceReadBps: [
            { Path: '/dev/sda', Rate: 1024 },
            { Path: '/dev/sdb', Rate: -1 },
          ],
        },
        NetworkSettings: { Ports: { ...bindings, '81/tcp': [{ HostPort: '8081' }, { HostPort: '1e9' }] } },
      },
    });
    expect(content.containers[0]).toMatchObject({
      restarts: 0,
      stopTimeoutMs: undefined,
      limits: {
        cpuCores: 1e16,
        cpuPeriodMs: 100,
        memoryBytes: undefined,
        ulimits: [{ name: 'nofile', soft: 1024, hard: -1 }],
        blockRates: [{ device: '/dev/sda', bytesPerSecond: 1024 }],
      },
      ports: [
        { containerPort: 80, hostPort: 0 },
        { containerPort: 81, hostPort: 8081 },
      ],
    });
  });

  it('loses a container that goes while it is read, and says so', async () => {
    const { content, coverage } = await capture({ ...podman, container: undefined });
    expect(content.containers).toEqual([]);
    expect(coverage.notUnderstood).toEqual([
      { what: 'containers that went while they were read', place: `containers/${id}`, count: 1 },
    ]);
  });

  it('never makes a reading fail, or say what JSON cannot, whatever it answers', async () => {
    // Values that are near what is expected reach further in than wholly random ones.
    const near = fc.constantFrom<unknown>(...Object.values(podman), ...Object.values(podman.container), id, -1, 1e308);
    const anything = fc.oneof(
      near,
      fc.jsonValue(),
      fc.array(near),
      fc.dictionary(
        fc.constantFrom(
          'Id',
          'Name',
          'Image',
          'State',
          'Config',
          'HostConfig',
          'NetworkSettings',
          'Networks',
          'Ports',
          'Mounts',
          'Env',
          'Labels',
          'read',
          'memory_stats',
          'stats',
          'Volumes',
          'Path',
          'Kind',
          'Tmpfs',
          'CpuQuota',
          'CpuPeriod',
          'StopTimeout',
          'blkio_stats',
          'networks',
          '__proto__',
        ),
        fc.oneof(near, fc.jsonValue(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      ),
    );
    const answers = fc.record({
      version: anything,
      info: anything,
      containers: fc.oneof(fc.constant(podman.containers), anything),
      container: fc.oneof(
        fc.record({
          ...Object.fromEntries(Object.keys(podman.container).map((key) => [key, anything])),
          Id: fc.constant(id),
        }),
        anything,
      ),
      stats: anything,
      changes: anything,
      networks: anything,
      volumes: anything,
      images: anything,
      image: anything,
    });
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const observation = await capture(given);
        expect(observation.sha256).toMatch(/^[0-9a-f]{64}$/);
        canonicalJson(observation.content);
      }),
      { numRuns: 300 },
    );
  });
});
