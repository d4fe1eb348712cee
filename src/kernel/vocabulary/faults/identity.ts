import { fault } from '../fault-entry.ts';
import { component, from, lasting, share } from '../frequent-parameters.ts';
import { everywhere } from '../tier.ts';
import { inFamily } from '../word.ts';

const asErrors = {
  tiers: { ...everywhere, model: 'partly' },
  caveat: 'the model lets the calls fail; it knows no names, keys or tokens',
} as const;

const calls = { component: { ...component, about: 'the component that is called' }, from } as const;

/** Names, certificates and credentials that do not hold. */
export const identityFaults = inFamily('identity', {
  'dns-error': fault({
    about: 'its name cannot be looked up',
    alsoKnownAs: ['dns', 'dns-failure', 'nxdomain', 'servfail'],
    target: 'calls',
    parameters: {
      ...calls,
      answer: {
        quantity: 'choice',
        about: 'what a look-up gets',
        of: ['server-failure', 'no-such-name', 'nothing'],
        default: 'server-failure',
      },
      share: { ...share, about: 'of how many of the look-ups' },
      for: lasting,
    },
    ...asErrors,
    example: { component: 'payment', answer: 'no-such-name', for: '5m' },
  }),
  'dns-wrong-answer': fault({
    about: 'its name leads to an address where it is not',
    alsoKnownAs: ['dns-random', 'stale-dns', 'dns-hijack'],
    target: 'calls',
    parameters: {
      ...calls,
      address: { quantity: 'text', about: 'the address; one that nothing answers at where left out', optional: true },
      for: lasting,
    },
    ...asErrors,
    example: { component: 'payment', for: '5m' },
  }),
  'certificate-expired': fault({
    about: 'its certificate has run out, and callers that check it refuse to connect',
    alsoKnownAs: ['cert-expired', 'tls-expired', 'expired-certificate'],
    target: 'calls',
    parameters: { ...calls, for: lasting },
    ...asErrors,
    example: { component: 'gateway', for: '10m' },
  }),
  'token-rejected': fault({
    about: 'it refuses the credentials of its callers',
    alsoKnownAs: ['unauthorized', 'auth-failure', 'credential-expired'],
    target: 'calls',
    parameters: { ...calls, share, for: lasting },
    ...asErrors,
    example: { component: 'payment', from: 'checkout', for: '5m' },
  }),
});
