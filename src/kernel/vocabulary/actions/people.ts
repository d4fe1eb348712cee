import { action, notUndone } from '../action-entry.ts';
import { everywhere, notInPreflight, replicasOnly } from '../tier.ts';
import { inFamily } from '../word.ts';

/** Waiting, asking somebody, and leaving things as they are. */
export const peopleActions = inFamily('people', {
  wait: action({
    about: 'lets time pass before the next step',
    alsoKnownAs: ['sleep', 'pause', 'soak'],
    parameters: { for: { quantity: 'duration', about: 'how long', above: 0 } },
    undo: notUndone('nothing was changed'),
    interrupts: null,
    tiers: notInPreflight,
    example: { for: '2m' },
  }),
  'page-on-call': action({
    about: 'calls somebody, who acts when they answer',
    alsoKnownAs: ['page', 'escalate', 'notify', 'call-on-call'],
    parameters: {
      person: { quantity: 'text', about: 'whom; who is on call where left out', optional: true },
      about: { quantity: 'text', about: 'what for', optional: true },
    },
    undo: notUndone('somebody has been woken'),
    interrupts: null,
    tiers: { ...replicasOnly, model: 'yes', 'replica-docker': 'no', 'replica-kubernetes': 'no' },
    caveat: 'a rehearsal pages nobody: the model draws how long an answer takes',
    example: { person: 'payments-on-call', about: 'the payment provider refuses every request' },
  }),
  'do-nothing': action({
    about: 'leaves everything as it is: what every other plan is compared with',
    alsoKnownAs: ['leave-alone', 'noop', 'none'],
    parameters: {},
    undo: notUndone('nothing was changed'),
    interrupts: null,
    tiers: everywhere,
    example: {},
  }),
});
