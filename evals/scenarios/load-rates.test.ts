import { describe, expect, it } from '@jest/globals';
import { readModelFile } from '../../twin/model/index.ts';
import { loadRates } from './load-rates.ts';

const rates = (arrivals: readonly unknown[], steps: readonly unknown[]) =>
  loadRates(
    readModelFile(
      JSON.stringify({
        version: 1,
        components: {
          web: { operations: { get: steps } },
          db: { operations: { read: [{ wait: '1ms' }], write: [{ call: 'db/read', times: 2 }] } },
        },
        caches: { items: { hits: 0.9 } },
        arrivals,
        run: { for: '10m' },
      }),
      'test',
    ).model,
  );

const open = (rate: unknown) => [{ operation: 'web/get', rate }];

describe('loadRates', () => {
  it('follows the calls of an operation, each as often as it is made', () => {
    const { operations, calls, entries } = rates(open('10/s'), [{ call: 'db/read', times: 3 }, { call: 'db/write' }]);
    expect([...operations]).toEqual([
      ['web/get', 10],
      ['db/read', 50],
      ['db/write', 10],
    ]);
    expect(calls.get('web/get')?.get('db/read')).toBe(30);
    expect(calls.get('db/write')?.get('db/read')).toBe(20);
    expect([...entries]).toEqual(['web/get']);
  });

  it('weighs ways by their chance, and misses of a cache by what it does not hold', () => {
    const choose = [
      { probability: 0.25, steps: [{ call: 'db/write' }] },
      { probability: 0.75, steps: [{ cache: 'items', miss: [{ call: 'db/read' }] }] },
    ];
    const { calls } = rates(open('100/s'), [{ choose }]);
    expect(calls.get('web/get')?.get('db/write')).toBeCloseTo(25, 9);
    expect(calls.get('web/get')?.get('db/read')).toBeCloseTo(7.5, 9);
  });

  it('takes of a ramp the busiest tenth of the run, and nothing of users who wait', () => {
    const ramp = [
      ['0s', '0/s'],
      ['10m', '100/s'],
    ];
    expect(rates(open(ramp), [{ call: 'db/read' }]).operations.get('db/read')).toBeCloseTo(95, 6);
    expect(rates([{ operation: 'web/get', users: 5 }], [{ call: 'db/read' }]).operations.size).toBe(0);
  });
});
