import { describe, expect, it } from '@jest/globals';
import { configuredValue } from './index.ts';

const configure = (attribute: string, value: unknown) => ({ action: 'configure', component: 'web', attribute, value });

describe('the value of a configure', () => {
  it('is written as facts are, and kept as facts keep it', () => {
    const given = configure('connection-pool', { sizePerInstance: 8, acquireTimeout: '1s' });
    expect(configuredValue({ ...given, to: 'database' })).toMatchObject({
      written: { to: 'database', value: { sizePerInstance: 8, acquireTimeoutMs: 1_000 } },
    });
    expect(configuredValue(configure('limits', { memory: '512Mi' }))).toMatchObject({
      written: { value: { memoryBytes: 512 * 1024 ** 2 } },
    });
  });

  it('is refused with the place in it', () => {
    const read = configuredValue(configure('connection-pool', { sizePerInstance: 8, acquireTimeout: 'soon' }));
    expect('issues' in read && read.issues.map(({ path }) => path)).toEqual([['acquireTimeout']]);
  });

  it.each([
    ['another action', { action: 'scale', component: 'web', replicas: 2 }],
    ['an attribute that there is not', configure('colour', 'red')],
    ['nothing', null],
    ['a text', 'scale web'],
  ])('is left to whoever checks it where it is %s', (_, given) => {
    expect(configuredValue(given)).toEqual({ written: given });
  });
});
