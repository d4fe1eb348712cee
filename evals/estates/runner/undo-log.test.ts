import { describe, expect, it } from '@jest/globals';
import { createUndoLog } from './undo-log.ts';

describe('createUndoLog', () => {
  it('takes back the last first, goes on after a failure, and does nothing twice', async () => {
    const log = createUndoLog();
    const done: string[] = [];
    const failures: string[] = [];
    log.push('one', async () => void done.push(await Promise.resolve('one')));
    log.push('two', () => Promise.reject(new Error('stuck')));
    log.push('three', async () => void done.push(await Promise.resolve('three')));
    await log.undoAll((name, thrown) => failures.push(`${name}: ${String(thrown)}`));
    await log.undoAll((name) => failures.push(name));
    expect(done).toEqual(['three', 'one']);
    expect(failures).toEqual(['two: Error: stuck']);
  });
});
