import { action, previousValue } from '../action-entry.ts';
import { component } from '../frequent-parameters.ts';
import { everywhere } from '../tier.ts';
import { inFamily } from '../word.ts';

/** What version runs, with which configuration, and how it gets there. */
export const releaseActions = inFamily('release', {
  'set-image': action({
    about: 'deploys an image: replaces the instances by ones of it, as the rollout of the component says',
    alsoKnownAs: ['deploy', 'release', 'upgrade', 'rollout'],
    parameters: {
      component,
      image: { quantity: 'text', about: 'the image, with a tag or better a digest' },
    },
    undo: previousValue,
    interrupts: 'requests on instances that are replaced',
    tiers: { ...everywhere, model: 'partly' },
    caveat:
      'the model runs the replacement; that the new image behaves as the old one is assumed unless said otherwise',
    example: { component: 'checkout', image: 'registry.example/checkout:1.4.2' },
  }),
  rollback: action({
    about: 'puts back an earlier revision of image and configuration',
    alsoKnownAs: ['undo', 'revert', 'rollout-undo'],
    parameters: {
      component,
      revision: { quantity: 'text', about: 'which one; the one before where left out', optional: true },
    },
    undo: previousValue,
    interrupts: 'requests on instances that are replaced',
    tiers: { ...everywhere, preflight: 'partly', model: 'partly' },
    caveat:
      'preflight knows the earlier revision only where facts tell it; the model assumes that it behaves as it did then',
    example: { component: 'checkout' },
  }),
  configure: action({
    about: 'sets one attribute of the vocabulary of facts',
    alsoKnownAs: ['set', 'patch', 'set-config', 'apply'],
    parameters: {
      component,
      to: {
        quantity: 'component',
        about: 'the called component, for an attribute of calls',
        optional: true,
      },
      operation: { quantity: 'operation', about: 'for an attribute of one operation', optional: true },
      attribute: { quantity: 'text', about: 'the name of the attribute' },
      value: { quantity: 'value', about: 'the value that it is to have, in the form of that attribute' },
    },
    undo: previousValue,
    interrupts: 'requests on instances that are replaced, where the component reads the setting at its start',
    tiers: { ...everywhere, model: 'partly' },
    caveat: 'the model knows attributes that bear on time and capacity',
    example: { component: 'checkout', attribute: 'stop-grace', value: 30_000 },
  }),
  'set-rollout': action({
    about: 'sets how instances are replaced from now on',
    alsoKnownAs: ['set-strategy'],
    parameters: {
      component,
      strategy: {
        quantity: 'choice',
        about: 'some at a time, all at once, or only as others remove them; as it was where left out',
        of: ['rolling', 'recreate', 'on-delete'],
        optional: true,
      },
      maxSurge: {
        quantity: 'countOrShare',
        about: 'how many may be too many; as it was where left out',
        optional: true,
      },
      maxUnavailable: {
        quantity: 'countOrShare',
        about: 'how many may be missing; as it was where left out',
        optional: true,
      },
      minReady: {
        quantity: 'duration',
        about: 'how long a new one must be ready to count; as it was where left out',
        optional: true,
      },
      deadline: {
        quantity: 'duration',
        about: 'after how long without progress it has failed; as it was where left out',
        optional: true,
        above: 0,
      },
    },
    atLeastOne: ['strategy', 'maxSurge', 'maxUnavailable', 'minReady', 'deadline'],
    undo: previousValue,
    interrupts: null,
    tiers: { ...everywhere, 'replica-docker': 'partly' },
    caveat: 'a Docker engine replaces instances as the executor does it, one by one or all at once',
    example: { component: 'checkout', maxSurge: 1, maxUnavailable: '0%' },
  }),
  'renew-certificate': action({
    about: 'issues a certificate anew and puts it in place',
    alsoKnownAs: ['rotate-certificate', 'renew-cert'],
    parameters: {
      component,
      certificate: { quantity: 'text', about: 'which one; its only one where left out', optional: true },
      validity: { quantity: 'duration', about: 'how long it is to be valid', default: '90d', above: 0 },
    },
    undo: previousValue,
    interrupts: 'open connections, where the component has to reload or restart for it',
    tiers: { ...everywhere, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' },
    caveat: 'a replica has certificates of its own issuer: it shows the reload, not that the real issuer issues',
    example: { component: 'gateway' },
  }),
});
