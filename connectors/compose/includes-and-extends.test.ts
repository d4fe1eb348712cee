import { describe, expect, it } from '@jest/globals';
import { observationOf, readingOf, told } from '../../testing/compose-texts.ts';
import type { PlainValue } from './read/index.ts';

const named = (kept: readonly PlainValue[] | undefined) =>
  Object.fromEntries((kept ?? []).map(({ name, value }) => [name, value]));

describe('extends', () => {
  const { project } = readingOf(
    {
      'compose.yaml': `
services:
  base: { image: base, environment: { A: 1, B: 2 }, ports: ['1:1'], depends_on: [x], volumes: ['./d:/d'], command: a b }
  app: { extends: base, environment: [B=3], ports: ['2:2'] }
  app2: { extends: { service: app }, image: app2, ports: !override ['3:3'], environment: { A: !reset } }
  far: { extends: { file: sub/f.yaml, service: s }, environment: { L: '\${LOC:-d}' } }
  x: { image: x }
volumes: { vol: {} }
`,
      'sub/f.yaml': `
services:
  s: { extends: { service: t }, build: { context: ./ctx, args: [P=1] }, env_file: f.env, volumes: ['./v:/v', 'vol:/n'], depends_on: [x] }
  t: { extends: { file: deeper/g.yaml, service: u }, labels: { t: 1 } }
`,
      'sub/deeper/g.yaml': "services: { u: { image: 'u:\${TAG}', volumes: ['../w:/w'] } }\n",
      'sub/f.env': 'Q=1\n',
      '.env': 'TAG=7\n',
    },
    { files: ['compose.yaml'] },
  );

  it('puts a service over another one, chains too', () => {
    const { app, app2 } = project.services;
    expect(app?.image).toBe('base');
    expect(named(app?.environment)).toEqual({ A: '1', B: '3' });
    expect(app?.ports.map(({ hostPort }) => hostPort)).toEqual([1, 2]);
    expect(app2?.image).toBe('app2');
    expect(app2?.ports.map(({ hostPort }) => hostPort)).toEqual([3]);
    expect(named(app2?.environment)).toEqual({ B: '3' });
    expect(app2?.dependsOn.map(({ service }) => service)).toEqual(['x']);
  });

  it('takes paths of other files from where those are', () => {
    const { far } = project.services;
    expect(far).toMatchObject({ image: 'u:7', build: { context: '/p/sub/ctx' } });
    expect(far?.mounts.map(({ source }) => source)).toEqual(['/p/sub/w', '/p/sub/v', 'vol']);
    expect(named(far?.environment)).toEqual({ Q: '1', L: 'd' });
    expect(far?.environmentFiles).toEqual([{ path: '/p/sub/f.env', required: true, read: true }]);
    expect(far?.declaredAt['image']).toBe('/p/sub/deeper/g.yaml:1:25');
  });

  it('names circles, services and files that are not there', () => {
    expect(told('services:\n  a: { extends: b }\n  b: { extends: c }\n  c: { extends: a }\n')).toEqual([
      'compose.yaml:2:17 services.a.extends: a circle: a → b → c → a',
    ]);
    expect(told('services:\n  a: { image: x, extends: a }\n')).toEqual([
      'compose.yaml:2:27 services.a.extends: a circle: a → a',
    ]);
    const crossing = {
      'compose.yaml': 'services: { a: { extends: { file: f.yaml, service: b } } }\n',
      'f.yaml': 'services: { b: { extends: { file: compose.yaml, service: a } } }\n',
    };
    expect(told(crossing)).toEqual([expect.stringMatching(/a circle: a → b in f.yaml → a/)]);
    expect(told('services: { a: { image: x, extends: nope } }\n')).toEqual([
      'compose.yaml:1:37 services.a.extends: "nope", which is no service of compose.yaml',
    ]);
    expect(told('services: { a: { image: x, extends: { file: no.yaml, service: b } } }\n')).toEqual([
      'compose.yaml:1:37 services.a.extends: "no.yaml", which is not there',
    ]);
  });
});

describe('include', () => {
  const { project } = readingOf({
    'compose.yaml': `
include: [sub/i.yaml, { path: [sub/j.yaml, sub/k.yaml], project_directory: other, env_file: e.env }]
services: { app: { image: app, depends_on: [i, j], environment: { V: '\${V}', W: '\${W}' } } }
`,
    '.env': 'V=top\n',
    'sub/.env': 'V=sub\nW=sub\n',
    'sub/i.yaml': "services: { i: { image: 'i:\${V}-\${W}', build: ., volumes: ['./x:/x'] } }\nvolumes: { vi: {} }\n",
    'sub/j.yaml':
      "services: { j: { image: j, build: ./b, environment: { V: '\${V}', W: '\${W}' }, env_file: [x.env] } }\n",
    'sub/k.yaml': "services: { j: { command: k, ports: ['1:1'] } }\nnetworks: { default: { name: kn } }\n",
    'e.env': 'V=fromE\nW=fromE\n',
    'other/x.env': 'Z=\${V}\n',
  });

  it('reads files with their own variables, which those around win over', () => {
    expect(project.services['i']?.image).toBe('i:top-sub');
    expect(named(project.services['j']?.environment)).toEqual({ V: 'top', W: 'fromE', Z: 'top' });
    expect(named(project.services['app']?.environment)).toEqual({ V: 'top', W: '' });
  });

  it('takes paths from the included file, or from the directory that is named', () => {
    expect(project.services['i']).toMatchObject({ build: { context: '/p/sub' }, mounts: [{ source: '/p/sub/x' }] });
    expect(project.services['j']).toMatchObject({ build: { context: '/p/other/b' }, command: [{ value: 'k' }] });
    expect(project.networks['default']?.engineName).toBe('kn');
    expect(Object.keys(project.volumes)).toEqual(['vi']);
    expect(project.sources.map(({ path, role }) => `${role} ${path}`)).toContain('include /p/sub/k.yaml');
  });

  it('names circles and files that are not there', () => {
    const circle = {
      'compose.yaml': 'include: [i.yaml]\nservices: { a: { image: a } }\n',
      'i.yaml': 'include: [compose.yaml]\n',
    };
    expect(told(circle)).toEqual(['i.yaml:1:11 include.0: a circle: compose.yaml → i.yaml → compose.yaml']);
    expect(told('include: [nope.yaml]\nservices: { a: { image: a } }\n')).toEqual([
      'compose.yaml:1:11 include.0: "nope.yaml", which is not there',
    ]);
  });
});

describe('what would have to be fetched', () => {
  it('is counted, and what it may define is not missed', () => {
    const { content, coverage } = observationOf({
      'compose.yaml': `
include: ['oci://registry.example/base:1', 'https://github.com/a/b.git#v1:compose.yaml']
services:
  app: { image: app, depends_on: [unknown], volumes: ['somewhere:/v'] }
  far: { extends: { file: 'git@github.com:a/b.git', service: s } }
`,
    });
    expect(Object.keys(content.services)).toEqual(['app', 'far']);
    expect(coverage.notUnderstood.map(({ what, count }) => [what, count])).toEqual([
      ['include of what would have to be fetched', 2],
      ['extends of what would have to be fetched', 1],
      ['a reference to what may be in a file that was not fetched', 3],
    ]);
  });
});
