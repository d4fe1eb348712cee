import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { useEstateCommands, written } from '../../../testing/estate-commands.ts';
import { temporaryDir } from '../../../testing/temporary-dir.ts';
import { otlpOf } from '../../../testing/trace-encoders.ts';

jest.setTimeout(180_000);

const commands = useEstateCommands('estate');

interface Shown {
  readonly snapshot: string;
  readonly nodes: readonly { readonly name: string; readonly owner: string | null }[];
}

/** A request to one service that another one makes. */
const call = (number: number, from: string, to: string) => {
  const traceId = (number + 1).toString(16).padStart(32, '0');
  const common = { traceId, startUs: 1_767_225_600_000_000 + number, durationUs: 500, isError: false, attributes: {} };
  return [
    { ...common, spanId: '1'.padStart(16, '0'), parentSpanId: undefined, kind: 'server', name: 'GET /', service: from },
    {
      ...common,
      spanId: '2'.padStart(16, '0'),
      parentSpanId: '1'.padStart(16, '0'),
      kind: 'client',
      name: 'GET',
      service: from,
    },
    {
      ...common,
      spanId: '3'.padStart(16, '0'),
      parentSpanId: '2'.padStart(16, '0'),
      kind: 'server',
      name: 'GET /',
      service: to,
    },
  ] as const;
};

/** Names that mean something to a terminal, a browser, a database, a shell or JavaScript. */
const hostile: readonly string[] = [
  '\u001b[2J\u001b[31mred',
  '\u009b31mred too',
  'over\rwritten',
  'a\nforged: line',
  'pay\u202egnp.exe',
  'zero\u200bwidth',
  '<script>alert(1)<\\script>',
  '" onload="alert(1)',
  "' onload='alert(1)",
  ']]><x>',
  '&lt;b&gt;',
  '<!--',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table estate_fact; --",
  '$(reboot)',
  '%s%n',
  'half \ud800 a pair',
  'n'.repeat(5_000),
];

/** What a terminal would obey; the text's own line ends are none. */
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

describe('backlot estate, of names from outside,', () => {
  beforeAll(async () => {
    const folder = temporaryDir('hostile');
    const spans = hostile.flatMap((name, index) => call(index, name, hostile[(index + 1) % hostile.length] ?? ''));
    await commands.json(['capture', written(folder, 'spans.json', otlpOf(spans)), '--estate', 'hostile']);
  }, 60_000);

  it('says them so that a terminal obeys none, one line each', async () => {
    const { nodes } = await commands.json<Shown>(['estate', 'show', '--estate', 'hostile']);
    expect(nodes).toHaveLength(hostile.length);
    for (const { name } of nodes) expect(name).not.toMatch(/[\n\r]/);
    for (const words of [
      ['show'],
      ['map'],
      ['freshness'],
      ['coverage'],
      ['diff', '--declared'],
      ['show', '__proto__'],
    ]) {
      const { code, stdout } = await commands.run(['estate', ...words, '--estate', 'hostile']);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(obeyed);
      expect(stdout).not.toMatch(/^\s*forged/m);
      expect(stdout).toMatch(words[0] === 'coverage' || words[0] === 'diff' ? /./ : /__proto__/);
    }
    const unknown = await commands.run(['estate', 'show', '\u001b[2Jnobody\nerror: forged', '--estate', 'hostile']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).not.toMatch(obeyed);
  });

  it('draws them as text: no element and no attribute is made of a name', async () => {
    const folder = temporaryDir('pictures');
    for (const file of ['map.svg', 'map.html']) {
      const path = join(folder, file);
      await commands.json(['estate', 'map', '--picture', path, '--estate', 'hostile']);
      const picture = readFileSync(path, 'utf8');
      expect(picture).toContain('__proto__');
      const tags = picture.match(/<[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(hostile.length * 5);
      const names = new Set(tags.map((tag) => /^<[/!?]?([\w-]+)/.exec(tag)?.[1]));
      const known =
        'svg g rect text path title style defs marker doctype html head meta body h1 p code input div table thead tbody tr th td script tspan line desc';
      expect([...names].filter((name) => name === undefined || !known.split(' ').includes(name))).toEqual([]);
      for (const tag of tags) expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\son\w+\s*=/i);
    }
  });

  it('gives every fact of each, whatever it is called', async () => {
    const { nodes } = await commands.json<Shown>(['estate', 'show', '--estate', 'hostile']);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(nodes.map((node) => node.name)).toContain(name);
      const { component } = await commands.json<{ component: { facts: readonly unknown[] } }>(
        ['estate', 'show', name, '--estate', 'hostile'], // prettier-ignore
      );
      expect(component.facts.length).toBeGreaterThan(3);
    }
  });
});

