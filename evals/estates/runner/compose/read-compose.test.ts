import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ComposeProblem, RegisteredError } from '../../../../src/kernel/index.ts';
import { composeServiceNames, composeVariables, readCompose } from './read-compose.ts';

const source = (text: string) => ({ path: 'compose.yaml', text });

function problemsOf(text: string, variables: Readonly<Record<string, string>> = {}): readonly ComposeProblem[] {
  try {
    readCompose(source(text), variables);
  } catch (thrown) {
    const error = thrown as RegisteredError<'compose-invalid'>;
    expect(error.code).toBe('compose-invalid');
    return error.details.problems;
  }
  return [];
}

const told = (text: string, variables: Readonly<Record<string, string>> = {}): readonly string[] =>
  problemsOf(text, variables).map(({ place, key, found, accepted }) => `${place} ${key}: ${found} | ${accepted}`);

describe('readCompose', () => {
  it('reads a service with everything that is understood', () => {
    const file = readCompose(
      source(`
name: demo
x-env: &env { A: '1', B: '\${B:-two}' }
x-health: &health { interval: 2s, timeout: 500ms, retries: 3, start_period: 1m30s }
services:
  app:
    image: registry.example/app:\${TAG:?the tag to run}
    command: serve --fast
    entrypoint: [/bin/entry, "a b"]
    environment: { <<: *env, B: own, PRICE: $$5, N: 8, YES: true }
    healthcheck: { <<: *health, test: curl -f localhost }
    deploy: { replicas: '\${N:-2}', resources: { limits: { cpus: '0.5', memory: 64M } } }
    depends_on: { db: { condition: service_healthy } }
    networks: [front, back]
    volumes: ['data:/data:ro']
    ports: ['127.0.0.1:\${PORT:-}:80', '53/udp', '[::1]:0:443']
    extra_hosts: ['host.docker.internal:host-gateway']
    restart: on-failure:3
    stop_grace_period: 12s
    stop_signal: SIGQUIT
    user: '1000'
    logging: { driver: json-file, options: { max-size: 5m } }
    labels: { team: shop }
    init: true
    tmpfs: [/tmp, '/run:size=1m']
    read_only: true
    cap_drop: [ALL]
  db:
    image: db
    healthcheck: { test: [CMD, pg_isready] }
networks: { front: {}, back: { internal: true } }
volumes: { data: }
`),
      { TAG: '7' },
    );
    expect(file).toMatchObject({
      name: 'demo',
      networks: { default: { internal: false }, front: { internal: false }, back: { internal: true } },
      volumes: ['data'],
    });
    expect(file.services['app']).toEqual({
      name: 'app',
      image: 'registry.example/app:7',
      command: ['serve', '--fast'],
      entrypoint: ['/bin/entry', 'a b'],
      environment: { A: '1', B: 'own', PRICE: '$5', N: '8', YES: 'true' },
      healthCheck: {
        test: ['CMD-SHELL', 'curl -f localhost'],
        intervalMs: 2_000,
        timeoutMs: 500,
        startPeriodMs: 90_000,
        retries: 3,
      },
      replicas: 2,
      cpuCores: 0.5,
      memoryBytes: 64 * 1024 ** 2,
      dependsOn: { db: 'service_healthy' },
      networks: ['front', 'back'],
      volumes: [{ volume: 'data', target: '/data', readOnly: true }],
      ports: [
        { hostAddress: '127.0.0.1', hostPort: undefined, containerPort: 80, protocol: 'tcp' },
        { hostAddress: '', hostPort: undefined, containerPort: 53, protocol: 'udp' },
        { hostAddress: '::1', hostPort: undefined, containerPort: 443, protocol: 'tcp' },
      ],
      extraHosts: ['host.docker.internal:host-gateway'],
      restart: { name: 'on-failure', maximumRetries: 3 },
      stopGracePeriodMs: 12_000,
      stopSignal: 'SIGQUIT',
      user: '1000',
      logging: { driver: 'json-file', options: { 'max-size': '5m' } },
      labels: { team: 'shop' },
      init: true,
      tmpfs: ['/tmp', '/run:size=1m'],
      readOnly: true,
      capDrop: ['ALL'],
    });
  });

  it('tells of everything that it does not understand, each at its place', () => {
    expect(
      told(`services:
  app:
    build: .
    image: app
    privileged: true
    healthcheck: { test: true, start_interval: 1s }
    deploy: { replicas: some, resources: { limits: { cpus: none, pids: 5 } } }
    volumes: ['/etc:/etc']
    ports: ['80-90:80']
    restart: sometimes
secrets: {}
`),
    ).toEqual([
      expect.stringMatching(/^compose.yaml:3:5 services.app.build: a key that is not understood \| one of image, /),
      expect.stringMatching(/^compose.yaml:5:5 services.app.privileged: a key that is not understood/),
      expect.stringMatching(/^compose.yaml:6:26 services.app.healthcheck.test: true \| a list that begins with CMD/),
      expect.stringMatching(
        /^compose.yaml:6:32 services.app.healthcheck.start_interval: a key that is not understood \| one of test, /,
      ),
      expect.stringMatching(/^compose.yaml:7:25 services.app.deploy.replicas: "some" \| a whole number/),
      expect.stringMatching(/^compose.yaml:7:60 services.app.deploy.resources.limits.cpus: "none" \| a number of CPU/),
      expect.stringMatching(/^compose.yaml:7:66 services.app.deploy.resources.limits.pids: .* \| one of cpus, memory$/),
      expect.stringMatching(/^compose.yaml:8:15 services.app.volumes.0: "\/etc:\/etc" \| 'volume:\/path/),
      expect.stringMatching(/^compose.yaml:9:13 services.app.ports.0: "80-90:80" \|/),
      expect.stringMatching(/^compose.yaml:10:14 services.app.restart: "sometimes" \| no, always,/),
      expect.stringMatching(/^compose.yaml:11:1 secrets: a key that is not understood \| one of name, services,/),
    ]);
  });

  it('places what came by an anchor where it is written, and tells of it once', () => {
    const text = `x-base: &base
  image: app
  restart: never
services:
  one: { <<: *base }
  two: { <<: *base }
`;
    expect(told(text)).toEqual([expect.stringMatching(/^compose.yaml:3:12 services.one.restart: "never"/)]);
  });

  it('refuses references to what is not there', () => {
    expect(
      told(`services:
  app:
    image: app
    networks: [nowhere]
    volumes: ['gone:/data']
    depends_on: { ghost: { condition: service_started }, db: { condition: service_healthy } }
    deploy: { replicas: 2 }
    ports: ['80:80']
  db: { image: db, depends_on: { app: { condition: service_started } } }
`),
    ).toEqual([
      'compose.yaml:4:16 services.app.networks.0: "nowhere" | a network that the file declares: default',
      'compose.yaml:5:15 services.app.volumes.0: "gone" | a volume that the file declares: none, as none is declared',
      expect.stringMatching(/^compose.yaml:6:17 services.app.depends_on: a circle: app -> db -> app/),
      'compose.yaml:6:26 services.app.depends_on.ghost: "ghost" | a service of the file: app, db',
      'compose.yaml:6:75 services.app.depends_on.db.condition: db without a healthcheck | service_started, or a healthcheck on db',
      expect.stringMatching(/^compose.yaml:8:13 services.app.ports.0: a host port for 2 replicas/),
    ]);
  });

  it('names variables without a value, once, and forms that it does not know', () => {
    expect(
      told(
        `services:
  app:
    image: \${IMAGE:?which image}
    environment: { A: '\${A}', B: '\${B-x}', C: $C, D: '\${D:-\${E}}' }
`,
        { IMAGE: '' },
      ),
    ).toEqual([
      'compose.yaml:3:12 services.app.image: variable IMAGE without a value | a value for IMAGE: which image',
      'compose.yaml:4:23 services.app.environment.A: variable A without a value | a value for A',
      expect.stringMatching(/^compose.yaml:4:34 services.app.environment.B: "\$\{B-x\}" \| \$\{NAME\}/),
      expect.stringMatching(/^compose.yaml:4:47 services.app.environment.C: "\$"/),
      expect.stringMatching(/^compose.yaml:4:54 services.app.environment.D: /),
    ]);
  });

  it.each([
    ['what is no YAML', 'services: [', 'well-formed YAML'],
    ['a key given twice', 'services: {}\nservices: {}\n', 'well-formed YAML'],
    ['an alias to nothing', 'services: *nothing\n', 'well-formed YAML|aliases'],
    ['an empty file', '', 'a map'],
    ['a list', '- a\n', 'a map'],
  ])('refuses %s', (_what, text, accepted) => {
    const [problem] = problemsOf(text);
    expect(problem?.place).toMatch(/^compose.yaml:\d+:\d+$/);
    expect(problem?.accepted).toMatch(new RegExp(accepted));
  });

  it('refuses a file that would swell to fill the memory', () => {
    const layers = Array.from({ length: 12 }, (_, at) => `x-${at + 1}: &l${at + 1} [*l${at},*l${at},*l${at},*l${at}]`);
    expect(problemsOf(`x-0: &l0 [a]\n${layers.join('\n')}\nservices: {}\n`)).toHaveLength(1);
  });
});

describe('composeVariables', () => {
  it('finds all variables, which are required, and where their values can be read back', () => {
    const text = `
x-env: &env { KEY: '\${KEY:?}' }
services:
  a: { image: 'a:\${TAG:-1}', environment: { <<: *env, URL: 'db://\${KEY:?}@db' } }
  b: { image: b, environment: *env }
`;
    expect(composeVariables(source(text))).toEqual([
      { name: 'TAG', required: false, readableFrom: [] },
      {
        name: 'KEY',
        required: true,
        readableFrom: [
          { service: 'a', key: 'KEY' },
          { service: 'b', key: 'KEY' },
        ],
      },
    ]);
    expect(composeServiceNames(source(text))).toEqual(['a', 'b']);
  });
});

describe('the demo shop', () => {
  it('is understood whole', () => {
    const text = readFileSync(new URL('../../shop/compose.yaml', import.meta.url), 'utf8');
    const required = composeVariables(source(text)).filter((variable) => variable.required);
    expect(required.length).toBeGreaterThan(0);
    expect(required.every(({ readableFrom }) => readableFrom.length > 0)).toBe(true);
    const values = Object.fromEntries(required.map(({ name }) => [name, 'value']));
    expect(Object.keys(readCompose(source(text), values).services).length).toBeGreaterThan(8);
  });
});
