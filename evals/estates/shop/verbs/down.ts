import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { RegisteredError } from '../../../../src/kernel/index.ts';
import { downShop, shopNames } from '../shop-estate.ts';
import { onEngine } from './run-context.ts';
import { defaultShopName, shopNameSchema } from './parameters.ts';

const result = z.object({
  shops: z.array(
    z.object({
      name: z.string(),
      containers: z.array(z.string()),
      networks: z.array(z.string()),
      volumes: z.array(z.string()),
    }),
  ),
  left: z.array(z.string()).describe('names of shops that are still there'),
});

function sentence({ name, containers, networks, volumes }: z.output<typeof result>['shops'][number]): string {
  if (containers.length + networks.length + volumes.length === 0) return `no shop named ${name} was up`;
  return `${name} is down: removed ${containers.length} containers, ${networks.length} networks, ${volumes.length} volumes`;
}

/** Takes demo shops down. */
export const downVerb = defineVerb({
  path: ['estate', 'shop', 'down'],
  summary: 'take down the demo shop and remove all that it had',
  description:
    'Stops the services, those that depend on others first, and removes containers, networks and volumes of this shop ' +
    'only. Works on half-made shops. Images stay, so that the next one is up sooner.',
  examples: [
    { line: 'backlot estate shop down', does: 'takes down the shop named shop' },
    { line: 'backlot estate shop down --name two', does: 'takes down another one' },
    { line: 'backlot estate shop down --all', does: 'takes down every demo shop on the engine' },
  ],
  parameters: z.object({
    name: shopNameSchema.optional().describe(`which shop; ${defaultShopName} where left out`),
    all: z.boolean().default(false).describe('every demo shop on the engine'),
  }),
  result,
  run: async ({ name, all }, context) => {
    if (all && name !== undefined) {
      const problem = '--all and --name exclude each other; give one of them';
      throw new RegisteredError('usage-invalid', { problem, command: 'backlot estate shop down' });
    }
    return onEngine(context, async (run) => {
      const names = all ? await shopNames(run) : [name ?? defaultShopName];
      const shops = [];
      for (const shop of names) {
        const { containers, networks, volumes } = await downShop(run, shop);
        shops.push({ name: shop, containers: [...containers], networks: [...networks], volumes: [...volumes] });
      }
      return { shops, left: [...(await shopNames(run))] };
    });
  },
  present: ({ shops, left }) => [
    { kind: 'paragraph', text: shops.length === 0 ? 'no demo shop was up' : shops.map(sentence).join('\n') },
    ...(left.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `still up: ${left.join(', ')}` }]),
  ],
});
