import { describe, expect, it } from '@jest/globals';
import { readingOf, told } from '../../testing/compose-texts.ts';
import type { PlainValue } from './read/index.ts';

const values = (kept: readonly PlainValue[] | undefined) => kept?.map(({ value }) => value);
const named = (kept: readonly PlainValue[] | undefined) =>
  Object.fromEntries((kept ?? []).map(({ name, value }) => [name, value]));

const base = `
services:
  app:
    image: app
    command: one two
    environment: { A: 1, B: two, C: }
    labels: [x=1, y=2]
    ports: ['80:80', '8080-8082:90-92/udp', '127.0.0.1:5000:5000']
    volumes: ['data:/data', './x:/x:ro', '/anon']
    dns: 1.1.1.1
    cap_add: [A, B]
    networks: [front]
    depends_on: [db]
    expose: [1, '2']
    tmpfs: /tmp
    extra_hosts: { h1: 1.2.3.4, h2: '::1' }
    healthcheck: { test: curl x, interval: 1m30s, retries: 3 }
    logging: { driver: json-file, options: { a: b } }
    ulimits: { nofile: 10, core: { soft: 1, hard: 2 } }
    deploy: { replicas: 2, resources: { limits: { cpus: '0.5', memory: 1.5gb } } }
  db: { image: db, healthcheck: { test: [NONE] } }
networks: { front: , back: {} }
volumes: { data: {}, other: {} }
`;

const over = `
services:
  app:
    command: ['three']
    environment: [B=3, D=4, E]
    labels: { y: 3, z: }
    ports: ['80:80', { target: 80, published: '81' }]
    volumes: ['other:/data', { type: bind, source: y, target: /x }]
    dns: [8.8.8.8, 1.1.1.1]
    cap_add: [B, C]
    networks: { back: { aliases: [q] } }
    depends_on: { db: { condition: service_healthy } }
    expose: ['1', 3]
    tmpfs: [/tmp, '/run:size=1m,mode=1770']
    extra_hosts: ['h3:5.6.7.8', 'h1=1.2.3.4']
    healthcheck: { test: [CMD, a, b], timeout: 500ms }
    logging: { driver: syslog, options: { c: d } }
    ulimits: { nofile: { soft: 1, hard: 5 }, core: 3 }
    deploy: { resources: { limits: { memory: 64M } } }
`;

// What each attribute becomes was compared with what docker compose's own library makes of the same two files.
describe('two layers', () => {
  const files = ['compose.yaml', 'over.yaml'];
  const { project } = readingOf({ 'compose.yaml': base, 'over.yaml': over }, { files });
  const app = project.services['app']!;

  it('merge maps by key, whatever form they are written in', () => {
    expect(named(app.environment)).toEqual({ A: '1', B: '3', C: undefined, D: '4', E: undefined });
    expect(named(app.labels)).toEqual({ x: '1', y: '3', z: undefined });
    expect(app.networks.map(({ network, aliases }) => [network, aliases])).toEqual([
      ['front', []],
      ['back', ['q']],
    ]);
    expect(app.dependsOn).toEqual([
      { service: 'db', condition: 'service_healthy', restart: false, required: true, from: 'depends_on' },
    ]);
    expect(app.limits).toMatchObject({ cpuCores: 0.5, memoryBytes: 64 * 1024 ** 2 });
    expect(app.replicas).toBe(2);
  });

  it('replace commands and checks, and options of another log driver', () => {
    expect(values(app.command)).toEqual(['three']);
    expect(app.healthCheck).toMatchObject({ kind: 'command', intervalMs: 90_000, timeoutMs: 500, retries: 3 });
    expect(values(app.healthCheck?.test)).toEqual(['a', 'b']);
    expect(app.logging?.driver).toBe('syslog');
    expect(named(app.logging?.options)).toEqual({ c: 'd' });
    expect(app.ulimits).toEqual([
      { name: 'nofile', soft: 1, hard: 5 },
      { name: 'core', soft: 3, hard: 3 },
    ]);
  });

  it('add to lists, where an entry may replace another of the same target', () => {
    expect(
      app.ports.map(({ hostAddress, hostPort, containerPort, protocol }) => [
        hostAddress,
        hostPort,
        containerPort,
        protocol,
      ]),
    ).toEqual([
      [undefined, 80, 80, 'tcp'],
      [undefined, 8080, 90, 'udp'],
      [undefined, 8081, 91, 'udp'],
      [undefined, 8082, 92, 'udp'],
      ['127.0.0.1', 5000, 5000, 'tcp'],
      [undefined, 81, 80, 'tcp'],
    ]);
    expect(app.mounts.map(({ kind, source, target, readOnly }) => [kind, source, target, readOnly])).toEqual([
      ['volume', 'other', '/data', false],
      ['bind', '/p/y', '/x', false],
      ['volume', undefined, '/anon', false],
      ['tmpfs', undefined, '/tmp', false],
      ['tmpfs', undefined, '/run', false],
    ]);
    expect(app.mounts.at(-1)?.sizeBytes).toBe(1024 ** 2);
    expect([app.dns, app.capAdd, app.expose]).toEqual([
      ['1.1.1.1', '8.8.8.8'],
      ['A', 'B', 'C'],
      ['1', '2', '3'],
    ]);
    expect(app.extraHosts).toEqual([
      { host: 'h1', address: '1.2.3.4' },
      { host: 'h2', address: '::1' },
      { host: 'h3', address: '5.6.7.8' },
    ]);
  });

  it('place each attribute in the layer that says it last', () => {
    expect(app.declaredAt).toMatchObject({
      '': '/p/compose.yaml:3:3',
      command: '/p/over.yaml:4:14',
      'deploy.resources.limits.cpus': '/p/compose.yaml:20:57',
      'environment.A': '/p/compose.yaml:6:23',
    });
  });
});

