/**
 * Payment: charges cards through the external provider.
 *
 * Ready whenever it runs: were it to ask the provider, an outage outside would take the shop's own instances away, and
 * callers would get no answer instead of a clear one.
 */
import {
  createConcurrencyLimit,
  createHttpClient,
  durationMs,
  httpUrl,
  instanceRandom,
  knob,
  runService,
  secret,
  wholeNumber,
} from '../shared/index.ts';
import { addChargeRoutes } from './charge-routes.ts';
import { createProvider } from './provider.ts';

const knobs = {
  providerUrl: knob('SHOP_PROVIDER_URL', httpUrl),
  providerApiKey: secret('SHOP_PROVIDER_API_KEY'),
  /** Of each attempt. */
  providerTimeoutMs: knob('SHOP_PROVIDER_TIMEOUT', durationMs),
  providerRetries: knob('SHOP_PROVIDER_RETRIES', wholeNumber(0, 10)),
  providerBackoffMs: knob('SHOP_PROVIDER_BACKOFF', durationMs),
  providerBackoffMaxMs: knob('SHOP_PROVIDER_BACKOFF_MAX', durationMs),
  /** Charges that may be on their way at once, their retries included. */
  providerConcurrency: knob('SHOP_PROVIDER_CONCURRENCY', wholeNumber(1, 1_000)),
  providerQueue: knob('SHOP_PROVIDER_QUEUE', wholeNumber(0, 10_000)),
  providerQueueTimeoutMs: knob('SHOP_PROVIDER_QUEUE_TIMEOUT', durationMs),
};

void runService(knobs, 8080, ({ configuration, app, clock }) => {
  const client = createHttpClient({
    dependency: 'payment-provider',
    baseUrl: configuration.providerUrl,
    timeoutMs: configuration.providerTimeoutMs,
    retry: {
      retries: configuration.providerRetries,
      backoffMs: configuration.providerBackoffMs,
      backoffMaxMs: configuration.providerBackoffMaxMs,
    },
    clock,
    random: instanceRandom(clock).stream('backoff'),
  });
  const limit = createConcurrencyLimit(
    {
      dependency: 'payment-provider',
      concurrency: configuration.providerConcurrency,
      queue: configuration.providerQueue,
      queueTimeoutMs: configuration.providerQueueTimeoutMs,
    },
    clock,
  );
  addChargeRoutes(app, createProvider(client, limit, configuration.providerApiKey));
  return { checks: [], close: () => Promise.resolve() };
});
