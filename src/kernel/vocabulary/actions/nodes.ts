import { action, undoneBy } from '../action-entry.ts';
import { node } from '../frequent-parameters.ts';
import { notOnDocker } from '../tier.ts';
import { inFamily } from '../word.ts';

/** Where instances may run. */
export const nodeActions = inFamily('nodes', {
  'drain-node': action({
    about: 'moves everything off a node, as far as disruption budgets allow, and lets nothing new onto it',
    alsoKnownAs: ['evict-node', 'evacuate'],
    parameters: {
      node,
      timeout: { quantity: 'duration', about: 'after how long it gives up; never where left out', optional: true },
    },
    undo: undoneBy('uncordon-node'),
    interrupts: 'every instance on the node, singletons above all',
    tiers: notOnDocker,
    example: { node: 'node-2', timeout: '10m' },
  }),
  'cordon-node': action({
    about: 'lets nothing new onto a node',
    parameters: { node },
    undo: undoneBy('uncordon-node'),
    interrupts: null,
    tiers: notOnDocker,
    example: { node: 'node-2' },
  }),
  'uncordon-node': action({
    about: 'lets instances onto a node again; those that were moved away do not come back by themselves',
    parameters: { node },
    undo: undoneBy('cordon-node'),
    interrupts: null,
    tiers: notOnDocker,
    example: { node: 'node-2' },
  }),
});
