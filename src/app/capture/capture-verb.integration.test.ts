import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { useEstateCommands, written } from '../../../testing/estate-commands.ts';
import { temporaryDir } from '../../../testing/temporary-dir.ts';
import { otlpOf, otlpProtobufOf, zipkinOf } from '../../../testing/trace-encoders.ts';
import type { PlainSpan } from '../../../testing/trace-encoders.ts';
import { createRandom } from '../../kernel/index.ts';
import type { CaptureResult } from './capture-result.ts';

jest.setTimeout(180_000);

const commands = useEstateCommands('capture');

const compose = (...services: readonly string[]): string =>
  ['name: shop', 'services:', ...services.map((name) => `  ${name}: { image: example/${name} }`), ''].join('\n');

/** One request a trace: `from` calls each of `to`. */
function calls(trace: number, from: string, ...to: readonly string[]): PlainSpan[] {
  const traceId = trace.toString(16).padStart(32, '0');
  const startUs = 1_767_225_600_000_000 + trace * 1_000_000;
  const id = (number: number): string => number.toString(16).padStart(16, '0');
  const span = (number: number, over: Partial<PlainSpan>): PlainSpan => ({
    traceId,
    spanId: id(number),
    parentSpanId: undefined,
    name: 'GET /',
    kind: 'server',
    startUs: startUs + number * 1_000,
    durationUs: 100_000 - number * 1_000,
    isError: false,
    attributes: {},
    service: from,
    ...over,
  });
  return [
    span(1, {}),
    ...to.flatMap((service, index) => [
      span(2 + 2 * index, { parentSpanId: id(1), kind: 'client', name: 'GET' }),
      span(3 + 2 * index, { parentSpanId: id(2 + 2 * index), service }),
    ]),
  ];
}

const many = (count: number, from: string, ...to: readonly string[]): PlainSpan[] =>
  Array.from({ length: count }, (_, index) => calls(index + 1, from, ...to)).flat();

const lines = (spans: readonly PlainSpan[]): string =>
  spans.map((span) => `${JSON.stringify(otlpOf([span]))}\n`).join('');

interface Shown {
  readonly snapshot: string;
  readonly nodes: readonly { readonly name: string; readonly owner: string | null }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  readonly history: readonly unknown[];
}

const namesOf = ({ nodes }: Shown): string[] => nodes.map(({ name }) => name).sort();

const capture = (estate: string, ...words: readonly string[]): Promise<CaptureResult> =>
  commands.json<CaptureResult>(['capture', ...words, '--estate', estate]);

const show = (estate: string): Promise<Shown> =>
  commands.json<Shown>(['estate', 'show', '--history', '--estate', estate]);

/** What is stored of captures, readings, facts and snapshots; equal counts, nothing half-written. */
const rows = async (): Promise<number[]> =>
  Promise.all(
    ['estate_capture', 'estate_reading', 'estate_fact', 'estate_snapshot', 'estate_capture_snapshot'].map((table) =>
      commands.count(table),
    ),
  );

