import { fault } from '../fault-entry.ts';
import { component, lasting, node } from '../frequent-parameters.ts';
import { everywhere, notOnDocker } from '../tier.ts';
import { inFamily } from '../word.ts';

const placed = {
  tiers: { ...everywhere, 'replica-docker': 'partly' },
  caveat: 'a Docker engine is one node: the containers that run there in reality are stopped together',
} as const;

/** What everything runs on. */
export const infrastructureFaults = inFamily('infrastructure', {
  'node-drain': fault({
    about: 'a node is drained by somebody else: an upgrade, an autoscaler of nodes',
    alsoKnownAs: ['eviction', 'node-upgrade', 'consolidation'],
    target: 'node',
    parameters: { node, for: lasting },
    ...placed,
    example: { node: 'node-2', for: '15m' },
  }),
  'node-reboot': fault({
    about: 'a node ends and starts again, with everything on it',
    alsoKnownAs: ['node-restart', 'host-reboot', 'node-down'],
    target: 'node',
    parameters: {
      node,
      takes: { quantity: 'duration', about: 'until it is back', default: '2m', above: 0 },
    },
    ...placed,
    example: { node: 'node-2', takes: '3m' },
  }),
  'node-taint': fault({
    about: 'a node takes nothing new, or loses what runs on it',
    alsoKnownAs: ['taint', 'node-pressure'],
    target: 'node',
    parameters: {
      node,
      effect: {
        quantity: 'choice',
        about: 'what it does to instances',
        of: ['no-schedule', 'no-execute'],
        default: 'no-schedule',
      },
      for: lasting,
    },
    tiers: notOnDocker,
    example: { node: 'node-2', effect: 'no-execute', for: '15m' },
  }),
  'zone-loss': fault({
    about: 'all nodes of a zone are gone',
    alsoKnownAs: ['zone-down', 'az-failure', 'az-outage'],
    target: 'zone',
    parameters: { zone: { quantity: 'text', about: 'which zone' }, for: lasting },
    ...placed,
    example: { zone: 'eu-central-1a', for: '30m' },
  }),
  'region-down': fault({
    about: 'everything in a region is gone, services of the provider among it',
    alsoKnownAs: ['region-loss', 'region-outage'],
    target: 'region',
    parameters: { region: { quantity: 'text', about: 'which region' }, for: lasting },
    tiers: { ...placed.tiers, model: 'partly' },
    caveat: `the model takes nodes for the region whose zones begin with its name, and nothing else; ${placed.caveat}`,
    example: { region: 'eu-central-1', for: '2h' },
  }),
  'volume-detach': fault({
    about: 'a volume is taken away from a running component',
    alsoKnownAs: ['disk-loss', 'volume-loss'],
    target: 'volume',
    parameters: {
      component,
      volume: { quantity: 'text', about: 'which one; its only one where left out', optional: true },
      for: lasting,
    },
    ...placed,
    caveat: 'a Docker engine takes no volume from a running container: the component is stopped for the time',
    example: { component: 'database', for: '5m' },
  }),
  'control-plane-outage': fault({
    about: 'the orchestrator does nothing: what runs goes on, nothing is restarted, placed or scaled',
    alsoKnownAs: ['api-server-down', 'scheduler-down', 'etcd-down'],
    target: 'control-plane',
    parameters: { for: lasting },
    tiers: { ...everywhere, 'replica-docker': 'partly' },
    caveat: 'a Docker engine is told to restart nothing; the engine itself goes on',
    example: { for: '20m' },
  }),
});
