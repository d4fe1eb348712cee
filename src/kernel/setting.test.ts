import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepArguments, keepImageReference, keepSetting, sealWith } from './setting.ts';

const seal = sealWith(new Uint8Array(32).fill(7));
const keep = (name: string, value: string, ...known: string[]) => keepSetting(name, value, seal, new Set(known));

describe('keepSetting', () => {
  it.each([
    ['PORT', '8080'],
    ['TIMEOUT', '1500ms'],
    ['POOL_SIZE', '20'],
    ['MEMORY', '512Mi'],
    ['LOG_LEVEL', 'debug'],
    ['ENABLED', 'TRUE'],
    ['PASSWORD_LOGIN', 'false'],
    ['DB_PASSWORD_FILE', '/run/secrets/db'],
    ['CONFIG', '/etc/app/config.yaml'],
    ['DB_HOST', 'db.internal.example.com:5432'],
    ['CART_ADDR', 'cart:7070'],
    ['BIND', '0.0.0.0:80'],
    ['VERSION', '1.25.3-alpine'],
    ['EMPTY', ''],
    ['BROKERS', 'kafka-1:9092, kafka-2:9092'],
    ['OTEL_SERVICE_NAME', 'product-catalog'],
  ])('keeps %s=%s, which is plainly no secret', (name, value) => {
    expect(keep(name, value)).toEqual({ name, value });
  });

  it('keeps the name of a neighbour, which no list of words could know', () => {
    expect(keep('DATABASE', 'orders', 'orders')).toEqual({ name: 'DATABASE', value: 'orders' });
    expect(keep('X', 'orders:5432', 'orders')).toEqual({ name: 'X', value: 'orders:5432' });
    expect(keep('DB_PASSWORD', 'orders', 'orders').value).toBeUndefined();
  });

  it('keeps of an address where it leads, and no more', () => {
    expect(keep('BASE', 'http://cart:7070')).toEqual({ name: 'BASE', address: 'http://cart:7070' });
    expect(keep('DATABASE_URL', 'postgres://shop:hunter2@db:5432/orders')).toMatchObject({
      address: 'postgres://db:5432',
      secret: { shape: { length: 38, alphabet: 'text' } },
    });
    expect(keep('U', 'jdbc:postgresql://db/orders?password=hunter2').address).toBe('postgresql://db');
    expect(keep('HOOK', 'https://hooks.example.com/services/T0/B0/XYZ').address).toBe('https://hooks.example.com');
  });

  it.each(['postgres://u:p@ss/word@db/x', 'postgres://u:pa?ss@db', 'redis://:p#q@cache:6379', 'amqp://a:b@c@mq/'])(
    'takes no part of the password in %s for a host',
    (url) => {
      expect(keep('URL', url).address).toBeUndefined();
    },
  );

  it.each([
    ['FOO', 'hunter2'],
    ['API_KEY', '12345678'],
    ['PIN', '1234'],
    ['FOO', 'admin:12345'],
    ['FOO', 'correct horse battery staple'],
    ['DATABASE_PASSWORD', 'postgres'],
    ['FOO', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['FOO', '/a/9f86d081884c7d659a2feaa0c55ad015'],
    ['FOO', '9f86d081884c7d659a2feaa0c55ad015.example.com'],
    ['BROKERS', 'kafka:9092,hunter2'],
  ])('seals %s=%s', (name, value) => {
    const kept = keep(name, value);
    expect(kept.secret?.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(kept)).not.toContain(value);
  });

  it('says what a secret looks like', () => {
    expect(keep('A', `ghp_${'a1'.repeat(18)}`).secret?.shape).toEqual({
      length: 40,
      alphabet: 'base64',
      format: 'ghp_',
    });
    expect(keep('A', 'd9428888-122b-11e1-b85c-61cd3cbb3210').secret?.shape.format).toBe('uuid');
    expect(keep('A', '-----BEGIN PRIVATE KEY-----\nMIIE\n').secret?.shape.format).toBe('pem');
  });

  it('tells that a secret changed, and under another salt nothing', () => {
    expect(keep('A', 'hunter2').secret).toEqual(keep('A', 'hunter2').secret);
    expect(keep('A', 'hunter3').secret?.fingerprint).not.toBe(keep('A', 'hunter2').secret?.fingerprint);
    const other = keepSetting('A', 'hunter2', sealWith(new Uint8Array(32)));
    expect(other.secret?.fingerprint).not.toBe(keep('A', 'hunter2').secret?.fingerprint);
  });

  it('keeps of the attributes of a resource those that say who sends', () => {
    const value = 'service.name=cart,api.key=hunter2,service.namespace=shop';
    expect(keep('OTEL_RESOURCE_ATTRIBUTES', value).value).toBe('service.name=cart,service.namespace=shop');
  });

  it('lets no drawn text through, whatever it is called', () => {
    const drawn = fc.stringMatching(/^[A-Za-z0-9+_-]{20,40}$/).filter((text) => /\d/.test(text) && /[A-Z]/.test(text));
    fc.assert(
      fc.property(
        fc.string(),
        drawn,
        fc.constantFrom('', 'Bearer ', 'user:', 'https://u:', '--x='),
        (name, text, front) => {
          expect(JSON.stringify(keep(name.slice(0, 10), `${front}${text}`))).not.toContain(text);
        },
      ),
    );
  });
});

describe('keepArguments', () => {
  it('names an option that stands behind a flag, and seals what is secret of it all the same', () => {
    const kept = keepArguments(['postgres', '-c', 'max_connections=40', '-c', 'ssl.password=hunter22x'], seal);
    expect(kept.slice(0, 3)).toEqual([
      { name: '', value: 'postgres' },
      { name: '-c' },
      { name: 'max_connections', value: '40' },
    ]);
    expect(kept[4]).toMatchObject({ name: 'ssl.password', secret: { shape: { length: 9 } } });
    expect(JSON.stringify(kept)).not.toContain('hunter22x');
  });

  it('keeps programs, flags and plain values, and seals the rest', () => {
    const words = [
      '/bin/server',
      '--port=8080',
      '--token',
      's3cr3t-value',
      '--api-key=s3cr3t-value',
      '-v',
      'positional',
    ];
    const kept = keepArguments(words, seal);
    expect(kept.map(({ name, value }) => value ?? name)).toEqual([
      '/bin/server',
      '8080',
      '--token',
      '',
      '--api-key',
      '-v',
      '',
    ]);
    expect(JSON.stringify(kept)).not.toContain('s3cr3t');
  });
});

describe('keepImageReference', () => {
  it('leaves out credentials in front of a registry', () => {
    expect(keepImageReference('user:hunter2@registry.example/shop/cart:1')).toBe('registry.example/shop/cart:1');
    expect(keepImageReference('registry.example:5000/cart@sha256:00')).toBe('registry.example:5000/cart@sha256:00');
  });
});
