import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { observationOf, problemsIn, readingOf, told } from '../../testing/compose-texts.ts';
import { asRegisteredError, canonicalJson, RegisteredError } from '../../src/kernel/index.ts';
import { readComposeProject } from './read-compose-project.ts';

const bytes = (content: Uint8Array) => () => ({ bytes: content, changedMs: 0 });
const request = { files: ['/p/compose.yaml'], environment: {}, seal: () => 'sealed' };

describe('a file that is no good', () => {
  it.each([
    ['a tab', 'services:\n\ta: { image: a }\n', 'yaml', '2:1'],
    ['a key that stands twice', 'services:\n  a: { image: a }\n  a: { image: b }\n', 'yaml', '3:3'],
    ['a number as key', 'services:\n  1: { image: a }\n', 'yaml', '2:3'],
    ['a number as key of a variable', 'services:\n  a: { image: a, environment: { 80: x } }\n', 'yaml', '2:33'],
    ['a file that ends in the middle', 'services:\n  a: { image: "a', 'yaml', '2:17'],
    [
      'a file of aliases',
      `a: &a [1]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*${at === 0 ? 'a' : `b${at - 1}`},*${at === 0 ? 'a' : `b${at - 1}`}]`).join('\n')}`,
      'yaml',
      undefined,
    ],
    ['values nested deeper than a stack', `services: ${'{a: '.repeat(50_000)}`, 'yaml', undefined],
    ['bytes', 'services:\n  a: \u0001\n', 'yaml', '2:6'],
    ['a section that is a list', 'services: []\n', 'form', '1:11'],
    ['a name with a space', 'services:\n  "a b": { image: a }\n', 'form', '2:3'],
    ['a variable that is not well-formed', 'services:\n  a: { image: "a:${" }\n', 'variable', '2:15'],
    ['a project name with other characters', 'name: x\nservices: { a: { image: a } }\n', 'value', '1:1'],
  ])('is refused with its place: %s', (what, text, kind, place) => {
    const options = what.startsWith('a project') ? { projectName: 'Not This' } : {};
    const [problem] = problemsIn({ 'compose.yaml': text }, options);
    expect(problem?.kind).toBe(kind);
    expect(problem?.place).toMatch(/^\/p\/compose\.yaml:\d+:\d+$/);
    if (place !== undefined) expect(problem?.place).toBe(`/p/compose.yaml:${place}`);
  });

  it('is refused as a whole where it cannot be read', () => {
    expect(() => readComposeProject(request, bytes(new Uint8Array(2_000_000)))).toThrow(/at most 1048576 bytes/);
    expect(() => readComposeProject(request, bytes(Uint8Array.of(0xff, 0xfe, 0x61)))).toThrow(/not UTF-8/);
    expect(() => readComposeProject(request, () => undefined)).toThrow(/no such file/);
    expect(() => readComposeProject({ ...request, files: [] })).toThrow(/no file was named/);
    expect(() => readComposeProject({ ...request, files: ['/proc/self/mem', '/dev/zero'] })).toThrow(
      /not a regular file|cannot be read/,
    );
  });

  it('lists no more problems than anybody mends', () => {
    const services = Array.from({ length: 2_000 }, (_, at) => `  s${at}: { image: a, ports: [x] }`).join('\n');
    const problems = problemsIn({ 'compose.yaml': `services:\n${services}\n` });
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)?.found).toBe('1950 more problems than are listed');
  });

  it('gives names that are something to JavaScript no meaning', () => {
    const { services, networks } = readingOf({
      'compose.yaml':
        'services: { __proto__: { image: a }, constructor: { image: b, labels: { __proto__: x } } }\nnetworks: { toString: {} }\n',
    }).project;
    expect(Object.keys(services)).toEqual(['__proto__', 'constructor']);
    expect(services['constructor']?.labels).toEqual([{ name: '__proto__', value: 'x' }]);
    expect('hasOwnProperty' in services).toBe(false);
    expect(Object.keys(networks)).toEqual(['default', 'toString']);
  });
});

const secret = 'hunter2-Zq8rT5wX1';

describe('secrets', () => {
  const text = `
services:
  app:
    image: 'https://ada:${secret}@registry.example/app'
    build: { context: 'https://ada:${secret}@git.example/app.git', args: { TOKEN: ${secret} } }
    command: [serve, --password=${secret}, --token, ${secret}, 'postgres://ada:${secret}@db/x']
    entrypoint: 'run --secret ${secret}'
    environment:
      PASSWORD: \${PASSWORD}
      URL: 'postgres://ada:\${PASSWORD}@db:5432/x?key=${secret}'
      OPAQUE: ${secret}
    env_file: app.env
    labels: { 'x.auth': '${secret}' }
    healthcheck: { test: 'redis-cli -a ${secret} ping' }
    logging: { driver: splunk, options: { splunk-token: '${secret}' } }
    container_name: 'x-\${PASSWORD}'
    hostname: \${PASSWORD}
    user: \${PASSWORD}
    working_dir: '/srv/\${PASSWORD}'
    sysctls: { a: '${secret}' }
    post_start: [{ command: 'notify ${secret}', environment: { T: '${secret}' } }]
    volumes: ['\${PASSWORD}:/v', '/s/\${PASSWORD}:/w']
    models: { m: { endpoint_var: '${secret}' } }
    unknown: ${secret}
  db: { image: db, ports: ['\${PORT:-5432}:5432'] }
models: { m: { model: x, runtime_flags: ['--key=${secret}'] } }
volumes: { other: { driver_opts: { password: '${secret}' } } }
configs: { c: { content: '${secret}' } }
secrets: { s: { environment: PASSWORD } }
x-note: ${secret}
`;
  const files = { 'compose.yaml': text, '.env': `PASSWORD=${secret}\n`, 'app.env': `API_KEY=${secret}\n` };

  it('are in nothing that is read', () => {
    // The volume that is named by a secret is none that is declared.
    const observation = observationOf({
      ...files,
      'compose.yaml': text.replace("'\\${PASSWORD}:/v', ", '').replace(/'\$\{PASSWORD\}:\/v', /, ''),
    });
    expect(Object.keys(observation.content.services)).toEqual(['app', 'db']);
    expect(JSON.stringify(observation)).not.toContain(secret);
    const app = observation.content.services['app'];
    expect(app?.environment.map(({ name }) => name)).toEqual(['API_KEY', 'PASSWORD', 'URL', 'OPAQUE']);
    expect(app?.environment.find(({ name }) => name === 'URL')?.address).toBe('postgres://db:5432');
  });

  it('are in no error', () => {
    const broken = [
      text,
      text.replace(
        'sysctls: {',
        `ports: ['\${PASSWORD}:80', '${secret}@x:1']\n    cpus: \${PASSWORD}\n    networks: ['\${PASSWORD}']\n    sysctls: {`,
      ),
      text.replace('labels: {', `depends_on: ['\${PASSWORD}']\n    extra_hosts: ['\${PASSWORD}']\n    labels: {`),
      `${text}\n  bad: "${secret}\n`,
      `${text}"${secret}": [`,
      text.replace('x-note:', 'services:'),
      `${text}include: ['\${PASSWORD}.yaml']\n`,
      text.replace('env_file: app.env', `env_file: 'x/\${PASSWORD}.env'`),
    ];
    for (const compose of broken) {
      let message = '';
      try {
        observationOf({ ...files, 'compose.yaml': compose }, { missingEnvFiles: 'refuse' });
      } catch (thrown) {
        const error = asRegisteredError(thrown);
        expect(error.code).toBe('compose-invalid');
        message = `${error.message} ${error.remedy} ${JSON.stringify(error.details)}`;
      }
      expect(message).not.toBe('');
      expect(message).not.toContain(secret);
    }
  });
});

