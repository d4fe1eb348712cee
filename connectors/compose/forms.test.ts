import { describe, expect, it } from '@jest/globals';
import { problemsIn, readingOf, told } from '../../testing/compose-texts.ts';

const service = (attributes: string): string => `services:\n  app:\n    image: app\n    ${attributes}\n`;
const appOf = (attributes: string, rest = '', environment: Record<string, string> = {}) =>
  readingOf({ 'compose.yaml': service(attributes) + rest }, { environment }).project.services['app']!;

describe('short forms', () => {
  it('of ports stand for one publication each', () => {
    const { ports } = appOf(
      "ports: [80, '8000-8001:9000-9001', '9100-9105:91', '127.0.0.1::92', '[::1]:93:93', '0.0.0.0:94:94/UDP', '3000-3001', '95:95/sctp', '22:22']",
    );
    const lines = ports.map(
      ({ hostAddress = '', hostPort = '', hostPortLast = '', containerPort, protocol }) =>
        `${hostAddress}|${hostPort}|${hostPortLast}|${containerPort}|${protocol}`,
    );
    expect(lines).toEqual([
      '|||80|tcp',
      '|8000||9000|tcp',
      '|8001||9001|tcp',
      '|9100|9105|91|tcp',
      '127.0.0.1|||92|tcp',
      '::1|93||93|tcp',
      '0.0.0.0|94||94|udp',
      '|||3000|tcp',
      '|||3001|tcp',
      '|95||95|sctp',
      '|22||22|tcp',
    ]);
  });

  it.each([
    '80:',
    'a:b',
    '80-81:80-83',
    '70000:80',
    '1.2.3:80:80',
    '80/foo',
    '',
    '8001-8000:80',
    '0',
    '80:90:100:110',
    '1-60000',
  ])('of ports are refused where they are none: %j', (port) => {
    const [problem] = problemsIn({ 'compose.yaml': service(`ports: ['${port}']`) });
    expect(problem).toMatchObject({ place: '/p/compose.yaml:4:13', key: 'services.app.ports.0' });
  });

  it('of mounts tell paths of hosts, also of Windows, from volumes', () => {
    const { mounts } = appOf(
      `volumes: [/a, 'vol:/b', 'vol:/c:ro', './r:/d:rw,z', '~/h:/e', '../up:/f//g/../h/', 'C:\\win:/w', 'C:\\win\\y:/v:ro', {type: tmpfs, target: /t, tmpfs: {size: 10m}}, {type: volume, source: vol, target: /l/, read_only: true, volume: {nocopy: true}}, {type: bind, source: rel, target: /m, bind: {propagation: rshared}}]`,
      'volumes: { vol: }\n',
      { HOME: '/home/ada' },
    );
    expect(
      mounts.map(({ kind, source = '', target, readOnly }) => `${kind} ${source} ${target}${readOnly ? ' ro' : ''}`),
    ).toEqual([
      'volume  /a',
      'volume vol /b',
      'volume vol /c ro',
      'bind /p/r /d',
      'bind /home/ada/h /e',
      'bind /up /f/h',
      'bind C:\\win /w',
      'bind C:\\win\\y /v ro',
      'tmpfs  /t',
      'volume vol /l ro',
      'bind /p/rel /m',
    ]);
    expect(mounts[8]?.sizeBytes).toBe(10 * 1024 ** 2);
    expect(mounts[10]?.further).toEqual([{ name: 'bind.propagation', value: 'rshared' }]);
  });

  it.each(['vol:/a:ro:x', 'vol:', ':/a'])('of mounts are refused where they are none: %j', (mount) => {
    expect(told(service(`volumes: ['${mount}']`))).toEqual([
      expect.stringContaining('compose.yaml:4:15 services.app.volumes.0'),
    ]);
  });

  it('of commands are taken apart as a shell would, without running one', () => {
    const words = (command: string) => appOf(`command: ${command}`).command?.map(({ value }) => value);
    expect(words(`'sh -c "a b" c\\ d'`)).toEqual(['sh', '-c', 'a b', 'c d']);
    expect(words("'echo ''x y'' \"\"'")).toEqual(['echo', 'x y', '']);
    expect(words('""')).toEqual([]);
    expect(words('[]')).toEqual([]);
    expect(words('null')).toBeUndefined();
    expect(words('"a && b"')).toEqual(['a']);
    expect(told(service(`command: 'sh "x'`))).toEqual([
      'compose.yaml:4:14 services.app.command: a quote that does not end',
    ]);
  });

  it('of numbers are what they are in YAML as docker compose reads it', () => {
    const { environment } = appOf(
      'environment: { A: 0755, B: 1.50, C: 1e3, D: true, E: ~, F: 1_000, G: 0x1f, H: 12345678901234567890, J: yes }',
    );
    expect(Object.fromEntries(environment.map(({ name, value }) => [name, value]))).toEqual({
      A: '493',
      B: '1.5',
      C: '1000',
      D: 'true',
      E: undefined,
      F: '1000',
      G: '31',
      H: '12345678901234567890',
      J: 'yes',
    });
  });

  it('of health checks, devices, hosts, secrets and builds are written out', () => {
    const check = (test: string) => appOf(`healthcheck: { test: ${test} }`).healthCheck;
    expect(check('curl x')).toMatchObject({ kind: 'shell', test: [{ value: 'curl x' }] });
    expect(check('[CMD, a, b]')).toMatchObject({ kind: 'command', test: [{ value: 'a' }, { value: 'b' }] });
    expect(check('[NONE]')).toMatchObject({ kind: 'none', test: [] });
    expect(check('[]')).toMatchObject({ kind: 'inherit' });
    expect(appOf('healthcheck: { disable: true, test: x }').healthCheck).toMatchObject({ kind: 'none', test: [] });
    expect(appOf("devices: ['/dev/a', '/dev/b:/dev/c:r']").devices).toEqual([
      { source: '/dev/a', target: '/dev/a', permissions: 'rwm' },
      { source: '/dev/b', target: '/dev/c', permissions: 'r' },
    ]);
    expect(appOf("extra_hosts: ['a:1.1.1.1,2.2.2.2', 'c=[::1]', 'd:::1']").extraHosts).toEqual([
      { host: 'a', address: '1.1.1.1' },
      { host: 'a', address: '2.2.2.2' },
      { host: 'c', address: '::1' },
      { host: 'd', address: '::1' },
    ]);
    const granted = appOf('secrets: [s, { source: s, target: /x }]', 'secrets: { s: { environment: E } }\n');
    expect(granted.secrets.map(({ source, target }) => [source, target])).toEqual([
      ['s', '/run/secrets/s'],
      ['s', '/x'],
    ]);
    expect(appOf('build: ./ctx').build).toMatchObject({ context: '/p/ctx', dockerfile: 'Dockerfile' });
    expect(appOf("build: { dockerfile_inline: 'FROM x' }").build).toMatchObject({
      context: '/p',
      dockerfile: undefined,
    });
    expect(appOf('build: https://ada:hunter2@github.com/a/b.git').build?.context).toContain('github.com/a/b.git');
  });

  it('of sizes, durations and truth values have their units', () => {
    const app = appOf(
      "mem_limit: 1.5gb\n    shm_size: 64mb\n    stop_grace_period: 1w2d3h\n    cpus: '${C}'\n    privileged: ${T}\n    read_only: yes\n    scale: '3'\n    restart: on-failure:5\n    healthcheck: { interval: 300us, timeout: 1.5h, retries: '2' }",
      '',
      { C: '0.25', T: 'true' },
    );
    expect(app).toMatchObject({
      limits: { memoryBytes: 1.5 * 1024 ** 3, cpuCores: 0.25 },
      sharedMemoryBytes: 64 * 1024 ** 2,
      stopGracePeriodMs: (9 * 24 + 3) * 3_600_000,
      privileged: true,
      readOnly: true,
      replicas: 3,
      restart: { name: 'on-failure', maximumRetries: 5 },
      healthCheck: { intervalMs: 0.3, timeoutMs: 5_400_000, retries: 2 },
    });
  });
});

