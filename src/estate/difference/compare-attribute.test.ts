import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AttributeName } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import { compareAttribute, comparedAttributes } from './compare-attribute.ts';

const parts = (attribute: AttributeName, declared?: Json, captured?: Json) =>
  compareAttribute(attribute, declared, captured).map((one) => [one.part, one.declared, one.captured]);

const port = (containerPort: number, hostPort?: number | string, hostAddress?: string): Json => ({
  containerPort,
  protocol: 'tcp',
  ...(hostPort === undefined ? {} : { hostPort }),
  ...(hostAddress === undefined ? {} : { hostAddress }),
});

const sealed = (name: string, fingerprint: string, length = 8): Json => ({
  name,
  secret: { fingerprint, shape: { length, alphabet: 'text' } },
});

describe('compareAttribute', () => {
  it('finds a limit on one side only, and passes over those that engines set by themselves', () => {
    expect(parts('limits', { memoryBytes: 64, cpuReservationCores: 1 }, undefined)).toEqual([
      ['memoryBytes', 64, null],
    ]);
    expect(parts('limits', undefined, { cpuCores: 0.5, pids: 2_048 })).toEqual([['cpuCores', null, 0.5]]);
    expect(parts('limits', { pids: 100 }, { pids: 200, memoryReservationBytes: 5 })).toEqual([['pids', 100, 200]]);
    expect(parts('limits', undefined, undefined)).toEqual([]);
  });

  it('compares variables with those of the image, and passes over those that are only there', () => {
    const ofImage = { name: 'MODE', value: 'fast', ofImage: true };
    expect(parts('environment', [{ name: 'MODE', value: 'fast' }], [ofImage])).toEqual([]);
    expect(parts('environment', [{ name: 'MODE', value: 'slow' }], [ofImage])).toEqual([['MODE', 'slow', 'fast']]);
    expect(parts('environment', [{ name: 'MODE', value: 'slow' }], undefined)).toEqual([['MODE', 'slow', null]]);
    expect(parts('environment', undefined, [{ name: 'OTHER', value: '1' }])).toEqual([]);
    expect(parts('environment', [{ name: 'GIVEN_ELSEWHERE' }], [])).toEqual([]);
  });

  it('compares secrets by fingerprint, and one that a reader kept as it is by its length', () => {
    expect(parts('environment', [sealed('KEY', 'aa')], [sealed('KEY', 'aa')])).toEqual([]);
    expect(parts('environment', [sealed('KEY', 'aa')], [sealed('KEY', 'bb')])).toEqual([
      ['KEY', { secret: 'aa' }, { secret: 'bb' }],
    ]);
    expect(parts('environment', [{ name: 'HOST', value: 'database' }], [sealed('HOST', 'cc', 8)])).toEqual([]);
    expect(parts('environment', [{ name: 'HOST', value: 'db' }], [sealed('HOST', 'cc', 8)])).toHaveLength(1);
  });

  it('takes a command that differs in a word, or in their number, for another', () => {
    const words = (...all: string[]): Json => all.map((value) => ({ name: '', value }));
    expect(parts('command', words('serve'), words('serve'))).toEqual([]);
    expect(parts('command', words('serve'), words('serve', '--debug'))).toEqual([['', 'serve', 'serve --debug']]);
    expect(parts('command', [{ name: '--level', value: '1' }], [{ name: '--level', value: '2' }])).toEqual([
      ['', '--level=1', '--level=2'],
    ]);
    expect(parts('command', undefined, words('serve'))).toEqual([]);
  });

  it('compares each publication of a port, and lets the engine choose where it may', () => {
    expect(parts('ports', [port(80, 8080), port(80, 8081)], [port(80, 8081, '0.0.0.0'), port(80, 8080, '::')])).toEqual(
      [],
    );
    expect(parts('ports', [port(80)], [port(80, 32_768)])).toEqual([]);
    expect(parts('ports', [port(80, '8000-8010')], [port(80, 8003)])).toEqual([]);
    expect(parts('ports', [port(80, '8000-8010')], [port(80, 9000)])).toEqual([['80/tcp', '8000-8010', '9000']]);
    expect(parts('ports', [port(80, 8080, '127.0.0.1')], [port(80, 8080)])).toEqual([
      ['80/tcp', '127.0.0.1:8080', '8080'],
    ]);
    expect(parts('ports', undefined, [port(80, 8080)])).toEqual([['80/tcp', null, '8080']]);
    expect(parts('ports', [port(80, 8080)], undefined)).toEqual([['80/tcp', '8080', null]]);
  });

  it('compares the source of a mount by its end, and passes over mounts that only a container has', () => {
    const mount = (type: string, source: string | undefined, target: string, readOnly = false): Json => ({
      type,
      target,
      readOnly,
      ...(source === undefined ? {} : { source }),
    });
    const same = [
      [mount('volume', 'data', '/data'), mount('volume', 'production_data', '/data')],
      [mount('volume', 'named', '/data'), mount('volume', 'named', '/data')],
      [mount('bind', './conf', '/conf'), mount('bind', '/srv/shop/conf', '/conf')],
      [mount('bind', '.', '/app'), mount('bind', '/srv/shop', '/app')],
      [mount('volume', undefined, '/anonymous'), mount('volume', undefined, '/anonymous')],
      [mount('tmpfs', undefined, '/scratch'), mount('tmpfs', undefined, '/scratch')],
    ] as const;
    for (const [declared, captured] of same) expect(parts('mounts', [declared], [captured])).toEqual([]);
    expect(parts('mounts', [mount('volume', 'data', '/data')], [mount('volume', 'shop_old', '/data')])).toHaveLength(1);
    expect(parts('mounts', [mount('bind', '/a', '/x')], [mount('bind', '/a', '/x', true)])).toHaveLength(1);
    expect(parts('mounts', [mount('volume', 'data', '/data')], undefined)).toMatchObject([['/data', {}, null]]);
    expect(parts('mounts', undefined, [mount('volume', undefined, '/of-image')])).toEqual([]);
  });

  it('tells a health check that is switched off from one that is not mentioned', () => {
    const check = { test: [], intervalMs: 5_000, timeoutMs: 30_000, retries: 3, startPeriodMs: 0 };
    expect(parts('health-check', null, check)).toEqual([['', 'none', 'a check']]);
    expect(parts('health-check', { test: [], intervalMs: 5_000 }, undefined)).toEqual([['', 'a check', 'none']]);
    expect(parts('health-check', null, undefined)).toEqual([]);
    expect(parts('health-check', undefined, check)).toEqual([]);
    expect(parts('health-check', { test: [], intervalMs: 5_000 }, check)).toEqual([]);
    expect(parts('health-check', { test: [], intervalMs: 9_000 }, check)).toEqual([['intervalMs', 9_000, 5_000]]);
  });

  it('knows what an engine does by itself: latest, ten seconds to stop, whole seconds, no privileges', () => {
    const image = (over: Readonly<Record<string, string>>): Json => ({
      repository: 'docker.io/library/redis',
      ...over,
    });
    expect(parts('image', image({}), image({ tag: 'latest' }))).toEqual([]);
    expect(parts('image', image({ tag: '7' }), image({ digest: 'sha256:a' }))).toEqual([['version', '7', 'sha256:a']]);
    expect(parts('image', image({ tag: '7', digest: 'sha256:a' }), image({ digest: 'sha256:a' }))).toEqual([]);
    expect(parts('stop-grace', 10_000, undefined)).toEqual([]);
    expect(parts('stop-grace', 1_500, 1_000)).toEqual([]);
    expect(parts('stop-grace', 30_000, undefined)).toEqual([['', 30_000, 10_000]]);
    const privileges = (...capabilitiesAdded: string[]): Json => ({
      privileged: false,
      capabilitiesAdded,
      capabilitiesDropped: [],
      devices: [],
      hostNamespaces: [],
    });
    expect(parts('privileges', privileges('NET_ADMIN'), privileges('CAP_NET_ADMIN'))).toEqual([]);
    expect(parts('privileges', undefined, privileges('SYS_ADMIN'))).toEqual([['capabilitiesAdded', '', 'SYS_ADMIN']]);
  });

  it('finds nothing between a value and itself', () => {
    const text = fc.string({ maxLength: 6 });
    const setting = fc.record({ name: text, value: text });
    const values: Partial<Record<AttributeName, fc.Arbitrary<Json>>> = {
      limits: fc.record({ cpuCores: fc.double({ noNaN: true }), memoryBytes: fc.nat() }),
      environment: fc.uniqueArray(setting, { selector: ({ name }) => name }),
      command: fc.array(setting),
      ports: fc.array(fc.tuple(fc.nat(9), fc.nat(9)).map(([container, host]) => port(container, host))),
      replicas: fc.nat(),
    };
    for (const [attribute, value] of Object.entries(values)) {
      expect(comparedAttributes).toContain(attribute);
      fc.assert(fc.property(value, (one) => expect(parts(attribute as AttributeName, one, one)).toEqual([])));
    }
  });
});
