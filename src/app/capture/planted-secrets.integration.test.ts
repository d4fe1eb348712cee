import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { useEstateCommands, written } from '../../../testing/estate-commands.ts';
import { PlantedSecrets, secretShapes } from '../../../testing/planted-secrets.ts';
import type { SecretShape } from '../../../testing/planted-secrets.ts';
import { temporaryDir } from '../../../testing/temporary-dir.ts';

jest.setTimeout(180_000);

const commands = useEstateCommands('planted');

/** Compose reads `$` as a variable; what stands in YAML is quoted as JSON, which YAML is. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'));

/** A shape that can stand in one line, in the user part of a URL, in a path. */
const inUrl = (secret: string): string => encodeURIComponent(secret);

function composeFile(secrets: PlantedSecrets, shape: SecretShape): Readonly<Record<string, string>> {
  const plant = (place: string): string => secrets.plant(shape, place);
  const of = (place: string): string => quoted(plant(place));
  const url = (place: string, scheme = 'postgres'): string =>
    quoted(`${scheme}://app:${inUrl(plant(place))}@db.internal:5432/app?sslmode=require`);
  const compose = `
name: planted
x-shared: &shared
  PLAIN_EXTENSION: ${of('an extension at the top')}
x-note: ${of('a note at the top')}
services:
  web:
    image: ${quoted(`registry.example/app:1`)}
    build:
      context: ${quoted(`https://ada:${inUrl(plant('a build context'))}@git.example/app.git`)}
      args: { NPM_AUTH: ${of('a build argument')}, COLOUR: ${of('a build argument with a plain name')} }
    environment:
      <<: *shared
      API_TOKEN: ${of('a variable with a telling name')}
      GREETING: ${of('a variable with a plain name')}
      DATABASE_URL: ${url('a URL in a variable')}
      QUERY: ${quoted(`https://api.example/v1?key=${inUrl(plant('a query in a variable'))}`)}
      CONNECTION: ${quoted(`Server=db;User Id=app;Password=${plant('a connection string')};`)}
      BASIC: ${quoted(`--user app:${plant('flags in a variable')}`)}
      SUBSTITUTED: "\${FROM_DOTENV}"
      OTEL_EXPORTER_OTLP_HEADERS: ${quoted(`authorization=Bearer ${plant('headers of an exporter')}`)}
      OTEL_RESOURCE_ATTRIBUTES: ${quoted(`service.name=web,deployment.key=${inUrl(plant('a resource attribute'))}`)}
      SPRING_JSON: ${quoted(JSON.stringify({ spring: { password: plant('JSON in a variable') } }))}
    command: [serve, ${quoted(`--password=${plant('a flag')}`)}, --token, ${of('a word after a flag')}, ${url('a URL in a command')}, ${quoted(`-p${plant('an attached password')}`)}]
    entrypoint: [sh, -c, ${quoted(`exec app --key ${plant('a line of shell')}`)}]
    labels:
      traefik.http.middlewares.auth.basicauth.users: ${quoted(`ada:${plant('a label of basic authentication')}`)}
      note: ${of('a label')}
      owner: platform
    healthcheck:
      test: [CMD, redis-cli, -a, ${of('a health check')}, ping]
    logging: { driver: splunk, options: { splunk-token: ${of('a logging option')} } }
    extra_hosts: [${quoted('db:10.0.0.2')}]
    sysctls: { net.core.somaxconn: ${of('a sysctl')} }
    annotations: { note: ${of('an annotation')} }
    post_start: [{ command: [notify, ${of('a hook')}], environment: { T: ${of('a variable of a hook')} } }]
    unknown_key: ${of('an unknown key')}
    unknown_tree: { deep: [${of('a tree below an unknown key')}] }
    x-more: ${of('an extension of a service')}
    env_file: [app.env]
    deploy:
      labels: { secretlabel: ${of('a label of a deployment')} }
      resources: { limits: { memory: 64m } }
    secrets: [pw]
    configs: [inline]
    develop: { watch: [{ path: ., action: rebuild, x-secret: ${of('an extension of a watch')} }] }
  worker:
    image: ${quoted(`ada:${inUrl(plant('credentials of an image'))}@registry.example/worker:2`)}
    environment:
      - ${quoted(`PASSWORD=${plant('a variable of a list')}`)}
      - ${quoted(`NAME=${plant('a plain variable of a list')}`)}
    command: ${quoted(`run --secret ${plant('a command line').replaceAll('\n', ' ')}`)}
    labels: [${quoted(`com.example.key=${plant('a label of a list')}`)}]
    depends_on: [db]
  db:
    image: postgres:16
    environment: { POSTGRES_PASSWORD: ${of('a password of Postgres')}, POSTGRES_INITDB_ARGS: ${quoted(`--pwd ${plant('arguments of Postgres')}`)} }
    healthcheck: { test: ${quoted(`PGPASSWORD=${plant('a health check in a line').replaceAll('\n', ' ')} psql`)} }
secrets:
  pw: { environment: FROM_DOTENV }
configs:
  inline: { content: ${of('the content of a config')} }
volumes:
  data: { driver_opts: { password: ${of('an option of a volume')} }, labels: { note: ${of('a label of a volume')} } }
networks:
  default: { driver_opts: { key: ${of('an option of a network')} }, labels: { note: ${of('a label of a network')} } }
`;
  const line = (place: string): string => plant(place).replaceAll('\n', '\\n');
  return {
    'compose.yaml': compose,
    '.env': `FROM_DOTENV="${line('a variable of .env')}"\nUNUSED="${line('an unused variable of .env')}"\n`,
    'app.env': `API_KEY="${line('a variable of an env_file')}"\nMOTTO="${line('a plain variable of an env_file')}"\n`,
  };
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** Spans that hold secrets where careless programs put them. */
function spansOf(secrets: PlantedSecrets, shape: SecretShape, service: string) {
  const plant = (place: string): string => secrets.plant(shape, `${place} of a span`);
  const inLine = (place: string): string => plant(place).replaceAll('\n', ' ');
  let count = 0;
  const span = (kind: number, name: string, attributes: readonly object[]) => ({
    // A trace for each: what is inside of a request's own work is no operation, and would show nothing.
    traceId: ((secretShapes.indexOf(shape) + 1) * 1_000 + (count += 1)).toString(16).padStart(32, '0'),
    spanId: count.toString(16).padStart(16, '0'),
    name,
    kind,
    startTimeUnixNano: `176722560${count % 10}000000000`,
    endTimeUnixNano: `176722560${count % 10}500000000`,
    attributes,
  });
  const spans = [
    span(2, `GET /orders?token=${inUrl(plant('a query in the name'))}`, [
      attribute('http.request.method', 'GET'),
      attribute('url.path', '/orders'),
      attribute('url.query', `session=${plant('a query attribute')}`),
      attribute('user_agent.original', plant('a user agent')),
      attribute('http.request.header.authorization', `Bearer ${plant('a header')}`),
    ]),
    span(3, 'GET', [
      attribute('http.method', 'GET'),
      attribute('http.url', `https://api.example/v1/pay?api_key=${inUrl(plant('the query of http.url'))}#x`),
    ]),
    span(3, 'GET', [
      attribute('http.request.method', 'GET'),
      attribute('url.full', `https://ada:${inUrl(plant('the user of url.full'))}@partner.example/v2/list`),
    ]),
    span(3, 'GET', [
      attribute('http.request.method', 'GET'),
      attribute('url.full', `https://ada:${inLine('an unescaped password of url.full')}@other.example/v2/list`),
    ]),
    span(2, 'GET', [
      attribute('http.request.method', 'GET'),
      attribute('http.target', `/login;jsessionid=${inUrl(plant('a matrix parameter'))}`),
    ]),
    span(2, 'GET', [
      attribute('http.request.method', 'GET'),
      attribute('http.target', `/share/token=${inUrl(plant('a pair in a path'))}/view`),
    ]),
    span(2, `GET /reset`, [
      attribute('http.request.method', 'GET'),
      attribute('http.route', `/reset?token=${inUrl(plant('the query of a route'))}`),
    ]),
    span(2, `login user=ada password=${inLine('a pair in the name')}`, []),
    span(2, `auth token: ${inLine('a colon in the name')}`, []),
    span(2, `ask Authorization: Bearer ${inLine('a bearer in the name')}`, []),
    span(2, `check '${inLine('quoted text in the name')}'`, []),
    span(3, `AUTH ${inLine('a command in the name')}`, [attribute('db.system', 'redis')]),
    span(3, 'redis', [
      attribute('db.system', 'redis'),
      attribute('db.statement', `AUTH ${plant('a statement of Redis')}`),
    ]),
    span(3, 'pg.query', [
      attribute('db.system', 'postgresql'),
      attribute('db.statement', `SELECT * FROM users WHERE password = '${plant('a literal of SQL')}'`),
      attribute('db.connection_string', `postgres://app:${inUrl(plant('a connection string'))}@db/app`),
      attribute('net.peer.name', 'db'),
    ]),
    span(3, 'pg.query', [
      attribute('db.system', 'postgresql'),
      attribute('db.query.text', `ALTER USER app WITH PASSWORD '${plant('a statement that sets a password')}'`),
    ]),
    span(3, `UPDATE users SET password = '${inLine('a statement as the name')}'`, [attribute('db.system', 'mysql')]),
    span(3, 'mongo.find', [
      attribute('db.system', 'mongodb'),
      attribute('db.statement', JSON.stringify({ find: 'users', filter: { pw: plant('a document of MongoDB') } })),
    ]),
    span(3, 'query', [
      attribute('db.system', 'mssql'),
      attribute('db.name', `Server=db;Password=${inLine('a connection string as the name of a database')};`),
    ]),
    span(3, 'call', [
      attribute('peer.service', `postgres://app:${inUrl(plant('an address as a peer'))}@store.example/x`),
    ]),
    span(3, 'call', [attribute('server.address', `ada:${inUrl(plant('credentials of an address'))}@mail.example`)]),
    span(3, 'call', [attribute('peer.service', `ada:${inUrl(plant('credentials of a peer'))}@queue.example`)]),
    span(4, 'send', [
      attribute('messaging.system', 'sqs'),
      attribute('messaging.destination.name', `https://sqs.example/orders?sig=${inUrl(plant('the query of a queue'))}`),
    ]),
    span(3, 'fail', [
      attribute('error.type', `denied for token=${inLine('an error type')}`),
      attribute('exception.message', plant('the message of an exception')),
      attribute('exception.stacktrace', plant('a stack')),
      attribute('app.password', plant('an attribute of the program')),
    ]),
  ];
  return {
    resourceSpans: [
      {
        resource: {
          attributes: [
            attribute('service.name', service),
            attribute('service.instance.id', `redis://:${inUrl(plant('an instance'))}@cache:6379/0`),
            attribute('service.version', `1.0 token=${inLine('a version')}`),
            attribute('process.command_args', plant('the arguments of the process')),
            attribute('host.name', 'web-1'),
            attribute('deployment.key', plant('an attribute of the process')),
          ],
        },
        scopeSpans: [{ spans }],
      },
    ],
  };
}

