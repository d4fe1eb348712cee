import { fault } from '../fault-entry.ts';
import { component, from, lasting, operation, share } from '../frequent-parameters.ts';
import { partlyInPreflight, everywhere } from '../tier.ts';
import { inFamily } from '../word.ts';

const outside = {
  component: { ...component, about: 'the external dependency' },
  from,
  operation,
} as const;

/** What is outside the estate and cannot be mended from here; replicas have a stub in its place. */
export const dependencyFaults = inFamily('dependency', {
  'dependency-down': fault({
    about: 'an external dependency does not serve',
    alsoKnownAs: ['external-down', 'provider-down', 'third-party-outage'],
    target: 'calls',
    parameters: {
      ...outside,
      answer: {
        quantity: 'choice',
        about: 'what callers get: connections refused, nothing, or status 503',
        of: ['refused', 'nothing', 'error'],
        default: 'error',
      },
      for: lasting,
    },
    tiers: everywhere,
    example: { component: 'payment-provider', answer: 'nothing', for: '10m' },
  }),
  'dependency-slow': fault({
    about: 'an external dependency answers later than it does otherwise',
    alsoKnownAs: ['external-slow', 'provider-slow'],
    target: 'calls',
    parameters: {
      ...outside,
      delay: { quantity: 'duration', about: 'how much later', optional: true, above: 0 },
      factor: { quantity: 'factor', about: 'how many times as long', optional: true, above: 1, most: 1_000_000 },
      for: lasting,
    },
    exactlyOne: ['delay', 'factor'],
    tiers: partlyInPreflight,
    caveat: 'preflight sets it against timeouts along the calls, not against queues',
    example: { component: 'payment-provider', factor: 5, for: '10m' },
  }),
  'dependency-flaky': fault({
    about: 'an external dependency fails at times',
    alsoKnownAs: ['external-flaky', 'provider-flaky', 'intermittent'],
    target: 'calls',
    parameters: {
      ...outside,
      share: { ...share, about: 'of how many of the requests', default: '20%' },
      status: { quantity: 'count', about: 'the HTTP status of those', default: 503, least: 400, most: 599 },
      run: {
        quantity: 'factor',
        about: 'mean number of failures in a row; independent where left out',
        optional: true,
        least: 1,
      },
      for: lasting,
    },
    tiers: partlyInPreflight,
    caveat: 'preflight says how far retries multiply it, not what that does',
    example: { component: 'payment-provider', share: '30%', for: '10m' },
  }),
});
