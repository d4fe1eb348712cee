import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { behaviourSchema, profileNames } from '../services/payment-provider/behaviour.ts';
import { setProviderBehaviour } from '../shop-control.ts';
import { onEngine } from './run-context.ts';
import { defaultShopName, shopNameSchema } from './parameters.ts';

/** Makes a demo shop's payment provider behave otherwise. */
export const providerVerb = defineVerb({
  path: ['estate', 'shop', 'provider'],
  summary: 'make the payment provider of the demo shop steady, slow, flaky or down',
  description: 'Takes effect at once, and lasts until it is told again or the container of the provider is made anew.',
  examples: [
    { line: 'backlot estate shop provider flaky', does: 'lets three payments in ten fail' },
    { line: 'backlot estate shop provider steady --name two', does: 'puts another shop right again' },
  ],
  parameters: z.object({
    profile: z.enum(profileNames, profileNames.join(', ')).describe('how it is to behave').meta({ positional: 0 }),
    name: shopNameSchema.default(defaultShopName),
  }),
  result: z.object({ name: z.string(), profile: z.enum(profileNames), behaviour: behaviourSchema }),
  run: ({ name, profile }, context) =>
    onEngine(context, async (run) => ({
      name,
      profile,
      behaviour: await setProviderBehaviour(run, name, profile),
    })),
  present: ({ name, profile, behaviour }) => [
    { kind: 'paragraph', text: `the payment provider of ${name} is ${profile} now` },
    {
      kind: 'fields',
      fields: [
        { label: 'median latency', value: `${behaviour.latencyMs} ms` },
        { label: 'latency jitter', value: `${behaviour.latencyJitter} (standard deviation of its logarithm)` },
        { label: 'added latency', value: `${behaviour.addedLatencyMs} ms` },
        { label: 'errors', value: `${Math.round(behaviour.errorRatio * 100)} %` },
      ],
    },
  ],
});