/** Of these shapes even the bare word is told from a name, wherever it stands. */
const unmistakable: readonly SecretShape[] = ['random', 'hexadecimal', 'jwt', 'base64', 'issued', 'url-encoded'];

function bareSpans(secrets: PlantedSecrets, shape: SecretShape) {
  const plant = (place: string): string => secrets.plant(shape, `${place}, bare`);
  const span = (spanId: number, kind: number, name: string, attributes: readonly object[]) => ({
    traceId: spanId.toString(16).padStart(32, 'b'),
    spanId: spanId.toString(16).padStart(16, '0'),
    name,
    kind,
    startTimeUnixNano: '1767225600000000000',
    endTimeUnixNano: '1767225600500000000',
    attributes,
  });
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'bare')] },
        scopeSpans: [
          {
            spans: [
              span(1, 2, `GET /reset/${plant('a path in the name')}`, []),
              span(2, 2, 'GET', [
                attribute('http.request.method', 'GET'),
                attribute('url.path', `/invite/${plant('a path')}/accept`),
              ]),
              span(3, 2, `refresh ${plant('a word of the name')}`, []),
              span(4, 3, 'get', [
                attribute('db.system', 'redis'),
                attribute('db.query.summary', `GET ${plant('a key')}`),
              ]),
              span(5, 4, 'send', [
                attribute('messaging.system', 'nats'),
                attribute('messaging.operation.type', 'send'),
                attribute('messaging.destination.name', `reply.${plant('a destination')}`),
              ]),
            ],
          },
        ],
      },
    ],
  };
}

