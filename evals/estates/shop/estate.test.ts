import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseDurationMs } from '../../../src/kernel/index.ts';
import { shopNodeServices, shopVersion } from './recipes.ts';
import { journeySteps, operations } from './services/load-generator/journey.ts';

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

  it('has everyone outlast those they wait for', () => {
    const charge =
      knobMs('payment', 'SHOP_PROVIDER_QUEUE_TIMEOUT') +
      (1 + knob('payment', 'SHOP_PROVIDER_RETRIES')) * knobMs('payment', 'SHOP_PROVIDER_TIMEOUT') +
      knob('payment', 'SHOP_PROVIDER_RETRIES') * knobMs('payment', 'SHOP_PROVIDER_BACKOFF_MAX');
    const patience = [
      charge,
      knobMs('checkout', 'SHOP_PAYMENT_TIMEOUT'),
      knobMs('storefront', 'SHOP_CHECKOUT_TIMEOUT'),
      knobMs('gateway', 'GATEWAY_READ_TIMEOUT'),
      knobMs('load-generator', 'SHOP_REQUEST_TIMEOUT'),
    ];
    expect(patience).toEqual([...new Set(patience)].sort((left, right) => left - right));
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
});
