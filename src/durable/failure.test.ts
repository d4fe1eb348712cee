import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../kernel/index.ts';
import { keepFailure, revealFailure } from './failure.ts';

const error = new RegisteredError('interrupted', { what: 'the rehearsal' });

/** What the engine's records make of an error. */
const recorded = (thrown: unknown): object => JSON.parse(JSON.stringify(thrown)) as object;

describe('a kept failure', () => {
  it('is plain data with a version, a code and details', () => {
    expect(recorded(keepFailure(error))).toEqual({
      failure: { version: 1, code: 'interrupted', details: { what: 'the rehearsal' } },
    });
  });

  it.each([
    ['as it was thrown', keepFailure(error)],
    ['from the records', recorded(keepFailure(error))],
    ['as the last of several attempts', { errors: [new Error('other'), recorded(keepFailure(error))] }],
  ])('is revealed %s', (_how, thrown) => {
    const { code, message, exitCode, remedy } = error;
    expect(revealFailure(thrown)).toMatchObject({ code, message, exitCode, remedy });
    expect(revealFailure(thrown)).toBeInstanceOf(RegisteredError);
  });

  it.each([new Error('plain'), { failure: { version: 1, code: 'of-a-later-release', details: {} } }, 'words'])(
    'leaves alone what it does not know (%#)',
    (thrown) => {
      expect(keepFailure(thrown)).toBe(thrown);
      expect(revealFailure(thrown)).toBe(thrown);
    },
  );
});
