import { describe, expect, it } from '@jest/globals';
import { namedDependencies } from './named-dependencies.ts';

const neighbours = new Map([
  ['admin', 'shop/admin'],
  ['db', 'shop/db'],
  ['kafka', 'shop/kafka'],
]);

const namedIn = (name: string, over: { readonly value?: string; readonly address?: string }): string[] =>
  namedDependencies('environment', [{ name, ...over }], (host) => neighbours.get(host)).map(({ key }) => key);

describe('namedDependencies', () => {
  it.each([
    ['an address', 'DATABASE', { address: 'postgres://db:5432' }, ['shop/db']],
    ['a host with a port, whatever it is called', 'X', { value: 'db:5432' }, ['shop/db']],
    ['a bare host under the name of a host', 'POSTGRES_HOST', { value: 'db' }, ['shop/db']],
    ['a bare host after a flag', '--db-host', { value: 'db' }, ['shop/db']],
    ['each of a list', 'BROKERS', { value: 'kafka:9092, db:1' }, ['shop/kafka', 'shop/db']],
    ['a qualified name', 'DB_URL', { value: 'db.internal' }, ['shop/db']],
    ['no mailbox that is called like a neighbour', 'POSTMASTER', { value: 'admin' }, []],
    ['no schema that is called like a neighbour', 'POSTGRES_DB', { value: 'db' }, []],
    ['no stranger', 'API_HOST', { value: 'elsewhere' }, []],
  ])('takes %s', (_what, name, over, keys) => {
    expect(namedIn(name, over)).toEqual(keys);
  });

  it('says by which setting', () => {
    const [named] = namedDependencies('command', [{ name: '--addr', value: 'db:1' }], (host) => neighbours.get(host));
    expect(named).toEqual({ key: 'shop/db', setting: '--addr', via: 'command --addr' });
  });
});
