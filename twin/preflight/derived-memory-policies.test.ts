import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf } from '../../testing/made-preflight.ts';
import { derivedMemoryPolicies } from './derived-memory-policies.ts';
import { readImageReference } from './reasoning/index.ts';

const image = factOf('redis', 'image', readImageReference('redis:7'));
const command = (...words: readonly (readonly [name: string, value?: string])[]) =>
  factOf(
    'redis',
    'command',
    words.map(([name, value]) => ({ name, ...(value === undefined ? {} : { value }) })),
  );
const broker = (via: string) => factBetween('worker', 'redis', 'declared-dependency', { via: [via] });
const values = (...facts: Parameters<typeof derivedMemoryPolicies>[0]) =>
  derivedMemoryPolicies(facts).map(({ value }) => value);

describe('derivedMemoryPolicies', () => {
  it('reads the limit and the policy of the command line, and the role of the variables of callers', () => {
    const words = command(
      ['', 'redis-server'],
      ['--maxmemory'],
      ['', '256mb'],
      ['--maxmemory-policy'],
      ['', 'allkeys-lru'],
    );
    expect(values(image, words)).toEqual([{ eviction: 'any', maxBytes: 268_435_456 }]);
    expect(values(image, command(['--maxmemory', '1gb']), broker('environment CELERY_BROKER_URL'))).toEqual([
      { eviction: 'none', maxBytes: 2 ** 30, role: 'broker' },
    ]);
  });

  it('does not take a store of results or a cache for a broker, and says nothing of what has no limit', () => {
    expect(values(image, broker('environment CELERY_RESULT_BACKEND'))).toEqual([]);
    expect(values(image, broker('environment CACHE_URL'))).toEqual([]);
    expect(values(image, command(['--maxmemory', '0']))).toEqual([]);
  });

  it('leaves alone what a fact says, and what is no store in memory', () => {
    const told = factOf('redis', 'memory-policy', { maxBytes: 1 });
    expect(values(image, told, command(['--maxmemory', '1gb']))).toEqual([]);
    const other = factOf('redis', 'image', readImageReference('oliver006/redis_exporter:1'));
    expect(values(other, command(['--maxmemory', '1gb']))).toEqual([]);
  });
});
