import { fault } from '../fault-entry.ts';
import { component, from, lasting } from '../frequent-parameters.ts';
import { everywhere, notInPreflight, replicasOnly } from '../tier.ts';
import { inFamily } from '../word.ts';

const called = { ...component, about: 'the component that is called' } as const;
const calls = { component: called, from } as const;

const packets = { quantity: 'ratio', about: 'of how many of the packets', above: 0 } as const;

const modelOfPackets = {
  tiers: { ...notInPreflight, model: 'partly' },
  caveat: 'the model has no packets: it turns them into delay by retransmission, and into errors where that ends',
} as const;

/** What happens to calls on their way. */
export const networkFaults = inFamily('network', {
  latency: fault({
    about: 'every packet to it takes longer',
    alsoKnownAs: ['delay', 'network-delay', 'lag', 'slow-network'],
    target: 'calls',
    parameters: { ...calls, delay: { quantity: 'duration', about: 'how much longer', above: 0 }, for: lasting },
    tiers: notInPreflight,
    example: { component: 'payment', delay: '200ms', for: '2m' },
  }),
  jitter: fault({
    about: 'packets to it take longer by a different time each',
    target: 'calls',
    parameters: {
      ...calls,
      spread: { quantity: 'duration', about: 'the standard deviation of that time', above: 0 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'payment', spread: '50ms', for: '2m' },
  }),
  loss: fault({
    about: 'packets to it are lost, one by one or in runs',
    alsoKnownAs: ['packet-loss', 'drop'],
    target: 'calls',
    parameters: {
      ...calls,
      loss: packets,
      run: {
        quantity: 'factor',
        about: 'mean number lost in a row (the two-state model of Gilbert and Elliott); independent where left out',
        optional: true,
        least: 1,
      },
      for: lasting,
    },
    ...modelOfPackets,
    example: { component: 'payment', loss: '5%', for: '2m' },
  }),
  duplicate: fault({
    about: 'packets to it come twice',
    target: 'calls',
    parameters: { ...calls, share: packets, for: lasting },
    ...modelOfPackets,
    example: { component: 'payment', share: '5%', for: '2m' },
  }),
  corrupt: fault({
    about: 'packets to it are damaged, and so thrown away by whoever receives them',
    alsoKnownAs: ['corruption'],
    target: 'calls',
    parameters: { ...calls, share: packets, for: lasting },
    ...modelOfPackets,
    example: { component: 'payment', share: '1%', for: '2m' },
  }),
  reorder: fault({
    about: 'packets to it overtake each other',
    target: 'calls',
    parameters: {
      ...calls,
      share: packets,
      delay: {
        quantity: 'duration',
        about: 'how long those are held back that are overtaken',
        default: '10ms',
        above: 0,
      },
      for: lasting,
    },
    ...modelOfPackets,
    example: { component: 'payment', share: '10%', for: '2m' },
  }),
  bandwidth: fault({
    about: 'no more than so much goes to it in a second',
    alsoKnownAs: ['throttle-network', 'slow-link'],
    target: 'calls',
    parameters: {
      ...calls,
      rate: { quantity: 'bytesPerSecond', about: 'the most that goes through', above: 0 },
      for: lasting,
    },
    tiers: replicasOnly,
    caveat: 'the model knows no sizes of requests and answers, which telemetry seldom has',
    example: { component: 'payment', rate: '10Mbit/s', for: '2m' },
  }),
  partition: fault({
    about: 'two components, or one and all others, no longer reach each other, or in one direction only',
    alsoKnownAs: ['network-partition', 'split', 'isolate'],
    target: 'calls',
    parameters: {
      component: { ...component, about: 'the component on the one side' },
      from: { ...from, about: 'the component on the other side; all others where left out' },
      direction: {
        quantity: 'choice',
        about: 'which packets are lost: those to the component, those from it, or both',
        of: ['both', 'to', 'from'],
        default: 'both',
      },
      for: lasting,
    },
    tiers: everywhere,
    example: { component: 'payment', from: 'checkout', for: '5m' },
  }),
  reset: fault({
    about: 'connections to it are reset, new ones and those that are open',
    alsoKnownAs: ['connection-reset', 'rst', 'reset-peer'],
    target: 'calls',
    parameters: {
      ...calls,
      share: { quantity: 'ratio', about: 'of how many of the connections', default: '100%', above: 0 },
      after: { quantity: 'duration', about: 'how long each lives until then', default: '0s', least: 0 },
      for: lasting,
    },
    tiers: notInPreflight,
    example: { component: 'payment', share: '20%', for: '2m' },
  }),
  blackhole: fault({
    about: 'what is sent to it vanishes without an answer, so that callers wait until they give up',
    alsoKnownAs: ['network-drop', 'timeout', 'silent-drop'],
    target: 'calls',
    parameters: { ...calls, for: lasting },
    tiers: notInPreflight,
    example: { component: 'payment', for: '5m' },
  }),
  reject: fault({
    about: 'connections to it are refused at once',
    alsoKnownAs: ['connection-refused', 'refuse', 'econnrefused'],
    target: 'calls',
    parameters: { ...calls, for: lasting },
    tiers: notInPreflight,
    example: { component: 'payment', for: '5m' },
  }),
  'slow-close': fault({
    about: 'connections to it stay open for a while after they are closed, and hold what they hold',
    target: 'calls',
    parameters: { ...calls, delay: { quantity: 'duration', about: 'how long', above: 0 }, for: lasting },
    tiers: notInPreflight,
    example: { component: 'payment', delay: '30s', for: '5m' },
  }),
});
