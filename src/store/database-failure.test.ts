import { describe, expect, it } from '@jest/globals';
import { databaseFailure } from './database-failure.ts';

const target = { place: 'h:1/d', user: 'u', database: 'd' };

const thrownWith = (fields: object): Error => Object.assign(new Error('it failed'), fields);

describe('databaseFailure', () => {
  it.each(['EPIPE', 'EPERM', 'ECONNREFUSED', 'ETIMEDOUT'])('takes %s for a connection that broke', (code) => {
    expect(databaseFailure(thrownWith({ code, syscall: 'write' }), target)).toMatchObject({
      code: 'database-unreachable',
      details: { reason: 'it failed' },
    });
  });

  it.each([
    ['23505', 'database-refused'],
    ['P0001', 'database-refused'],
    ['28P01', 'database-login-refused'],
    ['57P01', 'database-unreachable'],
  ])("takes the server's %s for %s", (code, registered) => {
    expect(databaseFailure(thrownWith({ code, severity: 'ERROR' }), target)).toMatchObject({ code: registered });
  });
});
