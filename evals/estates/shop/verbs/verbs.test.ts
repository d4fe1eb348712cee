import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ServiceStatus } from '../../runner/index.ts';
import { shopVerbs } from './index.ts';
import { isWell, serviceTable } from './service-table.ts';

const container = (state: string, health: string) => ({
  name: 'shop-cart-1',
  id: 'c1',
  state,
  health,
  restarts: 2,
  startedAt: '2026-11-30T20:07:12.5Z',
  imageId: 'sha256:0123456789abcdef',
  ports: [{ hostAddress: '127.0.0.1', hostPort: 32768, containerPort: 9000, protocol: 'tcp' }],
});

const service = (running: number, wanted: number, ...containers: ReturnType<typeof container>[]): ServiceStatus => ({
  service: 'cart',
  running,
  wanted,
  image: containers.length === 0 ? null : 'backlot-shop/cart:1.0.0',
  limits: { cpuCores: 0.5, memoryBytes: 192 * 1024 ** 2 },
  containers,
});

describe('the verbs of the demo shop', () => {
  it('are found', () => expect(shopVerbs.length).toBeGreaterThan(4));

  it.each(shopVerbs)('$path shows examples of itself, and publishes its result', (verb) => {
    const words = `backlot ${verb.path.join(' ')}`;
    expect(verb.examples.length).toBeGreaterThan(0);
    expect(verb.examples.every(({ line }) => line.startsWith(words))).toBe(true);
    expect(z.toJSONSchema(verb.result)).toMatchObject({ type: 'object' });
  });

  it.each([
    ['up', { name: 'Shop' }, 'up to 32 lower-case letters'],
    ['up', { name: '-shop' }, 'up to 32 lower-case letters'],
    ['up', { port: 70_000 }, 'a port from 1 to 65535'],
    ['up', { provider: 'wobbly' }, 'steady, slow, flaky, down'],
    ['up', { telemetryEndpoint: 'here' }, 'an address such as'],
    ['up', { set: { SHOP_RATE: undefined } }, 'NAME=VALUE'],
    ['load', { rate: -1 }, 'a rate of 0 or more'],
    ['load', { for: 'soon' }, 'a duration with a unit'],
    ['provider', {}, 'steady, slow, flaky, down'],
  ])('%s refuses %j', (last, parameters, accepted) => {
    const verb = shopVerbs.find(({ path }) => path.at(-1) === last);
    expect(verb?.parameters.safeParse(parameters).error?.issues[0]?.message).toContain(accepted);
  });
});

describe('serviceTable', () => {
  const rowOf = (status: ServiceStatus) => {
    const block = serviceTable([status]);
    return block.kind === 'table' ? block.rows[0] : undefined;
  };

  it('says all of a service in a line', () => {
    const status = service(1, 1, container('running', 'healthy'));
    expect(isWell(status)).toBe(true);
    expect(rowOf(status)).toEqual([
      { text: 'cart', tone: 'strong' },
      { text: 'healthy', tone: 'good' },
      { text: '1/1', tone: 'plain' },
      { text: '2', tone: 'warn' },
      '0.5 CPU, 192 MiB',
      '127.0.0.1:32768->9000',
      'backlot-shop/cart:1.0.0 0123456789ab',
      '2026-11-30 20:07:12',
    ]);
  });

  it.each([
    ['one that stopped', service(0, 1, container('exited', 'unhealthy')), { text: 'exited', tone: 'bad' }],
    ['one of two', service(1, 2, container('running', 'healthy')), { text: 'healthy', tone: 'warn' }],
    ['one that starts', service(1, 1, container('running', 'starting')), { text: 'starting', tone: 'warn' }],
    ['one that is not there', service(0, 1), { text: 'missing', tone: 'bad' }],
  ])('shows %s', (_what, status, state) => {
    expect(isWell(status)).toBe(false);
    expect(rowOf(status)?.[1]).toEqual(state);
  });
});