interface Shown {
  readonly nodes: readonly { readonly name: string }[];
}

describe('secrets in what is captured', () => {
  it('are in no row of the database, and in nothing that any command says', async () => {
    const secrets = new PlantedSecrets();
    const folder = temporaryDir('planted');
    const paths: string[] = [];
    for (const shape of secretShapes) {
      const project = join(folder, shape);
      mkdirSync(project);
      for (const [name, content] of Object.entries(composeFile(secrets, shape))) written(project, name, content);
      paths.push(project);
      paths.push(written(folder, `${shape}.json`, spansOf(secrets, shape, `svc-${shape}`)));
    }
    for (const shape of unmistakable) {
      paths.push(written(folder, `${shape}.json.gz`, gzipSync(JSON.stringify(bareSpans(secrets, shape)))));
    }
    const said = await commands.run(['capture', ...paths, '--estate', 'planted']);
    expect(said.stderr).not.toContain('error');
    expect(said.code).toBe(0);

    expect(secrets.size).toBeGreaterThan(500);
    const texts: string[] = [said.stdout, said.stderr, await commands.databaseText()];
    expect(texts[2]).toContain('POSTGRES_PASSWORD');
    const ask = async (...words: string[]): Promise<void> => {
      const { stdout, stderr, code } = await commands.run(['estate', ...words, '--estate', 'planted']);
      expect(code).toBe(0);
      texts.push(stdout, stderr);
    };
    await ask('coverage');
    await ask('diff', '--declared');
    await ask('map');
    await ask('show', 'svc-random');
    expect(texts.flatMap((text) => secrets.foundIn(text))).toEqual([]);
    const { nodes } = await commands.json<Shown>(['estate', 'show', '--estate', 'planted']);
    expect(nodes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['svc-words', 'queue.example', 'store.example', 'other.example', 'partner.example']),
    );
  });

  it('are in no error of a file that is refused, nor in what is said of a file that was read in part', async () => {
    const secrets = new PlantedSecrets();
    const folder = temporaryDir('planted-errors');
    const paths = secretShapes.flatMap((shape) => {
      const of = (place: string): string => quoted(secrets.plant(shape, place));
      const raw = (place: string): string => secrets.plant(shape, place);
      return [
        written(
          folder,
          `cut-${shape}.yaml`,
          `services:\n  a:\n    image: x\n    environment: { A: ${of('text before a break')}\n`,
        ),
        written(
          folder,
          `cut-${shape}.json`,
          `{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":{"stringValue":${JSON.stringify(raw('text before the end'))}`,
        ),
        written(folder, `odd-${shape}.json`, { resourceSpans: raw('a text where a list belongs') }),
        written(folder, `zipkin-${shape}.json`, [
          { traceId: raw('a trace id'), id: raw('a span id'), timestamp: raw('a time') },
        ]),
        written(folder, `list-${shape}.json`, [{ password: raw('a list of something else') }]),
        written(folder, `words-${shape}.txt`, raw('a text')),
        written(folder, `table-${shape}.csv`, `user,password\nada,${of('a table of something else')}\n`),
      ];
    });
    const { code, stdout, stderr } = await commands.run(['capture', ...paths, '--estate', 'refused']);
    expect(code).toBe(2);
    const asJson = await commands.run(['capture', ...paths, '--estate', 'refused', '--output', 'json']);
    const all = [stdout, stderr, asJson.stdout, asJson.stderr, await commands.databaseText()].join('\n');
    expect(secrets.size).toBeGreaterThanOrEqual(secretShapes.length * 8);
    expect(secrets.foundIn(all)).toEqual([]);
  });

  it('are in nothing that is read of a Prometheus, nor in what is said where it cannot be read', async () => {
    const secrets = new PlantedSecrets();
    for (const shape of ['words', 'url-encoded', 'base64'] as const) {
      const password = inUrl(secrets.plant(shape, 'the address of a Prometheus'));
      const label = secrets.plant(shape, 'a label');
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://any');
        const success = (data: unknown): void => void response.end(JSON.stringify({ status: 'success', data }));
        response.setHeader('content-type', 'application/json');
        const metric = { job: 'web', service: 'web', api_token: label, path: `/x?token=${label}` };
        if (pathname.endsWith('/label/__name__/values')) success(['http_requests_total', 'up']);
        else if (pathname.endsWith('/query_range'))
          success({ resultType: 'matrix', result: [{ metric, values: [[1_700_000_000, '1']] }] });
        else if (pathname.endsWith('/query'))
          success({ resultType: 'vector', result: [{ metric, value: [1_700_000_000, '1'] }] });
        else if (pathname.endsWith('/rules'))
          success({
            groups: [
              {
                name: 'g',
                rules: [
                  {
                    type: 'alerting',
                    name: 'Down',
                    query: 'up == 0',
                    labels: { hook_token: label },
                    annotations: { runbook: `https://ada:${inUrl(label)}@wiki.example/x` },
                    alerts: [],
                  },
                ],
              },
            ],
          });
        else {
          response.statusCode = 404;
          response.end('{}');
        }
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const said = await commands.run([
        ...['capture', '--estate', 'measured', '--prometheus', `http://ada:${password}@127.0.0.1:${port}`],
      ]);
      server.close();
      server.closeAllConnections();
      expect(said.code).toBe(0);
      const gone = await commands.run(['capture', '--prometheus', `http://ada:${password}@127.0.0.1:${port}`]);
      expect(gone.code).not.toBe(0);
      const refused = await commands.run(['capture', '--prometheus', `ftp://ada:${password}@127.0.0.1:${port}`]);
      expect(refused.code).toBe(2);
      const shown = await commands.run(['estate', 'coverage', '--estate', 'measured', '--output', 'json']);
      const texts = [said, gone, refused, shown].flatMap(({ stdout, stderr }) => [stdout, stderr]);
      expect(secrets.foundIn([...texts, await commands.databaseText()].join('\n'))).toEqual([]);
    }
  });
});
