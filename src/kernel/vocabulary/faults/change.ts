import { fault } from '../fault-entry.ts';
import { called, caller, component, lasting } from '../frequent-parameters.ts';
import { everywhere, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const partly = { ...everywhere, preflight: 'partly', model: 'partly' } as const;

const shows = {
  quantity: 'choice',
  about: 'how it shows: instances never become ready, end, answer with errors, or answer late',
  of: ['never-ready', 'crashes', 'errors', 'slow'],
  default: 'never-ready',
} as const;

const assumed = 'preflight and model take for granted how it shows; that it really does is seen in a replica only';

/** Changes that were made and are wrong. */
export const changeFaults = inFamily('change', {
  'bad-image': fault({
    about: 'the image that is deployed next does not work',
    alsoKnownAs: ['bad-deploy', 'bad-release', 'imagepullbackoff'],
    target: 'component',
    parameters: {
      component,
      shows: {
        ...shows,
        about: 'how it shows: it cannot be had, or its instances never become ready, end, answer with errors, or late',
        of: ['never-ready', 'crashes', 'errors', 'slow', 'not-found'],
      },
      for: lasting,
    },
    tiers: partly,
    caveat: assumed,
    example: { component: 'checkout', shows: 'crashes' },
  }),
  'bad-configuration': fault({
    about: 'a setting is wrong, for all instances that read it from now on',
    alsoKnownAs: ['misconfiguration', 'bad-config'],
    target: 'component',
    parameters: {
      component,
      setting: { quantity: 'text', about: 'which one; any where left out', optional: true },
      shows,
      for: lasting,
    },
    tiers: partly,
    caveat: assumed,
    example: { component: 'checkout', setting: 'DATABASE_URL', shows: 'never-ready' },
  }),
  'wrong-limit': fault({
    about: 'instances have a limit that does not suit them',
    alsoKnownAs: ['bad-limit'],
    target: 'component',
    parameters: {
      component,
      cpu: { quantity: 'cores', about: 'processor quota', optional: true, above: 0 },
      memory: { quantity: 'bytes', about: 'memory limit', optional: true, above: 0 },
      for: lasting,
    },
    atLeastOne: ['cpu', 'memory'],
    tiers: everywhere,
    example: { component: 'checkout', memory: '64MiB' },
  }),
  'missing-secret': fault({
    about: 'a secret is not there that instances need at their start',
    alsoKnownAs: ['secret-missing', 'no-secret'],
    target: 'component',
    parameters: {
      component,
      secret: { quantity: 'text', about: 'its name; any where left out', optional: true },
      for: lasting,
    },
    tiers: partly,
    caveat: 'preflight knows which secrets are used, not which are needed; in the model instances do not start',
    example: { component: 'payment', secret: 'provider-key' },
  }),
  'wrong-timeout': fault({
    about: 'a caller gives up too early or too late',
    alsoKnownAs: ['bad-timeout'],
    target: 'calls',
    parameters: {
      component: caller,
      to: called,
      timeout: { quantity: 'duration', about: 'after how long', above: 0 },
      for: lasting,
    },
    tiers: everywhere,
    example: { component: 'checkout', to: 'payment', timeout: '30s' },
  }),
  'rollback-fails': fault({
    about: 'what should undo a change does not',
    alsoKnownAs: ['undo-fails', 'failed-rollback'],
    target: 'component',
    parameters: {
      component,
      how: {
        quantity: 'choice',
        about: 'it is refused, does not end, or leaves half the instances as they are',
        of: ['refused', 'hangs', 'half-done'],
        default: 'hangs',
      },
      for: lasting,
    },
    tiers: partlyInPreflight,
    caveat: 'preflight says what then stays broken, not for how long',
    example: { component: 'checkout', how: 'refused' },
  }),
});
