import { describe, expect, it } from '@jest/globals';
import { loggingOf } from './logging.ts';

describe('loggingOf', () => {
  it('reads sizes as the drivers of Docker take them', () => {
    const options = [
      { name: 'max-size', value: '10m' },
      { name: 'max-file', value: '3' },
    ];
    expect(loggingOf('json-file', options)).toEqual({ driver: 'json-file', maxFileBytes: 10_485_760, maxFiles: 3 });
    expect(loggingOf('local', [{ name: 'max-size', value: '2GB' }])).toEqual({
      driver: 'local',
      maxFileBytes: 2 * 2 ** 30,
    });
  });

  it('takes no size out of what is none, and says nothing without a driver', () => {
    expect(loggingOf('json-file', [{ name: 'max-size', value: '-1' }])).toEqual({ driver: 'json-file' });
    expect(loggingOf(undefined, [{ name: 'max-size', value: '10m' }])).toBeUndefined();
  });
});
