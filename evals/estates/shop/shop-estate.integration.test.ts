import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWithDocker } from '../../../testing/docker-gate.ts';
import { namesOnEngine, randomName, removeFromEngine } from '../../../testing/docker-leftovers.ts';
import { systemClock } from '../../../src/kernel/index.ts';
import { connectEngine } from '../../../connectors/docker/index.ts';
import type { RunContext } from '../runner/index.ts';
import { readShopLoad, setProviderBehaviour, setShopLoad } from './shop-control.ts';
import type { LoadReport } from './shop-control.ts';
import { buildShop, downShop, shopNames, shopUrl, statusShop, upShop } from './shop-estate.ts';
import type { UpShop } from './shop-estate.ts';

// Images may have to be built first, with packages from Debian's mirror.
jest.setTimeout(600_000);

const run = randomName('shoptest');
const [first, second] = [`${run}-1`, `${run}-2`];
/** Little, as tests and estates share a small machine. */
const calm = { ratePerSecond: 8, variables: { SHOP_TRACE_RATIO: '0' } };

let context: RunContext;

async function until<Value>(what: string, read: () => Promise<Value>, good: (value: Value) => boolean): Promise<Value> {
  const deadlineMs = systemClock.monotonicMs() + 60_000;
  for (;;) {
    const value = await read();
    if (good(value)) return value;
    if (systemClock.monotonicMs() > deadlineMs) throw new Error(`${what} did not come: ${JSON.stringify(value)}`);
    await systemClock.sleep(500);
  }
}

const load = (name: string, windowSeconds: number): Promise<LoadReport> => readShopLoad(context, name, windowSeconds);

const operationsOf = (report: LoadReport) =>
  Object.fromEntries(report.achieved.operations.map((operation) => [operation.operation, operation]));

describeWithDocker('the demo shop on a real engine', () => {
  let up: UpShop;

  beforeAll(async () => {
    context = {
      engine: await connectEngine(undefined),
      clock: systemClock,
      report: () => undefined,
      signal: new AbortController().signal,
    };
    await buildShop(context);
    up = await upShop(context, first, calm);
  });
  afterAll(() => removeFromEngine(run));

  it('is up with every service healthy, and serves through its gateway', async () => {
    const containers = up.services.flatMap((service) => service.containers);
    expect(containers.length).toBeGreaterThan(8);
    expect(new Set(containers.map(({ state, health }) => `${state} ${health}`))).toEqual(new Set(['running healthy']));
    const answer = await fetch(`${shopUrl(up.services) ?? ''}/products`);
    expect(answer.status).toBe(200);
    const report = await until(
      'every operation',
      () => load(first, 30),
      ({ achieved }) => achieved.operations.every(({ requests }) => requests > 0),
    );
    expect(report.asked.ratePerSecond).toBe(8);
    expect(Object.values(operationsOf(report)).map(({ errorRatio }) => errorRatio < 0.5)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('changes nothing when it is brought up again', async () => {
    const again = await upShop(context, first, calm);
    expect(again.containers.filter(({ change }) => change !== 'unchanged')).toEqual([]);
    expect(again.images.filter(({ built }) => built)).toEqual([]);
  });

  it('follows a change of its load', async () => {
    await setShopLoad(context, first, 20);
    const report = await until(
      'more load',
      () => load(first, 5),
      ({ achieved }) => achieved.requestsPerSecond > 14,
    );
    expect(report.asked.ratePerSecond).toBe(20);
    await setShopLoad(context, first, 8);
  });

  it('shows errors at checkout, and there only, while its payment provider is down', async () => {
    await setProviderBehaviour(context, first, 'down');
    const report = await until(
      'failed checkouts',
      () => load(first, 10),
      (now) => (operationsOf(now)['checkout']?.errorRatio ?? 0) > 0.5,
    );
    expect(operationsOf(report)['list-products']?.errorRatio).toBeLessThan(0.5);
    await setProviderBehaviour(context, first, 'steady');
    await until(
      'good checkouts again',
      () => load(first, 5),
      (now) => {
        const checkout = operationsOf(now)['checkout'];
        return checkout !== undefined && checkout.requests > 0 && checkout.errorRatio === 0;
      },
    );
  });

  it('runs beside another one, and each goes without the other', async () => {
    const other = await upShop(context, second, { ...calm, provider: 'flaky' });
    expect(shopUrl(other.services)).not.toBe(shopUrl(up.services));
    expect(await shopNames(context)).toEqual(expect.arrayContaining([first, second]));
    await downShop(context, second);
    expect((await namesOnEngine(second)).length).toBe(0);
    expect((await fetch(`${shopUrl(up.services) ?? ''}/products`)).status).toBe(200);
    await expect(statusShop(context, second)).rejects.toMatchObject({
      code: 'estate-unknown',
      details: { name: second, names: expect.arrayContaining([first]) as unknown },
    });
  });

  it('leaves nothing when it is down', async () => {
    await downShop(context, first);
    expect(await namesOnEngine(run)).toEqual([]);
    expect(await downShop(context, first)).toEqual({ containers: [], networks: [], volumes: [] });
  });
});