/** A document that looks as people write them, with anything in any place. */
const scalar = fc.oneof(
  fc.constantFrom(
    'a',
    'db',
    '80:80',
    'x:/y',
    './z:/y',
    '${A}',
    '${A:?b}',
    '${B:-${A}}',
    '$$',
    '',
    '512m',
    '10s',
    'true',
    'service:db',
    'all',
    'NONE',
    'A=b',
    '1e999',
    '-1e308',
    '9'.repeat(400),
    `${'9'.repeat(300)}h`,
  ),
  fc.integer({ min: -2, max: 70_000 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 12 }),
);
const key = fc.constantFrom(
  ...'image build command environment env_file ports volumes networks depends_on links healthcheck deploy resources limits reservations cpus memory replicas profiles labels extends file service include path secrets configs source target test interval logging driver options ulimits gpus devices external name ipam config subnet models develop watch pre_start network_mode volumes_from a db x-a __proto__ context condition extra_hosts tmpfs dns'.split(
    ' ',
  ),
);
const value: fc.Memo<unknown> = fc.memo((depth) =>
  depth <= 1
    ? scalar
    : fc.oneof(
        scalar,
        fc.array(value(depth - 1), { maxLength: 3 }),
        fc.array(fc.tuple(key, value(depth - 1)), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      ),
);
const record = (of: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(fc.constantFrom('a', 'db', 'c'), of), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
const serviceLike = fc
  .array(fc.tuple(key, value(4)), { maxLength: 6 })
  .map((entries) => ({ image: 'a', ...Object.fromEntries(entries) }));
const documentLike = fc.record(
  {
    services: record(fc.oneof({ weight: 5, arbitrary: serviceLike }, { weight: 1, arbitrary: value(3) })),
    networks: record(value(3)),
    volumes: record(value(3)),
    secrets: record(value(3)),
    configs: record(value(3)),
    include: value(3),
    name: scalar,
  },
  { requiredKeys: ['services'] },
);

function givesModelOrError(texts: Readonly<Record<string, string>>): boolean {
  try {
    const { content } = observationOf(texts, { files: Object.keys(texts), environment: { A: '' } });
    return canonicalJson(content).length > 0;
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError)) throw thrown;
    return thrown.code === 'compose-invalid' || thrown.code === 'compose-unreadable';
  }
}

describe('whatever is in a file', () => {
  it('it gives a project or one registered error', () => {
    fc.assert(
      fc.property(documentLike, documentLike, (base, over) =>
        givesModelOrError({ 'compose.yaml': stringify(base), 'b.yaml': stringify(over) }),
      ),
      { numRuns: 400 },
    );
  });

  it('it does so where a good file was damaged', () => {
    const good =
      'x-a: &a\n  image: a:${A:-1}\n  ports: ["80-82:80-82", {target: 1}]\nservices:\n  a: {<<: *a, environment: {B: !reset x}}\n  db:\n    extends: {service: a}\n    volumes: ["v:/v"]\nvolumes: {v: }\n';
    expect(told(good)).toEqual([]);
    const damage = fc.record({
      at: fc.nat(good.length),
      length: fc.nat(6),
      text: fc.constantFrom(
        '',
        ':',
        '{',
        '}',
        '[',
        ']',
        '\n',
        '  ',
        '*a',
        '&a',
        '$',
        '"',
        "'",
        '-',
        '!override ',
        '\t',
        '\u0000',
        'a',
        '<<: ',
      ),
    });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        let text = good;
        for (const { at, length, text: inserted } of damages)
          text = text.slice(0, at) + inserted + text.slice(at + length);
        return givesModelOrError({ 'compose.yaml': text });
      }),
      { numRuns: 1_000 },
    );
  });
});
