import { describe, expect, it } from '@jest/globals';
import { observationOf, readingOf, told } from '../../testing/compose-texts.ts';

const two = (app: string, rest = ''): string =>
  `services:\n  app: { image: app, ${app} }\n  db: { image: db }\n${rest}`;

describe('references', () => {
  it.each([
    ['depends_on: [nope]', '"nope", which is no service'],
    ['links: [nope]', '"nope", which is no service'],
    ['volumes_from: [nope]', '"nope", which is no service'],
    ["network_mode: 'service:nope'", '"nope", which is no service'],
    ["pid: 'service:nope'", '"nope", which is no service'],
    ['networks: [nope]', '"nope", which is no network of the project'],
    ["volumes: ['nope:/v']", '"nope", which is no volume of the project'],
    ['secrets: [nope]', '"nope", which is none of the project\'s secrets'],
    ['configs: [nope]', '"nope", which is none of the project\'s configs'],
    ['models: [nope]', '"nope", which is no model of the project'],
    ['build: { secrets: [nope] }', '"nope", which is no secret of the project'],
    ["build: { additional_contexts: ['a=service:nope'] }", '"nope", which is no service'],
    ["build: { additional_contexts: ['a=service:db'] }", '"db", which is not built'],
    ['depends_on: [constructor]', '"constructor", which is no service'],
  ])('%s is told of', (attribute, found) => {
    expect(told(two(attribute))).toEqual([expect.stringMatching(/^compose\.yaml:2:\d+ services\.app\./)]);
    expect(told(two(attribute))[0]).toContain(found);
  });

  it('a service without an image, a build or a provider is told of', () => {
    expect(told('services:\n  a: { command: x }\n')).toEqual([
      'compose.yaml:2:3 services.a: a service without an image and without a build',
    ]);
    expect(told('services:\n  a:\n')).toEqual(['compose.yaml:2:3 services.a: nothing']);
  });
});

describe('circles', () => {
  it.each([
    [
      'services:\n  a: { image: a, depends_on: [b] }\n  b: { image: b, depends_on: [c] }\n  c: { image: c, depends_on: [a] }\n',
      'a → b → c → a',
    ],
    ['services:\n  a: { image: a, depends_on: [a] }\n', 'a → a'],
    ['services:\n  a: { image: a, links: [a] }\n', 'a → a'],
    ["services:\n  a: { image: a, network_mode: 'service:b' }\n  b: { image: b, volumes_from: [a] }\n", 'a → b → a'],
  ])('name the way round', (text, way) => {
    expect(told(text)).toEqual([expect.stringContaining(`a circle: ${way}`)]);
  });

  it('are found in chains longer than a stack', () => {
    const services = Array.from(
      { length: 3_000 },
      (_, at) => `  s${at}: { image: x, depends_on: [s${(at + 1) % 3_000}] }`,
    );
    expect(told(`services:\n${services.join('\n')}\n`)).toHaveLength(1);
  });
});

describe('profiles', () => {
  const text = `services:
  app: { image: app, depends_on: [db] }
  db: { image: db, profiles: [data] }
  tool: { image: tool, profiles: [debug], depends_on: { db: { condition: service_healthy, required: false } } }
`;

  it('name what is needed and not started, and how to start it', () => {
    expect(told(text)).toEqual([
      'compose.yaml:2:35 services.app.depends_on.db: "db", which starts only with a profile of data',
    ]);
  });

  it('say which services are started; the others are there too', () => {
    const activeWith = (options: object) => {
      const { services } = readingOf({ 'compose.yaml': text }, options).project;
      return Object.values(services).flatMap(({ name, active }) => (active ? [name] : []));
    };
    expect(activeWith({ profiles: ['data'] })).toEqual(['app', 'db']);
    expect(activeWith({ profiles: ['*'] })).toEqual(['app', 'db', 'tool']);
    expect(activeWith({ environment: { COMPOSE_PROFILES: 'data, debug' } })).toEqual(['app', 'db', 'tool']);
  });

  it('leave alone what is wrong with services that are not started', () => {
    const off = 'services:\n  a: { image: a }\n  b: { profiles: [p], depends_on: [gone], env_file: gone.env }\n';
    expect(told(off, { missingEnvFiles: 'refuse' })).toEqual([]);
    expect(told(off, { missingEnvFiles: 'refuse', profiles: ['p'] })).not.toEqual([]);
  });
});

describe('dependencies', () => {
  it('are what a service says, and what sharing with another implies', () => {
    const { services } = readingOf({
      'compose.yaml': `services:
  a: { image: a, network_mode: 'service:b', ipc: 'service:c', pid: 'service:d' }
  b: { image: b }
  c: { image: c, volumes_from: [d, 'container:zz'] }
  d: { image: d, links: ['b:bb'] }
`,
    }).project;
    const of = (name: string) =>
      services[name]?.dependsOn.map(({ service, from, restart }) => `${service} ${from} ${restart}`);
    expect(of('a')).toEqual(['b network_mode true', 'c ipc true', 'd pid true']);
    expect(of('c')).toEqual(['d volumes_from false']);
    expect(of('d')).toEqual(['b links true']);
    expect(services['a']?.networks).toEqual([]);
    expect(services['d']?.links).toEqual([{ service: 'b', alias: 'bb' }]);
  });
});

describe('a file of variables that is not there', () => {
  const text = 'services: { a: { image: a, env_file: [gone.env, { path: may-be.env, required: false }] } }\n';

  it('is counted for whoever captures, and refused for whoever asks for that', () => {
    expect(observationOf({ 'compose.yaml': text }).coverage.notUnderstood).toEqual([
      { what: 'env_file that is not there', place: '/p/compose.yaml:1:39', count: 1 },
    ]);
    expect(told(text, { missingEnvFiles: 'refuse' })).toEqual([
      'compose.yaml:1:39 services.a.env_file: "/p/gone.env", which is not there',
    ]);
  });

  it('does as well for required variables', () => {
    const required = "services: { a: { image: 'a:${TAG:?the tag}' } }\n";
    expect(told(required)).toEqual(['compose.yaml:1:25 services.a.image: the variable TAG without a value']);
    const { coverage } = observationOf({ 'compose.yaml': required }, { missingVariables: 'note' });
    expect(coverage.notUnderstood.map(({ what }) => what)).toEqual(['required variable TAG without a value']);
  });
});