describe('backlot capture that is killed', () => {
  it('before its commit leaves the snapshot before, and the next capture is correct', async () => {
    const folder = temporaryDir('killed');
    const first = await capture('killed', written(folder, 'compose.yaml', compose('web', 'cart')));
    const before = await rows();
    const later = compose('web', 'cart', 'pay');
    const killed = await commands.run(['capture', written(folder, 'compose.yaml', later), '--estate', 'killed'], {
      BACKLOT_TEST_MODE: '1',
      BACKLOT_TEST_BREAK_POINT: 'capture/before-commit',
    });
    expect(killed.code).not.toBe(0);
    expect(killed.stderr).toContain('freezing');
    expect(await rows()).toEqual(before);
    const shown = await show('killed');
    expect(shown.snapshot).toBe(first.snapshot);
    expect(namesOf(shown)).toEqual(['cart', 'web']);

    const next = await capture('killed', join(folder, 'compose.yaml'));
    expect(next.changed).toBe(true);
    expect(namesOf(await show('killed'))).toEqual(['cart', 'pay', 'web']);
  });

  it('at any moment does so too', async () => {
    const folder = temporaryDir('killed-anywhere');
    const random = createRandom(7).stream('moments');
    await capture('anywhere', written(folder, 'first.json', otlpOf(calls(1, 'web', 'cart'))));
    let { snapshot } = await show('anywhere');
    const large = written(folder, 'large.json.gz', gzipSync(lines(many(6_000, 'web', 'cart', 'pay'))));
    let [killed, before] = [0, await rows()];
    for (let round = 0; round < 8; round += 1) {
      const running = commands.start(['capture', large, '--estate', 'anywhere']);
      // Half of them while it reads, half while it writes.
      if (round % 2 === 0) await delay(100 + random.uniform() * 900);
      else {
        await running.saidOnStderr(/freezing/);
        await delay(random.uniform() * 30);
      }
      try {
        process.kill(-(running.child.pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
      const { code } = await running.ended;
      if (code === 0) {
        // It was done before it was killed: that capture counts, whole.
        [before, { snapshot }] = [await rows(), await show('anywhere')];
        continue;
      }
      killed += 1;
      const after = await rows();
      expect(after.at(-1)).toBe(after[0]);
      // Its commit may have been the last that it did.
      if (after[0] === before[0]) {
        expect(after).toEqual(before);
        expect((await show('anywhere')).snapshot).toBe(snapshot);
      } else [before, { snapshot }] = [after, await show('anywhere')];
    }
    expect(killed).toBeGreaterThan(2);
    const { sources } = await capture('anywhere', large);
    expect(sources).toMatchObject([{ read: '30,000 spans' }]);
    expect(namesOf(await show('anywhere'))).toEqual(['cart', 'pay', 'web']);
  });

  it('by Ctrl-C ends with 130, says so, and leaves nothing', async () => {
    const folder = temporaryDir('interrupted');
    const large = written(folder, 'large.json.gz', gzipSync(lines(many(40_000, 'web', 'cart', 'pay'))));
    const before = await rows();
    const running = commands.start(['capture', large, '--estate', 'interrupted']);
    await running.saidOnStderr(/files: .*large/);
    await delay(300);
    process.kill(-(running.child.pid ?? 0), 'SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('error (interrupted)');
    expect(await rows()).toEqual(before);
  });
});

describe('backlot capture of the same thing', () => {
  it('gives the same snapshot again, in any order of paths', async () => {
    const folder = temporaryDir('same');
    const paths = [
      written(folder, 'compose.yaml', compose('web', 'cart')),
      written(folder, 'otlp.json', otlpOf(calls(1, 'web', 'cart'))),
      written(folder, 'otlp.pb', otlpProtobufOf(calls(2, 'web', 'cart'))),
      written(folder, 'zipkin.json', zipkinOf(calls(3, 'web', 'pay'))),
    ];
    const first = await capture('same', ...paths);
    expect(first.changed).toBe(true);
    const again = await capture('same', ...paths.toReversed());
    expect(again).toMatchObject({ snapshot: first.snapshot, changed: false, facts: first.facts });
    expect((await capture('same-by-folder', folder)).snapshot).toBe(first.snapshot);
    expect(namesOf(await show('same'))).toEqual(['cart', 'pay', 'web']);
  });

  it('counts a file of traffic once, whatever it is called and how often it is named', async () => {
    const folder = temporaryDir('twins');
    const spans = otlpOf(many(10, 'web', 'cart'));
    const one = written(folder, 'a.json', spans);
    const once = await capture('once', one);
    const twin = written(folder, 'b.json', spans);
    const twice = await capture('twice', one, twin, one, folder);
    expect(twice.snapshot).toBe(once.snapshot);
    expect(twice.passedOver).toMatchObject([{ path: twin, what: expect.stringContaining('same content') }]);
  });

  it('reads two projects whose files say the same as two', async () => {
    const folder = temporaryDir('two-projects');
    const paths = ['staging', 'production'].map((name) => {
      mkdirSync(join(folder, name));
      return written(join(folder, name), 'compose.yaml', 'services: { web: { image: example/web } }\n');
    });
    const { components, passedOver } = await capture('two-projects', ...paths);
    expect({ components, passedOver }).toEqual({ components: 2, passedOver: [] });
    expect((await capture('two-projects-by-folder', folder)).components).toBe(2);
  });

  it('reads a project once where its file is named and its folder, too', async () => {
    const folder = temporaryDir('named-twice');
    const file = written(folder, 'compose.yaml', compose('web'));
    const { sources } = await capture('named-twice', file, folder, '--compose', file);
    expect(sources).toHaveLength(1);
  });
});

describe('backlot capture of several files of which some are bad', () => {
  it('reads the others, ends with 2, names file and place, and keeps nothing of the bad ones', async () => {
    const folder = temporaryDir('mixture');
    const good = [
      written(folder, 'compose.yaml', compose('web', 'cart')),
      written(folder, 'good.json', otlpOf(calls(1, 'web', 'cart'))),
    ];
    const packed = gzipSync(lines(many(3_000, 'ghost', 'phantom')));
    const cut = written(folder, 'cut.json.gz', packed.subarray(0, packed.length - 2_000));
    const circle = written(folder, 'circle.yaml', 'services:\n  spook: { image: x, depends_on: [spook] }\n');
    const said = await commands.run(['capture', ...good, cut, circle, '--estate', 'mixture']);
    expect(said.code).toBe(2);
    expect(said.stdout).toMatch(
      /cut\.json\.gz, byte \d+ of the packed file: found the end of a gzip file that is cut off/,
    );
    expect(said.stdout).toMatch(/circle\.yaml:2:\d+: services\.spook\.depends_on: found a circle/);
    const shown = await show('mixture');
    expect(namesOf(shown)).toEqual(['cart', 'web']);
    expect(shown.edges).toMatchObject([{ from: 'web', to: 'cart' }]);
    expect(await commands.databaseText()).not.toMatch(/ghost|phantom|spook|circle\.yaml/);

    const only = await capture('mixture-of-good', ...good);
    expect(only.snapshot).toBe(shown.snapshot);
  });

  it('of which all are bad tells of each, and takes no capture', async () => {
    const folder = temporaryDir('all-bad');
    const before = await rows();
    const paths = [
      written(folder, 'cut.json', '{"resourceSpans": ['),
      written(folder, 'note.txt', 'nothing in here'),
      written(folder, 'empty.json', ''),
    ];
    const { code, stdout, stderr } = await commands.run(['capture', ...paths, '--estate', 'all-bad']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('none of the 3 sources could be read');
    for (const path of paths) expect(stderr).toContain(path);
    expect(await rows()).toEqual(before);
    expect((await commands.run(['estate', 'show', '--estate', 'all-bad'])).stderr).toContain('estate-not-captured');
  });
});

/** What a file holds, and how it is refused. */
const refused: readonly (readonly [title: string, content: string | Uint8Array, told: RegExp])[] = [
  ['nothing', '', /an empty file/],
  ['bytes of no format', Uint8Array.from({ length: 4_000 }, (_, index) => (index * 151 + 7) % 256), /error \(input-/],
  ['text in UTF-16', Buffer.from('\uFEFF{"resourceSpans":[]}', 'utf16le'), /text in UTF-16/],
  ['text in Latin-1', Buffer.from('services:\n  a: { image: "caf\u00e9" }\n', 'latin1'), /line 2, byte \d+.*Latin-1/],
  ['300 MB of blanks in 300 kB', gzipSync(`{"resourceSpans":[${' '.repeat(3e8)}`), /too large/],
  ['a line of 70 MB', `{"resourceSpans":[{"x":"${'a'.repeat(7e7)}"}]}`, /up to 64 MiB at once/],
  ['a compose file of 50 MB in one line', `services: { a: { image: ${'b'.repeat(5e7)} } }`, /at most \d+ are read/],
  ['a compose file with circles', compose('a').replace('}', ', depends_on: [a] }'), /a circle/],
  ['an alias of itself', 'services: &all\n  a: { image: x, labels: *all }\n', /error \(/],
  ['lists in lists', `services: ${'['.repeat(1e5)}`, /error \(/],
  ['objects in objects', `${'{"resourceSpans":'.repeat(1e5)}1${'}'.repeat(1e5)}`, /error \(/],
  [
    'ids of 10 kB',
    JSON.stringify(zipkinOf([{ ...calls(1, 'a')[0], traceId: 'x'.repeat(1e4) } as PlainSpan])),
    /without a valid id/,
  ],
  ['a time that is no number', '[{"traceId":"a1","id":"1","timestamp":NaN}]', /line 1, column 39/],
  ['keys that mean something to JavaScript', '{"__proto__":{"resourceSpans":[]},"constructor":1}', /no known format/],
];

describe('backlot capture of a file that holds', () => {
  it('what nothing here reads says of each what was found and what is accepted, in one line', async () => {
    const folder = temporaryDir('refused');
    const good = written(folder, 'good.json', otlpOf(calls(1, 'web', 'cart')));
    const paths = refused.map(([, content], index) => written(folder, `${index}.in`, content));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('circle', join(folder, 'circle'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    const odd = ['pipe', 'circle', 'dangling'].map((name) => join(folder, name));
    const { code, stdout } = await commands.run(['capture', good, ...paths, ...odd, '--estate', 'refused']);
    expect(code).toBe(2);
    const errors = stdout.split('\n\n').filter((part) => part.startsWith('error'));
    const of = (path: string): string => errors.find((error) => error.includes(path)) ?? '';
    for (const [index, [title, , told]] of refused.entries()) {
      expect(`${title}: ${of(`${index}.in`)}`).toMatch(told);
      expect(of(`${index}.in`)).toMatch(/accepted: |at most/);
    }
    expect(of('/pipe')).toContain('found a pipe');
    expect(of('/circle')).toContain('symbolic links in a circle');
    expect(of('/dangling')).toContain('no such file');
    // A file of 70 MB is not repeated to whoever reads the error.
    expect(Math.max(...errors.map(({ length }) => length))).toBeLessThan(2_000);
    expect(namesOf(await show('refused'))).toEqual(['cart', 'web']);
  });

  it('spans with odd times, circles and names of any kind reads what can be read, and counts the rest', async () => {
    const folder = temporaryDir('odd-spans');
    const spans = zipkinOf(calls(1, '__proto__', 'constructor'));
    const odd = [1e300, -5, 0, 'x', null].map((timestamp, index) => ({
      ...spans[0],
      id: (90 + index).toString(16).padStart(16, '0'),
      parentId: undefined,
      timestamp,
    }));
    const circle = Array.from({ length: 50 }, (_, index) => ({
      ...spans[0],
      traceId: '9'.repeat(32),
      id: (index + 1).toString(16).padStart(16, '0'),
      parentId: (((index + 1) % 50) + 1).toString(16).padStart(16, '0'),
      localEndpoint: { serviceName: `in-circle-${index % 3}` },
    }));
    const long = {
      ...spans[0],
      traceId: '8'.repeat(32),
      name: 'n'.repeat(1e4),
      localEndpoint: { serviceName: 's'.repeat(1e4) },
    };
    const path = written(folder, 'odd.json', [...spans, ...odd, ...circle, long]);
    const { notUnderstood } = await capture('odd', path);
    const counted = Object.fromEntries(notUnderstood.map(({ what, count }) => [what, count]));
    expect(counted).toMatchObject({ 'circles of parents': 1 });
    expect(Object.keys(counted).join()).toMatch(/timestamp/);
    const names = namesOf(await show('odd'));
    expect(names).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'in-circle-0']));
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(500);
    expect((await commands.run(['estate', 'show', '__proto__', '--estate', 'odd'])).stdout).toContain('constructor');
  });
});

describe('backlot capture of a folder', () => {
  it('goes round no circle of links, and reads past what it knows nothing of', async () => {
    const folder = temporaryDir('folder');
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
    symlinkSync('..', join(folder, 'deep', 'up'));
    written(join(folder, 'deep', 'er'), 'spans.json', otlpOf(calls(1, 'web', 'cart')));
    written(folder, 'compose.yaml', compose('web', 'cart'));
    written(folder, 'README.md', '# Notes\n\nNone.\n');
    const { sources, passedOver } = await capture('folder', folder);
    expect(sources.map(({ format }) => format).sort()).toEqual(['compose', 'otlp-json']);
    expect(passedOver).toMatchObject([{ path: expect.stringContaining('README.md') }]);
  });

  it('of very many files sums up what was read of them', async () => {
    const folder = temporaryDir('many-files');
    for (let index = 0; index < 1_200; index += 1) written(folder, `${index}.json`, zipkinOf(calls(index + 1, 'web')));
    const { code, stdout } = await commands.run(['capture', folder, '--estate', 'many-files']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1,200 files in .*many-files\S* +zipkin-v2 +1,200 spans/);
    expect(stdout.split('\n').length).toBeLessThan(20);
  });

  it('that is empty says that nothing was captured', async () => {
    const { code, stderr } = await commands.run(['capture', temporaryDir('nothing')]);
    expect(code).toBe(2);
    expect(stderr).toContain('error (capture-empty)');
  });
});

describe('backlot capture of a file that changes meanwhile', () => {
  it('reads as much as there was at first, or says that it became shorter', async () => {
    const folder = temporaryDir('changing');
    const path = written(folder, 'growing.json', lines(many(4_000, 'web', 'cart')));
    const more = lines(many(4_000, 'late', 'comer'));
    const running = commands.start(['capture', path, '--estate', 'growing', '--output', 'json']);
    await running.saidOnStderr(/files: /);
    for (let round = 0; round < 5; round += 1) appendFileSync(path, more);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as CaptureResult).sources[0]?.read).toMatch(/^[\d,]+ spans$/);

    const shrinking = commands.start(['capture', path, '--estate', 'shrinking']);
    await shrinking.saidOnStderr(/files: /);
    truncateSync(path, 100);
    const said = await shrinking.ended;
    if (said.code !== 0) expect(said.stderr).toMatch(/became shorter|cut off|no JSON/);
    writeFileSync(path, lines(calls(1, 'web', 'cart')));
    expect((await capture('shrinking', path)).components).toBe(2);
  });
});

describe('backlot capture with options that make no sense', () => {
  it.each([
    [
      ['--prometheus', 'http://127.0.0.1:1', '--window', '0s'],
      /--window: found "0s"; accepted: a duration of at least/,
    ],
    [['--prometheus', 'http://127.0.0.1:1', '--window', '-5m'], /--window: found "-5m"; accepted: a duration/],
    [['--variables', '/nonexistent/variables', 'compose.yaml'], /\/nonexistent\/variables/],
    [
      ['--csv-mapping', '/nonexistent/mapping', 'spans.csv'],
      /\/nonexistent\/mapping cannot be read: found no such file/,
    ],
    [['--project-name', 'Bad Name', 'compose.yaml'], /a project name with other characters/],
  ])('%j says which, and what is accepted', async (words, told) => {
    const folder = temporaryDir('options');
    written(folder, 'compose.yaml', compose('web'));
    written(folder, 'spans.csv', 'TraceID,SpanID\n');
    const typed = words.map((word) => (/^(?:compose|spans)/.test(word) ? join(folder, word) : word));
    const { code, stdout, stderr } = await commands.run(['capture', ...typed, '--estate', 'options']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(told);
    expect(stderr).toMatch(/remedy: \S/);
  });
});
