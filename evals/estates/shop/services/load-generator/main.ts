/**
 * The load generator: shoppers who arrive by chance, whatever becomes of those before them.
 *
 * Its only server is the admin endpoint on port 9000. Always ready while it runs.
 */
import { createRandom } from '../../../../../src/kernel/index.ts';
import { durationMs, httpUrl, knob, nonNegative, runService, wholeNumber } from '../shared/index.ts';
import { addAdminRoutes } from './admin-routes.ts';
import { createInFlightBound } from './in-flight-bound.ts';
import { journeyMix } from './journey.ts';
import { createLoad } from './load.ts';
import { createSender } from './sender.ts';

const knobs = {
  targetUrl: knob('SHOP_TARGET_URL', httpUrl),
  /** Requests per second that the journeys ask for in the mean. */
  ratePerSecond: knob('SHOP_RATE_PER_SECOND', nonNegative),
  /** Mean of the exponential pause between a shopper's requests. */
  thinkTimeMs: knob('SHOP_THINK_TIME', durationMs),
  requestTimeoutMs: knob('SHOP_REQUEST_TIMEOUT', durationMs),
  inFlightLimit: knob('SHOP_IN_FLIGHT_LIMIT', wholeNumber(1, 100_000)),
  seed: knob('SHOP_SEED', wholeNumber(0, 2 ** 31)),
};

void runService(knobs, 9000, ({ configuration, app, clock, log }) => {
  const { targetUrl, requestTimeoutMs, ratePerSecond, thinkTimeMs, seed } = configuration;
  const load = createLoad(
    { ratePerSecond, thinkTimeMs, mix: journeyMix },
    {
      clock,
      random: createRandom(seed).stream('load-generator'),
      send: createSender(targetUrl, requestTimeoutMs),
      bound: createInFlightBound(configuration.inFlightLimit),
    },
  );
  addAdminRoutes(app, load, (next) => log.info('load-changed', { ratePerSecond: next.ratePerSecond }));
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    checks: [],
    start: () => {
      running = load.run(stop.signal);
      return Promise.resolve();
    },
    close: () => {
      stop.abort();
      return running;
    },
  };
});