describe('what docker compose refuses', () => {
  it.each([
    'image: []',
    'environment: foo',
    'environment: [1, 2]',
    'environment: { A: [1] }',
    'ports: 80',
    'ports: [true]',
    'networks: foo',
    'depends_on: foo',
    'build: []',
    'command: { a: b }',
    'healthcheck: []',
    'healthcheck: { test: [foo] }',
    'healthcheck: { interval: 10 }',
    'healthcheck: { retries: -1 }',
    'cpus: -1',
    'cpus: 1e999',
    `cpus: ${'9'.repeat(400)}`,
    'stop_grace_period: 106752d',
    `stop_grace_period: ${'9'.repeat(300)}h`,
    'deploy: { resources: { limits: { cpus: 1e20 } } }',
    'deploy: { update_config: { max_failure_ratio: -0.5 } }',
    'deploy: []',
    'restart: false',
    'restart: sometimes',
    'privileged: maybe',
    'cpus: lots',
    'mem_limit: lots',
    'stop_grace_period: 10',
    'labels: 5',
    'profiles: p',
    'cap_add: ALL',
    'volumes: /x',
    'volumes: [5]',
    'logging: json-file',
    'ulimits: 5',
    'extra_hosts: foo',
    'extra_hosts: [foo]',
    'scale: -1',
    'scale: 1.5',
    'env_file: 5',
    'env_file: { path: x }',
    "devices: ['a:b:c:d']",
    'gpus: some',
    'pull_policy: whatever',
    'expose: 80',
    'security_opt: foo',
    'ports: [{ published: 80 }]',
    'ports: [{ target: 80, host_ip: foo }]',
    'volumes: [{ type: bind, target: /x }]',
    'volumes: [{ type: weird, target: /x }]',
    'volumes: [{ type: volume }]',
    'depends_on: { app: }',
    'depends_on: { app: { condition: weird } }',
    'network_mode: host\n    networks: [default]',
    'container_name: c\n    scale: 2',
    'scale: 2\n    deploy: { replicas: 3 }',
    'cpus: 1\n    deploy: { resources: { limits: { memory: 1g } } }',
    'volumes: [/a]\n    tmpfs: [/a]',
    'build: { dockerfile: a, dockerfile_inline: b }',
  ])('is refused here too: %s', (attributes) => {
    const problems = problemsIn({ 'compose.yaml': service(attributes) });
    expect(problems).not.toEqual([]);
    for (const { place, found, accepted } of problems) {
      expect(place).toMatch(/^\/p\/compose.yaml:\d+:\d+$/);
      expect([found, accepted]).not.toContain('');
    }
  });

  it('but is counted where only a key or the quotes of a text are wrong', () => {
    const { coverage } = readingOf({
      'compose.yaml': `${service('user: 1000\n    colour: red\n    build: { colour: blue, x-mine: 1 }')}shape: 1\nx-top: 1\n`,
    });
    expect(coverage.notUnderstood).toEqual([
      { place: '/p/compose.yaml:7:1', what: 'shape', count: 1 },
      { place: '/p/compose.yaml:8:1', what: 'extension x-*', count: 1 },
      { place: '/p/compose.yaml:6:14', what: 'services.*.build.colour', count: 1 },
      { place: '/p/compose.yaml:6:28', what: 'extension services.*.build.x-*', count: 1 },
      {
        place: '/p/compose.yaml:4:11',
        what: 'services.*.user: a number, which docker compose takes in quotes only',
        count: 1,
      },
      { place: '/p/compose.yaml:5:5', what: 'services.*.colour', count: 1 },
    ]);
  });
});
