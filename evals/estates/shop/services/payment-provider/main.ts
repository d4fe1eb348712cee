/**
 * The external payment provider, as the shop sees one: an API on port 8080, and on port 9000 an admin endpoint that
 * makes it slow, flaky or dead.
 *
 * Always ready while it runs: that it behaves badly is what it is for.
 */
import { z } from 'zod';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { createServer, knob, runService, secret, wholeNumber } from '../shared/index.ts';
import { addAdminRoutes } from './admin-routes.ts';
import { addChargeRoutes } from './charge-routes.ts';
import { profileNames, profiles } from './behaviour.ts';

const knobs = {
  profile: knob('SHOP_PROVIDER_PROFILE', z.enum(profileNames, `one of ${profileNames.join(', ')}`)),
  apiKey: secret('SHOP_PROVIDER_API_KEY'),
  seed: knob('SHOP_SEED', wholeNumber(0, 2 ** 31)),
};

const adminPort = 9000;

void runService(knobs, 8080, ({ configuration, app, clock, log }) => {
  let behaviour = profiles[configuration.profile];
  addChargeRoutes(app, {
    apiKey: configuration.apiKey,
    behaviour: () => behaviour,
    random: createRandom(configuration.seed).stream('payment-provider'),
    clock,
  });
  const admin = createServer(log);
  addAdminRoutes(admin, {
    read: () => behaviour,
    change: (next) => {
      behaviour = next;
      log.info('behaviour-changed', { ...next });
    },
  });
  return {
    checks: [],
    start: async () => {
      await admin.listen({ host: '0.0.0.0', port: adminPort });
    },
    close: () => admin.close(),
  };
});
