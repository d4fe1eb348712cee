import { describe, expect, it } from '@jest/globals';
import type { AppliedMigration } from './migrate.ts';
import { checksumOf, nextMigration } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import { migrations } from './migrations/index.ts';

const target = { place: 'h:5432/d', user: 'u', database: 'd' };
const known: readonly Migration[] = [
  { version: 1, name: 'one', sql: 'create table a ()' },
  { version: 2, name: 'two', sql: 'create table b ()' },
];
const asApplied = (migration: Migration): AppliedMigration => ({ ...migration, checksum: checksumOf(migration) });
const [one, two] = known.map(asApplied) as [AppliedMigration, AppliedMigration];
const failure = (applied: readonly AppliedMigration[]): unknown => {
  try {
    return nextMigration(applied, known, target);
  } catch (thrown) {
    return thrown;
  }
};

describe('nextMigration', () => {
  it('goes on after what was applied', () => {
    expect(nextMigration([], known, target)).toBe(known[0]);
    expect(nextMigration([one], known, target)).toBe(known[1]);
    expect(nextMigration([one, two], known, target)).toBeUndefined();
  });

  it('refuses what a newer version applied, and names it', () => {
    const three = { version: 3, name: 'three', checksum: 'x' };
    expect(failure([one, two, three])).toMatchObject({
      code: 'database-schema-newer',
      details: { found: '0003-three', accepted: '0002-two' },
    });
  });

  it('refuses another text under the same number', () => {
    expect(failure([{ ...one, checksum: 'x' }])).toMatchObject({
      code: 'database-schema-altered',
      details: { migration: '0001-one' },
    });
  });

  it('refuses a gap', () => {
    expect(failure([two])).toMatchObject({ code: 'database-schema-altered' });
  });
});

describe('migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });
});
