import { fault } from '../fault-entry.ts';
import { called, caller, lasting, optionalComponent } from '../frequent-parameters.ts';
import { notInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const onto = {
  component: { ...optionalComponent, about: 'only requests that come to it from outside; all where left out' },
  operation: { quantity: 'operation', about: 'only this operation; all where left out', optional: true },
} as const;

const factor = {
  quantity: 'factor',
  about: 'how many times as much as now',
  optional: true,
  above: 0,
  most: 1_000_000,
} as const;

const rate = { quantity: 'perSecond', about: 'how much in all', optional: true, above: 0 } as const;

const rateOnTop = { quantity: 'perSecond', about: 'how much on top', above: 0 } as const;

/** More requests than usual, or others. */
export const loadFaults = inFamily('load', {
  'load-ramp': fault({
    about: 'load rises evenly, and then stays',
    alsoKnownAs: ['ramp'],
    target: 'load',
    parameters: {
      ...onto,
      factor,
      rate,
      over: { quantity: 'duration', about: 'how long it rises', above: 0 },
      for: { ...lasting, about: 'how long in all, the rise included; until the end where left out' },
    },
    exactlyOne: ['factor', 'rate'],
    tiers: notInPreflight,
    example: { component: 'storefront', factor: 3, over: '10m' },
  }),
  'load-spike': fault({
    about: 'load is suddenly higher, and as suddenly as before at the end',
    alsoKnownAs: ['spike', 'burst', 'surge'],
    target: 'load',
    parameters: { ...onto, factor, rate, for: lasting },
    exactlyOne: ['factor', 'rate'],
    tiers: notInPreflight,
    example: { component: 'storefront', factor: 5, for: '2m' },
  }),
  'load-flood': fault({
    about: 'requests that nobody needs come on top, from senders that wait for nothing and never give up',
    alsoKnownAs: ['flood', 'ddos', 'scraper'],
    target: 'load',
    parameters: { ...onto, rate: rateOnTop, for: lasting },
    tiers: notInPreflight,
    example: { component: 'storefront', rate: '2000/s', for: '5m' },
  }),
  'retry-storm': fault({
    about: 'a caller repeats each failed call at once and many times',
    alsoKnownAs: ['retries', 'thundering-herd'],
    target: 'calls',
    parameters: {
      component: caller,
      to: { ...called, about: 'the component that it calls; all that it calls where left out', optional: true },
      attempts: { quantity: 'count', about: 'in all, the first among them', default: 4, least: 2, most: 1_000 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'checkout', to: 'payment', attempts: 5, for: '5m' },
  }),
  'mix-shift': fault({
    about: 'of the same number of requests, one operation gets a larger or smaller share',
    alsoKnownAs: ['traffic-mix', 'workload-shift'],
    target: 'load',
    parameters: {
      component: onto.component,
      operation: { quantity: 'operation', about: 'which operation' },
      share: { quantity: 'ratio', about: 'its share of the requests then' },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'storefront', operation: 'POST /checkout', share: '40%', for: '30m' },
  }),
});
