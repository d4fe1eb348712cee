import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { readImageReference } from '../reasoning/index.ts';
import { dataVersion } from './data-version.ts';

const image = (reference: string) => factOf('database', 'image', readImageReference(reference));
const mounted = (target: string) =>
  factOf('database', 'mounts', [{ type: 'volume', source: 'data', target, readOnly: false }]);
const written = (version: string) => factOf('database', 'volumes', [{ name: 'data', dataVersion: version }]);
const toImage = (reference: string) => [{ action: 'set-image', component: 'database', image: reference }];
const uses = factBetween('web', 'database', 'declared-dependency', { via: ['depends_on'] });

const directories: Readonly<Record<string, string>> = {
  postgres: '/var/lib/postgresql/data',
  'timescale/timescaledb': '/var/lib/postgresql/data',
  mysql: '/var/lib/mysql',
  mariadb: '/var/lib/mysql',
  mongo: '/data/db',
  elasticsearch: '/usr/share/elasticsearch/data',
  redis: '/data',
  rabbitmq: '/var/lib/rabbitmq',
  nextcloud: '/var/www/html',
};

describe('data-version', () => {
  it.each([
    ['postgres:13', 'postgres:17', 'block'],
    ['postgres:17.7', 'postgres:17.8', 'pass'],
    ['postgres:17', 'postgres:17-alpine', 'pass'],
    ['postgres:9.5', 'postgres:9.6', 'block'],
    ['postgres:17', 'postgres:16', 'block'],
    ['postgres:16', 'postgres', 'block'],
    ['timescale/timescaledb:2.11.2-pg14', 'timescale/timescaledb:2.14.0-pg15', 'block'],
    ['timescale/timescaledb:2.11.2-pg15', 'timescale/timescaledb:2.14.0-pg15', 'pass'],
    ['mysql:5.7', 'mysql:8.0', 'warn'],
    ['mysql:5.7', 'mysql:8.4', 'block'],
    ['mysql:8.4', 'mysql:8.0', 'block'],
    ['mysql:8.0.36', 'mysql:8.0.39', 'pass'],
    ['mysql:8.0', 'mysql:8', 'warn'],
    ['mariadb:10.6', 'mariadb:11.4', 'warn'],
    ['mongo:4.4', 'mongo:6.0', 'block'],
    ['mongo:6.0', 'mongo:7.0', 'warn'],
    ['elasticsearch:7.10.2', 'elasticsearch:8.11.0', 'block'],
    ['elasticsearch:7.17.9', 'elasticsearch:8.11.0', 'warn'],
    ['redis:6.2', 'redis:7.2', 'warn'],
    ['redis:7.2', 'redis:6.2', 'block'],
    ['rabbitmq:3.11-management', 'rabbitmq:3.13-management', 'block'],
    ['nextcloud:27', 'nextcloud:29', 'block'],
  ])('of %s to %s over existing data says %s', (from, to, verdict) => {
    const target = directories[from.split(':')[0] ?? ''] ?? '';
    expect(preflightOf(dataVersion, [image(from), mounted(target)], toImage(to)).verdict).toBe(verdict);
  });

  it('says who goes down, that the old image works, and what else does', () => {
    const facts = [image('postgres:13'), written('13'), uses];
    const { findings } = preflightOf(dataVersion, facts, toImage('postgres:17'));
    expect(findings[0]).toMatchObject({
      reason:
        'The data of database on data is of PostgreSQL 13, and postgres:17 is to run on it: PostgreSQL 17 does not read it and takes nothing over by itself; it ends at every start. Going back to the old image works for as long as nothing has written with the new one.',
      takesDown: ['database', 'web'],
      missing: [],
      remedies: [{ action: { kind: 'set-image', image: 'postgres:13' } }, { does: expect.stringContaining('Dump') }],
    });
    expect(preflightOf(dataVersion, facts, toImage('postgres:13.14')).verdict).toBe('pass');
  });

  it('trusts what the volume says over what the image says: a recreate may be the upgrade', () => {
    const facts = [image('postgres:17'), written('13')];
    expect(preflightOf(dataVersion, facts, [{ action: 'recreate', component: 'database' }]).verdict).toBe('block');
    expect(preflightOf(dataVersion, facts).verdict).toBe('latent');
    const same = [image('postgres:17'), written('17')];
    expect(preflightOf(dataVersion, same, [{ action: 'recreate', component: 'database' }]).verdict).toBe('pass');
  });

  it('warns of an untagged image that is made anew over data, and is latent before', () => {
    const facts = [image('postgres'), mounted('/var/lib/postgresql/data')];
    expect(preflightOf(dataVersion, facts, [{ action: 'recreate', component: 'database' }]).verdict).toBe('warn');
    expect(preflightOf(dataVersion, facts).verdict).toBe('latent');
    const { findings } = preflightOf(dataVersion, [image('postgres'), written('12')]);
    expect(findings[0]?.remedies).toMatchObject([{ action: { image: 'postgres:12' } }]);
  });

  it('judges going back and trying again', () => {
    const facts = [image('postgres:17'), written('13')];
    const works = (action: Record<string, string>) =>
      preflightOf(dataVersion, facts, [action]).remedies.map((answer) => answer.works);
    expect(works({ action: 'set-image', component: 'database', image: 'postgres:13' })).toEqual(['yes']);
    expect(works({ action: 'set-image', component: 'database', image: 'postgres:16' })).toEqual(['no']);
    expect(works({ action: 'rollback', component: 'database' })).toEqual(['yes']);
    expect(works({ action: 'restart', component: 'database' })).toEqual(['no']);
  });

  it('says nothing without a volume, of an empty one, of a configuration that is mounted, and of a tool beside', () => {
    const to = toImage('postgres:17');
    expect(preflightOf(dataVersion, [image('postgres:13')], to).findings).toEqual([]);
    const empty = factOf('database', 'volumes', [{ name: 'data', hasData: false }]);
    expect(preflightOf(dataVersion, [image('postgres:13'), empty], to).findings).toEqual([]);
    expect(preflightOf(dataVersion, [image('postgres:13'), mounted('/etc/postgresql')], to).findings).toEqual([]);
    const exporter = [image('prom/postgres-exporter:1'), mounted('/data')];
    expect(preflightOf(dataVersion, exporter, toImage('prom/postgres-exporter:2')).findings).toEqual([]);
    expect(preflightOf(dataVersion, [image('shop/cart:1'), mounted('/data')], toImage('shop/cart:2')).findings).toEqual(
      [],
    );
  });

  it('does not know whether another program reads the data', () => {
    const facts = [image('redis:7.2'), mounted('/data')];
    expect(preflightOf(dataVersion, facts, toImage('valkey/valkey:8')).verdict).toBe('unknown');
  });
});
