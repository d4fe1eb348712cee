import { fault } from '../fault-entry.ts';
import { component, from, lasting, operation, share } from '../frequent-parameters.ts';
import { everywhere, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const requests = { component, operation, from, share, for: lasting } as const;

const asGraph = {
  tiers: partlyInPreflight,
  caveat: 'preflight says whom it reaches along the calls, not how many requests fail',
} as const;

/** Answers that are not as the caller expects. */
export const protocolFaults = inFamily('protocol', {
  'status-code': fault({
    about: 'it answers with an error status',
    alsoKnownAs: ['http-error', 'error', 'http-status', 'status'],
    target: 'calls',
    parameters: {
      ...requests,
      status: { quantity: 'count', about: 'the HTTP status', default: 503, least: 400, most: 599 },
    },
    ...asGraph,
    example: { component: 'payment', status: 503, share: '20%', for: '5m' },
  }),
  abort: fault({
    about: 'it breaks off the connection in the middle of an answer',
    alsoKnownAs: ['http-abort'],
    target: 'calls',
    parameters: requests,
    ...asGraph,
    example: { component: 'payment', share: '10%', for: '5m' },
  }),
  'response-delay': fault({
    about: 'it answers later, the network being as it was',
    alsoKnownAs: ['http-delay', 'slow-response'],
    target: 'calls',
    parameters: { ...requests, delay: { quantity: 'duration', about: 'how much later', above: 0 } },
    ...asGraph,
    example: { component: 'payment', operation: 'POST /charge', delay: '2s', for: '5m' },
  }),
  'modified-response': fault({
    about: 'its answers are changed on their way',
    alsoKnownAs: ['http-patch', 'body-modify', 'header-modify', 'hijacked-response'],
    target: 'calls',
    parameters: {
      ...requests,
      part: { quantity: 'choice', about: 'which part', of: ['body', 'headers'], default: 'body' },
      change: {
        quantity: 'choice',
        about: 'how it is changed',
        of: ['empty', 'truncated', 'malformed'],
        default: 'malformed',
      },
    },
    tiers: { ...partlyInPreflight, model: 'partly' },
    caveat: 'preflight and model take it for an error of the caller; what its program does shows in a replica only',
    example: { component: 'payment', change: 'empty', share: '10%', for: '5m' },
  }),
  'rate-limited': fault({
    about: 'it refuses what comes above a rate, with status 429',
    alsoKnownAs: ['throttled', '429', 'too-many-requests'],
    target: 'calls',
    parameters: {
      component,
      operation,
      from,
      rate: { quantity: 'perSecond', about: 'what it still answers', least: 0 },
      for: lasting,
    },
    tiers: everywhere,
    example: { component: 'payment-provider', rate: '5/s', for: '10m' },
  }),
});
