import { flushShopCarts, setProviderBehaviour, setShopLoad, upShop } from '../estates/index.ts';
import type { ComposeValue, RunContext, ShopSettings } from '../estates/index.ts';

/** A shop that is up, and what it was brought up with. */
export interface RunningShop {
  readonly run: RunContext;
  readonly name: string;
  readonly settings: ShopSettings & { readonly ratePerSecond: number };
}

/** One thing that is changed on the running shop. */
export interface ShopChange {
  readonly id: string;
  readonly title: string;
  /** What is asked about it, as a scenario file of `backlot predict`. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** Whether it is over as soon as it is made; left out: it lasts until it is undone. */
  readonly isMomentary?: boolean;
  readonly make: (shop: RunningShop) => Promise<void>;
  readonly undo: (shop: RunningShop) => Promise<void>;
}

const bringUp = async ({ run, name, settings }: RunningShop, values: readonly ComposeValue[]): Promise<void> => {
  await upShop(run, name, { ...settings, values });
};

/** Edits the compose file and brings the shop up with it, as its operator would. */
function edited(
  id: string,
  title: string,
  action: Readonly<Record<string, unknown>>,
  service: string,
  ...[keys, value]: [readonly string[], string | number]
): ShopChange {
  return {
    id,
    title,
    asked: { change: [action] },
    make: (shop) => bringUp(shop, [{ path: ['services', service, ...keys], value }]),
    undo: (shop) => bringUp(shop, []),
  };
}

const cpuLimit = (id: string, title: string, service: string, cpu: number): ShopChange =>
  edited(
    id,
    title,
    { action: 'set-limits', component: service, cpu },
    service,
    ['deploy', 'resources', 'limits', 'cpus'],
    String(cpu),
  );

const replicaCount = (id: string, title: string, service: string, replicas: number): ShopChange =>
  edited(id, title, { action: 'scale', component: service, replicas }, service, ['deploy', 'replicas'], replicas);

const traffic = (id: string, title: string, factor: number): ShopChange => ({
  id,
  title,
  asked: { traffic: factor },
  make: ({ run, name, settings }) => setShopLoad(run, name, settings.ratePerSecond * factor),
  undo: ({ run, name, settings }) => setShopLoad(run, name, settings.ratePerSecond),
});

const slowerProvider = (id: string, title: string, addedLatencyMs: number): ShopChange => ({
  id,
  title,
  asked: { faults: [{ fault: 'latency', component: 'payment-provider', delay: `${addedLatencyMs}ms` }] },
  make: async ({ run, name }) => {
    await setProviderBehaviour(run, name, { addedLatencyMs });
  },
  undo: async ({ run, name }) => {
    await setProviderBehaviour(run, name, { addedLatencyMs: 0 });
  },
});

/** What is changed, one after the other; each is undone before the next. */
export const shopChanges: readonly ShopChange[] = [
  cpuLimit('cpu-checkout-less', 'checkout: 0.1 cores in place of 0.5', 'checkout', 0.1),
  cpuLimit('cpu-storefront-less', 'storefront: 0.15 cores in place of 0.5', 'storefront', 0.15),
  cpuLimit('cpu-storefront-more', 'storefront: 1 core in place of 0.5', 'storefront', 1),
  replicaCount('replicas-catalogue-less', 'catalogue: one instance in place of two', 'catalogue', 1),
  replicaCount('replicas-storefront-more', 'storefront: three instances in place of two', 'storefront', 3),
  edited(
    'pool-catalogue-less',
    'catalogue: one connection in place of eight',
    { action: 'set-pool', component: 'catalogue', to: 'database', size: 1 },
    'catalogue',
    ['environment', 'SHOP_DATABASE_POOL_SIZE'],
    '1',
  ),
  slowerProvider('provider-100ms', 'payment provider: 100 ms more', 100),
  slowerProvider('provider-400ms', 'payment provider: 400 ms more', 400),
  traffic('traffic-1.5', 'one and a half times the traffic', 1.5),
  traffic('traffic-2', 'twice the traffic', 2),
  {
    id: 'flush-redis',
    title: 'redis: emptied at once',
    asked: { change: [{ action: 'flush-cache', component: 'redis' }] },
    isMomentary: true,
    make: ({ run, name }) => flushShopCarts(run, name),
    // It fills again by itself.
    undo: () => Promise.resolve(),
  },
];
