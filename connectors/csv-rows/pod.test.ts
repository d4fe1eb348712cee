import { describe, expect, it } from '@jest/globals';
import { podOf } from './pod.ts';

describe('podOf', () => {
  it.each([
    ['frontend-579b9bff58-t2dbm', 'frontend'],
    ['ts-travel2-service-5c66d57d58-6mp2b', 'ts-travel2-service'],
    ['ts-basic-service-5dc8d4f9fd-46997', 'ts-basic-service'],
    ['redis-0', 'redis'],
    ['kafka-broker-12', 'kafka-broker'],
    ['cart', 'cart'],
    ['checkout-service', 'checkout-service'],
    ['', ''],
  ])('takes %s for a pod of %s', (name, service) => {
    expect(podOf(name)).toEqual({ service, name });
  });

  it('ends on names that are made to take long', () => {
    expect(podOf('b-'.repeat(20_000)).service).toHaveLength(40_000);
  });
});
