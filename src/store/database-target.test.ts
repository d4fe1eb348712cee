import { describe, expect, it } from '@jest/globals';
import { parseDatabaseUrl } from './database-target.ts';

describe('parseDatabaseUrl', () => {
  it('says where it is, without the password', () => {
    expect(parseDatabaseUrl('postgresql://ann:hunter2@db.example:6432/backlot?sslmode=require')).toEqual({
      place: 'db.example:6432/backlot',
      user: 'ann',
      database: 'backlot',
    });
  });

  it('fills in what PostgreSQL does', () => {
    expect(parseDatabaseUrl('postgres://ann@h')).toEqual({ place: 'h:5432/ann', user: 'ann', database: 'ann' });
    expect(parseDatabaseUrl('postgres:///d?host=/run/postgresql')).toMatchObject({
      place: '/run/postgresql:5432/d',
      database: 'd',
    });
  });

  it('decodes names', () => {
    expect(parseDatabaseUrl('postgres://a%40b:x@h/d%20e')).toMatchObject({ user: 'a@b', database: 'd e' });
  });

  it.each(['', 'h:5432/d', 'http://h/d', 'postgres://u:%zz@h/d', 'postgres://u:hunter2@h:port/d'])(
    'refuses %p without repeating it',
    (url) => {
      const thrown = ((): unknown => {
        try {
          return parseDatabaseUrl(url);
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).toMatchObject({ code: 'database-url-invalid' });
      expect((thrown as Error).message).not.toContain('hunter2');
    },
  );
});
