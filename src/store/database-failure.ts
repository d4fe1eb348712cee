import type { RegisteredError as Registered } from '../kernel/index.ts';
import { reasonOf, RegisteredError } from '../kernel/index.ts';
import type { DatabaseTarget } from './database-target.ts';
import { constraintOf, sqlStateOf } from './thrown.ts';

function refusal(sqlState: string, thrown: unknown, target: DatabaseTarget): Registered {
  const reason = reasonOf(thrown);
  const { place, user, database } = target;
  const cause = { cause: thrown };
  if (sqlState.startsWith('28')) {
    return new RegisteredError('database-login-refused', { target: place, user, reason }, cause);
  }
  if (sqlState === '3D000') return new RegisteredError('database-missing', { target: place, database }, cause);
  if (sqlState === '42501') {
    return new RegisteredError('database-privilege-missing', { target: place, user, reason }, cause);
  }
  if (sqlState === '53100')
    return new RegisteredError('disk-full', { place: `the database at ${place}`, reason }, cause);
  // Connection broken (08), too many connections (53300), shut down by an operator, starting up (57P).
  if (/^08|^57P|^53300/.test(sqlState)) {
    return new RegisteredError('database-unreachable', { target: place, reason }, cause);
  }
  const constraint = constraintOf(thrown);
  return new RegisteredError(
    'database-refused',
    { sqlState, reason, ...(constraint === undefined ? {} : { constraint }) },
    cause,
  );
}

/**
 * Says in registered words why the database failed. No message of PostgreSQL or of its client repeats a password.
 *
 * @param thrown - What was caught.
 * @param target - Which database it was.
 */
export function databaseFailure(thrown: unknown, target: DatabaseTarget): Registered {
  if (thrown instanceof RegisteredError) return thrown as Registered;
  const sqlState = sqlStateOf(thrown);
  if (sqlState !== undefined) return refusal(sqlState, thrown, target);
  const reason = reasonOf(thrown);
  // The client's own words where the server asks for a password and the URL has none.
  if (reason.startsWith('SASL:')) {
    const details = { target: target.place, user: target.user, reason: 'the password is missing or wrong' };
    return new RegisteredError('database-login-refused', details, { cause: thrown });
  }
  return new RegisteredError('database-unreachable', { target: target.place, reason }, { cause: thrown });
}