describe('backlot estate, asked for what is not there,', () => {
  it('says which estates, snapshots and components there are', async () => {
    const folder = temporaryDir('unknown');
    const path = written(folder, 'spans.json', otlpOf(call(1, 'checkout', 'cart')));
    await commands.json(['capture', path, '--estate', 'known']);
    for (const verb of ['show', 'map', 'diff', 'freshness', 'coverage']) {
      const { code, stdout, stderr } = await commands.run(['estate', verb, '--estate', 'nowhere']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/error \(estate-not-captured\): estate nowhere .*known/);
    }
    const component = await commands.run(['estate', 'show', 'chekout', '--estate', 'known']);
    expect(component.code).toBe(2);
    expect(component.stderr).toContain('of its 2, the names most like it: checkout, cart');
    const snapshot = await commands.run(['estate', 'show', '--snapshot', 'abcdef', '--estate', 'known']);
    expect(snapshot.stderr).toMatch(/error \(snapshot-unknown\).*abcdef/);
    const single = await commands.run(['estate', 'diff', '--estate', 'known']);
    expect(single.stderr).toContain('error (snapshot-single)');
    const spoken = await commands.run(['estate', 'show', '--estate', '../etc']);
    expect(spoken.stderr).toMatch(/--estate: found "\.\.\/etc"; accepted: a name of letters/);
  });

  it('says that nothing was compared where there is nothing to compare with', async () => {
    const folder = temporaryDir('declared-only');
    const file = written(folder, 'compose.yaml', 'services: { web: { image: example/web } }\n');
    await commands.json(['capture', file, '--estate', 'declared-only']);
    const { stdout } = await commands.run(['estate', 'diff', '--declared', '--estate', 'declared-only']);
    expect(stdout).toMatch(/Not compared: no engine/);
    expect(stdout).toMatch(/Not compared: no traffic/);
    expect(stdout).not.toContain('agree');
  });

  it('says that a picture cannot be written, and why', async () => {
    const path = join(temporaryDir('no-folder'), 'missing', 'map.svg');
    const { code, stderr } = await commands.run(
      ['estate', 'map', '--estate', 'known', '--picture', path], // prettier-ignore
    );
    expect(code).toBe(2);
    expect(stderr).toContain(`error (file-not-written): ${path} cannot be written`);
  });
});

describe('owners', () => {
  it('of the configuration file reach what is shown, before those of labels', async () => {
    const folder = temporaryDir('owners');
    const config = written(
      folder,
      'backlot.yaml',
      'estate:\n  owners:\n    - { components: pay*, owner: payments }\n    - { components: shop/*, owner: platform }\n',
    );
    const file = written(
      folder,
      'compose.yaml',
      [
        'name: shop',
        'services:',
        '  payment: { image: example/payment, labels: { owner: nobody } }',
        '  web: { image: example/web }',
        '',
      ].join('\n'),
    );
    const other = written(
      folder,
      'other.yaml',
      'name: lab\nservices: { probe: { image: x, labels: { team: research } }, lone: { image: x } }\n',
    );
    const { unowned } = await commands.json<{ unowned: readonly string[] }>(
      ['capture', file, other, '--estate', 'owned', '--config', config], // prettier-ignore
    );
    expect(unowned).toEqual(['lone']);
    const { nodes } = await commands.json<Shown>(['estate', 'show', '--estate', 'owned']);
    expect(nodes.map(({ name, owner }) => [name, owner])).toEqual([
      ['lone', null],
      ['payment', 'payments'],
      ['probe', 'research'],
      ['web', 'platform'],
    ]);
  });

  it('that are not as they should be are refused, with the place of each', async () => {
    const folder = temporaryDir('bad-owners');
    const config = written(
      folder,
      'backlot.yaml',
      'estate:\n  owners:\n    - { components: web }\n    - { component: web, owner: x }\n    - web\n  ownr: {}\n',
    );
    const { code, stderr } = await commands.run(['estate', 'show', '--config', config]);
    expect(code).toBe(2);
    for (const line of [3, 4, 5, 6]) expect(stderr).toMatch(new RegExp(`backlot\\.yaml:${line}:\\d+: `));
    expect(stderr).toMatch(/unknown key "component".*did you mean components/);
  });
});

describe('backlot estate of thousands of components', () => {
  const count = 3_000;

  beforeAll(async () => {
    const folder = temporaryDir('large');
    const services = Array.from({ length: count }, (_, index) => {
      const needs = [7, 13, 31].map((step, at) => `N${at}_HOST: s${(index * step + 1) % count}`).join(', ');
      return `  s${index}: { image: example/s, environment: { ${needs} } }`;
    });
    const file = written(folder, 'compose.yaml', ['name: large', 'services:', ...services, ''].join('\n'));
    await commands.json(['capture', file, '--estate', 'large']);
  }, 120_000);

  it('shows and draws all of them', async () => {
    const folder = temporaryDir('large-picture');
    const shown = await commands.run(['estate', 'show', '--estate', 'large']);
    expect(shown.stdout.split('\n').filter((line) => /^ {2}s\d+ /.test(line))).toHaveLength(count);
    const path = join(folder, 'map.html');
    const mapped = await commands.run(['estate', 'map', '--picture', path, '--estate', 'large']);
    expect(mapped.code).toBe(0);
    expect(readFileSync(path, 'utf8').match(/class="node/g)).toHaveLength(count);
    expect((await commands.run(['estate', 'freshness', '--estate', 'large'])).code).toBe(0);
  });
});