describe('!reset and !override', () => {
  it('take away and replace what the layers below say', () => {
    const { project } = readingOf(
      {
        'a.yaml': `
services:
  app: { image: app, ports: ['80:80'], environment: { A: 1, B: 2 }, command: x, volumes: [/a, /b], networks: [n] }
  gone: { image: x }
networks: { n: {} }
`,
        'b.yaml': `
services:
  app:
    ports: !override ['81:81']
    environment: { A: !reset null, C: 3 }
    command: !reset null
    volumes: !reset []
    networks: !override { default: }
    cap_add: [!reset B, C]
  gone: !reset null
`,
      },
      { files: ['a.yaml', 'b.yaml'] },
    );
    expect(Object.keys(project.services)).toEqual(['app']);
    expect(project.services['app']).toMatchObject({ command: undefined, mounts: [], capAdd: ['C'] });
    expect(project.services['app']?.ports.map(({ hostPort }) => hostPort)).toEqual([81]);
    expect(named(project.services['app']?.environment)).toEqual({ B: '2', C: '3' });
    expect(project.services['app']?.networks.map(({ network }) => network)).toEqual(['default']);
  });
});

describe('documents of one file, anchors and merges', () => {
  it('are layers, and maps', () => {
    const { project } = readingOf({
      'compose.yaml': `
x-e: &e { A: 1, B: 2 }
x-f: &f { B: 3, C: 4 }
services:
  a: &a
    image: a
    environment: &env { <<: [*e, *f], D: 5 }
  b:
    <<: *a
    image: b
    environment: { <<: *env, A: own }
---
services:
  a: { ports: ['2:2'] }
`,
    });
    expect(named(project.services['a']?.environment)).toEqual({ A: '1', B: '2', C: '4', D: '5' });
    expect(named(project.services['b']?.environment)).toEqual({ A: 'own', B: '2', C: '4', D: '5' });
    expect(project.services['a']?.ports).toHaveLength(1);
    expect(project.services['b']?.ports).toHaveLength(0);
  });

  it('refuse layers of different form', () => {
    const texts = {
      'a.yaml': 'services: { a: { image: a, healthcheck: { retries: 1 } } }\n',
      'b.yaml': 'services: { a: { healthcheck: [x] } }\n',
    };
    expect(told(texts, { files: ['a.yaml', 'b.yaml'] })).toEqual([
      'b.yaml:1:31 services.a.healthcheck: a list of one over a map',
    ]);
  });
});
