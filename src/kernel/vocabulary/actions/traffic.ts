import { action, previousValue } from '../action-entry.ts';
import { component, from, operation } from '../frequent-parameters.ts';
import { everywhere, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const caveat = 'a replica needs a gateway, mesh or proxy that can be set';
const tiers = { ...everywhere, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' } as const;

/** Which requests go where, and how many. */
export const trafficActions = inFamily('traffic', {
  'shift-traffic': action({
    about: 'sends a share of the requests for one component to another',
    alsoKnownAs: ['failover', 'reroute', 'canary', 'switch-traffic'],
    parameters: {
      component: { ...component, about: 'the component that gives requests away' },
      to: { quantity: 'component', about: 'the component, version or site that takes them' },
      share: { quantity: 'ratio', about: 'the share of requests that goes there from now on' },
    },
    undo: previousValue,
    interrupts: 'requests that need what only the former one has: sessions, caches, open streams',
    tiers,
    caveat,
    example: { component: 'checkout', to: 'checkout-canary', share: '10%' },
  }),
  'rate-limit': action({
    about: 'refuses requests above a rate',
    alsoKnownAs: ['throttle', 'set-rate-limit'],
    parameters: {
      component,
      operation,
      from,
      rate: { quantity: 'perSecond', about: 'what is let in, of all instances together', least: 0 },
      burst: { quantity: 'count', about: 'how many may come at once', default: 1, least: 1 },
    },
    undo: previousValue,
    interrupts: 'requests above the rate',
    tiers,
    caveat,
    example: { component: 'storefront', rate: '200/s', burst: 50 },
  }),
  'shed-load': action({
    about: 'refuses a share of the requests, or those of least worth, to keep the rest fast',
    alsoKnownAs: ['load-shedding', 'drop-traffic'],
    parameters: {
      component,
      operation,
      share: { quantity: 'ratio', about: 'the share that is refused; 0 ends it' },
    },
    undo: previousValue,
    interrupts: 'the requests that are refused',
    tiers: { ...partlyInPreflight, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' },
    caveat: `preflight says what load stays, not whether a backlog drains; ${caveat}`,
    example: { component: 'storefront', operation: 'GET /recommendations', share: '50%' },
  }),
});
