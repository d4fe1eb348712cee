import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseDurationMs } from '../../../src/kernel/index.ts';
import { objectivesSchema } from './objectives.ts';
import { shopNodeServices, shopVersion } from './recipes.ts';
import { journeySteps, operations } from './services/load-generator/journey.ts';
import { unansweredMarginMs } from './services/database/database.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas?: number };
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const environmentOf = (service: string): Readonly<Record<string, string>> =>
  compose.services[service]?.environment ?? {};
const knobMs = (service: string, variable: string): number =>
  parseDurationMs(environmentOf(service)[variable] ?? '') ?? NaN;
const knob = (service: string, variable: string): number => Number(environmentOf(service)[variable]);

describe('the compose file of the shop', () => {
  it('asks for the images that the recipes make, each service for its own', () => {
    const made = ['gateway', 'database', 'redis', ...shopNodeServices].sort();
    expect(Object.keys(compose.services).sort()).toEqual(made);
    for (const [name, { image }] of Object.entries(compose.services)) {
      expect(image).toBe(`backlot-shop/${name}:\${SHOP_VERSION:-${shopVersion}}`);
    }
  });

  describe('has everyone outlast those they wait for', () => {
    /** How long a caller may wait for a service: every attempt, and the longest pauses between them. */
    const client = (caller: string, service: string, backoffMaxMs = 200): number => {
      const retries =
        environmentOf(caller)[`SHOP_${service}_RETRIES`] === undefined ? 0 : knob(caller, `SHOP_${service}_RETRIES`);
      return (1 + retries) * knobMs(caller, `SHOP_${service}_TIMEOUT`) + retries * backoffMaxMs;
    };
    const statement = (service: string): number =>
      knobMs(service, 'SHOP_DATABASE_ACQUIRE_TIMEOUT') +
      knobMs(service, 'SHOP_DATABASE_STATEMENT_TIMEOUT') +
      unansweredMarginMs;
    // Adding a line reads the cart, adds, renews its lifetime and reads it again.
    const longestCartMs = 4 * knobMs('cart', 'SHOP_REDIS_COMMAND_TIMEOUT');
    const chargeMs =
      knobMs('payment', 'SHOP_PROVIDER_QUEUE_TIMEOUT') +
      client('payment', 'PROVIDER', knobMs('payment', 'SHOP_PROVIDER_BACKOFF_MAX'));
    const orderMs =
      Math.max(statement('checkout'), client('checkout', 'CART')) +
      client('checkout', 'CATALOGUE') +
      statement('checkout') +
      client('checkout', 'PAYMENT') +
      statement('checkout') +
      client('checkout', 'CART');
    const pricedCartMs = client('storefront', 'CART') + client('storefront', 'CATALOGUE');
    const readMs = knobMs('gateway', 'GATEWAY_READ_TIMEOUT');
    const gatewayMs = knobMs('gateway', 'GATEWAY_RETRY_WITHIN') + knobMs('gateway', 'GATEWAY_CONNECT_TIMEOUT') + readMs;

    it.each([
      ['storefront', 'catalogue', knobMs('storefront', 'SHOP_CATALOGUE_TIMEOUT'), statement('catalogue')],
      ['checkout', 'catalogue', knobMs('checkout', 'SHOP_CATALOGUE_TIMEOUT'), statement('catalogue')],
      ['storefront', 'cart', knobMs('storefront', 'SHOP_CART_TIMEOUT'), longestCartMs],
      ['checkout', 'cart', knobMs('checkout', 'SHOP_CART_TIMEOUT'), longestCartMs],
      ['checkout', 'payment', knobMs('checkout', 'SHOP_PAYMENT_TIMEOUT'), chargeMs],
      ['storefront', 'checkout', knobMs('storefront', 'SHOP_CHECKOUT_TIMEOUT'), orderMs],
      ['gateway', 'storefront for an order', readMs, client('storefront', 'CHECKOUT')],
      ['gateway', 'storefront for a cart', readMs, pricedCartMs],
      ['shopper', 'gateway', knobMs('load-generator', 'SHOP_REQUEST_TIMEOUT'), gatewayMs],
    ])('%s: %s', (_caller, _service, patienceMs, longestMs) => {
      expect(patienceMs).toBeGreaterThan(longestMs);
    });
  });

  it('has pools that fit the connections of the database', () => {
    const inUse = ['catalogue', 'checkout'].reduce(
      (sum, name) => sum + knob(name, 'SHOP_DATABASE_POOL_SIZE') * (compose.services[name]?.deploy?.replicas ?? 1),
      0,
    );
    const limit = compose.services['database']?.command?.find((part) => part.startsWith('max_connections='));
    const reservedForSuperusers = 3;
    expect(inUse).toBeLessThanOrEqual(Number(limit?.split('=')[1]) - reservedForSuperusers);
  });

  it('holds no secret', () => {
    const secrets = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([variable]) => /PASSWORD|KEY|TOKEN|SECRET/.test(variable)),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const [variable, value] of secrets) expect(value).toMatch(new RegExp(`^\\$\\{${variable}:\\?`));
  });
});

describe('the objectives of the shop', () => {
  it('cover every entry operation, and each operation is on some journey', () => {
    const { objectives } = parse(read('slo.yaml')) as {
      readonly objectives: readonly { readonly operation: string }[];
    };
    expect(objectives.map(({ operation }) => operation).sort()).toEqual([...operations].sort());
    expect(new Set(Object.values(journeySteps).flat())).toEqual(new Set(operations));
  });

  it('may name no quantile that the load generator does not report', () => {
    const text = read('slo.yaml');
    expect(objectivesSchema.safeParse(parse(text)).success).toBe(true);
    expect(objectivesSchema.safeParse(parse(text.replace('quantile: 0.95', 'quantile: 0.9'))).success).toBe(false);
  });
});
