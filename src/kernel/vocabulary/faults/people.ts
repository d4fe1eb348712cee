import { fault } from '../fault-entry.ts';
import { lasting } from '../frequent-parameters.ts';
import { inFamily } from '../word.ts';

/** Those who should act and do not. */
export const peopleFaults = inFamily('people', {
  'on-call-unreachable': fault({
    about: 'nobody answers a page',
    alsoKnownAs: ['no-on-call', 'nobody-answers'],
    target: 'people',
    parameters: {
      person: { quantity: 'text', about: 'who; nobody at all answers where left out', optional: true },
      for: lasting,
    },
    tiers: { preflight: 'no', model: 'yes', 'replica-docker': 'no', 'replica-kubernetes': 'no' },
    example: { person: 'payments-on-call', for: '30m' },
  }),
});
