import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { workloadOfPod } from './pod-workload.ts';

/** As Kubernetes draws the end of a name, and as it writes a hash in the same letters. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const drawn = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 5, maxLength: 5 });
const hash = fc
  .integer({ min: 10_000_000, max: 2 ** 32 - 1 })
  .map((sum) => Array.from(String(sum), (digit) => letters[digit.charCodeAt(0) % letters.length]).join(''));
const workload = fc.stringMatching(/^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/);

describe('workloadOfPod', () => {
  it.each([
    ['frontend-579b9bff58-t2dbm', 'frontend'],
    ['catalogue-f7687cb4-bjxf2', 'catalogue'],
    ['ts-travel2-service-5c66d57d58-6mp2b', 'ts-travel2-service'],
    ['ts-basic-service-5dc8d4f9fd-46997', 'ts-basic-service'],
    ['kube-proxy-2df2m', 'kube-proxy'],
    ['robusta-prometheus-node-exporter-v6z8f', 'robusta-prometheus-node-exporter'],
    ['backup-28394920-x7k2p', 'backup'],
    ['redis-0', 'redis'],
    ['kafka-broker-12', 'kafka-broker'],
  ])('takes %s for a pod of %s', (pod, name) => {
    expect(workloadOfPod(pod)).toBe(name);
  });

  it.each([
    ['cart'],
    ['checkout-service'],
    ['search-index'],
    ['user-agent-proxy'],
    ['release-20260101'],
    ['-x2v8k'],
    ['cart-X2V8K'],
    ['cart-x2v8k\n'],
    [''],
  ])('leaves %j as it is', (pod) => {
    expect(workloadOfPod(pod)).toBe(pod);
  });

  it('takes off what a deployment, a daemon set and a stateful set put behind, of any name', () => {
    const end = fc.oneof(
      fc.tuple(hash, drawn).map(([of, random]) => `-${of}-${random}`),
      fc.nat(9_999).map((ordinal) => `-${ordinal}`),
    );
    fc.assert(
      fc.property(workload, end, drawn, (name, ending, random) => {
        expect(workloadOfPod(`${name}${ending}`)).toBe(name);
        // A daemon set whose own name ends like a hash cannot be told from a deployment.
        expect([name, name.replace(/-[^-]*$/, '')]).toContain(workloadOfPod(`${name}-${random}`));
      }),
    );
  });

  it('ends on names that are made to take long', () => {
    expect(workloadOfPod('b-'.repeat(20_000))).toHaveLength(40_000);
  });
});
