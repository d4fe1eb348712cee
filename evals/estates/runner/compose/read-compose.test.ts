import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ComposeProblem, RegisteredError } from '../../../../src/kernel/index.ts';
import { composeServiceNames, composeVariables } from './compose-text.ts';
import { readCompose } from './read-compose.ts';

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
  problemsOf(text, variables).map(
    ({ place, key, found, accepted }) => `${place.replace(/^.*\//, '')} ${key}: ${found} | ${accepted}`,
  );

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

  it('tells of everything that it does not carry out, each at its place', () => {
    expect(
      told(`services:
  app:
    build: .
    image: app
    privileged: true
    healthcheck: { test: 'true', start_interval: 1s }
    deploy: { resources: { limits: { memory: 1m, pids: 5 } } }
    volumes: ['/etc:/etc', '/anonymous']
    ports: ['80-90:80', '81:81/sctp']
    networks: { front: { aliases: [a] } }
    logging: { options: { a: b } }
    unknown: 1
networks: { front: { driver: bridge } }
volumes: { data: { labels: [a=b] } }
`),
    ).toEqual([
      expect.stringMatching(
        /^compose.yaml:3:12 services.app.build: a key that the runner does not carry out \| one of image,/,
      ),
      expect.stringMatching(/^compose.yaml:5:17 services.app.privileged: /),
      expect.stringMatching(/^compose.yaml:6:50 services.app.healthcheck.start_interval: .*one of healthcheck.test,/),
      expect.stringMatching(/^compose.yaml:7:46 services.app.deploy.resources.limits.memory: 1048576 bytes \| 6m/),
      expect.stringMatching(/^compose.yaml:7:56 services.app.deploy.resources.limits.pids: .*limits.memory$/),
      expect.stringMatching(/^compose.yaml:8:15 services.app.volumes.0.source: a bind mount \| a volume/),
      expect.stringMatching(/^compose.yaml:8:28 services.app.volumes.1: a volume mount without a name/),
      expect.stringMatching(/^compose.yaml:9:13 services.app.ports.0: a range of host ports/),
      expect.stringMatching(/^compose.yaml:9:25 services.app.ports.1: sctp/),
      expect.stringMatching(/^compose.yaml:10:35 services.app.networks.front.aliases: .*nothing$/),
      expect.stringMatching(/^compose.yaml:11:14 services.app.logging: no driver/),
      expect.stringMatching(/^compose.yaml:12:5 : services.\*.unknown \|/),
      expect.stringMatching(/^compose.yaml:13:13 networks.front: attributes that the runner does not carry out/),
      expect.stringMatching(/^compose.yaml:14:12 volumes.data: attributes/),
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

  it('refuses what cannot start', () => {
    expect(
      told(`services:
  app:
    image: app
    depends_on: { db: { condition: service_healthy }, job: { condition: service_completed_successfully } }
    deploy: { replicas: 2 }
    ports: ['80:80']
  db: { image: db }
  job: { image: job }
`),
    ).toEqual([
      'compose.yaml:4:36 services.app.depends_on.db.condition: db without a healthcheck | service_started, or a healthcheck on db',
      expect.stringMatching(/^compose.yaml:4:73 services.app.depends_on.job.condition: service_completed_successfully/),
      expect.stringMatching(/^compose.yaml:6:13 services.app.ports.0: a host port for 2 replicas/),
    ]);
    expect(told('services: { a: { image: a, depends_on: { a: {} } } }\n')).toEqual([
      expect.stringContaining('a circle: a → a'),
    ]);
  });

  it('refuses variables without a value, also those that nothing demands', () => {
    const text = 'services:\n  app:\n    image: ${IMAGE:?which image}\n    environment: { A: "${A}" }\n';
    expect(told(text, { IMAGE: '' })).toEqual([
      'compose.yaml:3:12 services.app.image: the variable IMAGE without a value | a value for IMAGE: which image',
    ]);
    expect(told(text, { IMAGE: 'app' })).toEqual(['compose.yaml:4:23 : variable A without a value | a value for it']);
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
