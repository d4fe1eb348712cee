import { fault } from '../fault-entry.ts';
import { component, lasting } from '../frequent-parameters.ts';
import { inFamily } from '../word.ts';

const onReplicas = {
  tiers: { preflight: 'no', model: 'no', 'replica-docker': 'partly', 'replica-kubernetes': 'yes' },
  caveat: 'on a Docker engine for programs only that take their time from a library that can be replaced',
} as const;

/** Clocks that are wrong. */
export const timeFaults = inFamily('time', {
  'clock-skew': fault({
    about: 'the clock of its instances is off by a constant time',
    alsoKnownAs: ['time-skew', 'clock-drift', 'ntp'],
    target: 'component',
    parameters: {
      component,
      offset: { quantity: 'duration', about: 'by how much', above: 0 },
      direction: { quantity: 'choice', about: 'which way', of: ['ahead', 'behind'], default: 'ahead' },
      for: lasting,
    },
    ...onReplicas,
    example: { component: 'auth', offset: '5m', direction: 'behind', for: '10m' },
  }),
  'clock-jump': fault({
    about: 'the clock of its instances jumps once, and goes on from there',
    alsoKnownAs: ['time-jump', 'leap'],
    target: 'component',
    parameters: {
      component,
      jump: { quantity: 'duration', about: 'by how much', above: 0 },
      direction: { quantity: 'choice', about: 'which way', of: ['forward', 'back'], default: 'forward' },
    },
    ...onReplicas,
    example: { component: 'auth', jump: '1h' },
  }),
});
