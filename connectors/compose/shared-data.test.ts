import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from '@jest/globals';
import { itWhere } from '../../testing/it-where.ts';
import { RegisteredError, sealWith } from '../../src/kernel/index.ts';
import type { ComposeProblem } from '../../src/kernel/index.ts';
import { findComposeFiles } from './find-compose-files.ts';
import { readComposeProject } from './read-compose-project.ts';

const data = resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const itWithData = itWhere(existsSync(data), 'no ../shared/data');
const seal = sealWith(new Uint8Array(16));

function read(
  files: readonly string[],
  options: object = {},
): ReturnType<typeof readComposeProject> | readonly ComposeProblem[] {
  try {
    return readComposeProject({
      files: files.map((path) => join(data, path)),
      environment: {},
      profiles: ['*'],
      seal,
      ...options,
    });
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError) || thrown.code !== 'compose-invalid') throw thrown;
    return (thrown as RegisteredError<'compose-invalid'>).details.problems;
  }
}

const project = (...files: string[]) => {
  const reading = read(files);
  if (!('content' in reading)) throw new Error(JSON.stringify(reading, undefined, 1));
  return reading.content;
};

const refused = (...files: string[]) => {
  const reading = read(files);
  return 'content' in reading ? [] : reading.map(({ kind, found }) => `${kind}: ${found}`);
};

const loader = 'compose-go-testdata/loader/testdata';
const cli = 'compose-go-testdata/cli/testdata';

/**
 * What docker compose refuses of them where no variable is given: ports and paths made of variables, variables that are
 * required, and one project whose services have neither image nor build.
 */
const refusedByCompose = [
  'audiobookshelf',
  'cloudflare-ddns',
  'cloudflared',
  'documenso',
  'evershop',
  'java',
  'lavalink',
  'livekit',
  'openobserve',
  'postgres-pgdog',
  'seafile',
  'spliit',
  'supabase',
  'teable',
];

describe('compose files as people write them', () => {
  itWithData('resolve, but for those that docker compose refuses too', () => {
    const files = globSync(
      [
        'compose-{dokploy,awesome}/**/*.{yml,yaml}',
        'deathstarbench/**/docker-compose*.yml',
        'train-ticket/**/*docker-compose*.yml',
      ],
      { cwd: data },
    ).filter((path) => /compose[^/]*\.ya?ml$/.test(path));
    expect(files.length).toBeGreaterThan(300);
    const problems = files.flatMap((file) => refused(file).map((problem) => `${file} ${problem}`));
    const names = problems.map((problem) => /\/([^/]+)\/docker-compose/.exec(problem)?.[1]);
    expect([...new Set(names)].sort()).toEqual(refusedByCompose);
    const reasons = problems.map((problem) => problem.replace(/^\S+ (\w+):.*$/s, '$1'));
    expect([...new Set(reasons)].sort()).toEqual(['form', 'value', 'variable']);
  });

  itWithData('of the OpenTelemetry demo give its services, from all of its layers', () => {
    const demo = project('otel-demo/compose.yaml');
    expect(Object.keys(demo.services).length).toBeGreaterThan(15);
    const observed = project('otel-demo/compose.yaml', 'otel-demo/compose.observability.yaml');
    expect(Object.keys(observed.services).length).toBeGreaterThan(Object.keys(demo.services).length);
  });

  itWithData('of the social network give the twelve services and their stores', () => {
    const { services } = project('deathstarbench/socialNetwork/docker-compose.yml');
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['nginx-thrift', 'compose-post-service', 'user-service', 'jaeger-agent']),
    );
    expect(services['compose-post-service']?.dependsOn.map(({ service }) => service)).toContain('jaeger-agent');
  });
});

describe("the fixtures of docker compose's own library", () => {
  itWithData('that must fail do, and name the way round', () => {
    expect(refused(`${loader}/compose-depends-on-cycle.yaml`)).toEqual([
      'circle: a circle: service1 → service2 → service3 → service1',
    ]);
    expect(refused(`${loader}/compose-depends-on-self.yaml`)).toEqual(['circle: a circle: service1 → service1']);
    expect(refused(`${loader}/compose-include-cycle.yaml`)).toEqual([
      expect.stringMatching(/^circle: a circle: .*compose-include-cycle\.yaml/),
    ]);
    expect(refused(`${loader}/empty.yaml`)).toEqual(['not-compose: a file without content']);
  });

  itWithData('give what they are made to give', () => {
    const { services } = project(`${loader}/compose-test-extends.yaml`);
    expect(services['importer']?.image).toBe('nginx');
    const layered = project(`${cli}/simple/compose.yaml`, `${cli}/simple/compose-with-overrides.yaml`);
    expect(Object.keys(layered.services)).toEqual(['simple']);
    const included = project(`${loader}/include/compose.yaml`);
    expect(included.sources.some(({ role }) => role === 'include')).toBe(true);
    const version = read([`${loader}/compose-test-with-version.yaml`]);
    expect('coverage' in version && version.coverage.notUnderstood.map(({ what }) => what)).toContain(
      'version: obsolete, docker compose leaves it out',
    );
    expect(project(`${cli}/UNNORMALIZED PATH/compose.yaml`).name).toBe('unnormalizedpath');
  });
});

describe('findComposeFiles', () => {
  itWithData('takes the usual names of a folder, and no others', () => {
    expect(findComposeFiles(join(data, 'otel-demo'))).toEqual([join(data, 'otel-demo/compose.yaml')]);
    expect(findComposeFiles(join(data, 'compose-dokploy/ackee'))).toEqual([
      join(data, 'compose-dokploy/ackee/docker-compose.yml'),
    ]);
    expect(findComposeFiles(data)).toEqual([]);
    expect(findComposeFiles(join(data, 'nowhere'))).toEqual([]);
  });
});
