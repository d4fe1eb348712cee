import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { shopUrl, statusShop } from '../shop-estate.ts';
import { onEngine } from './run-context.ts';
import { isWell, serviceSchema, serviceTable } from './service-table.ts';
import { defaultShopName, shopNameSchema } from './parameters.ts';

const result = z.object({
  name: z.string(),
  url: z.string().nullable().describe('where customers reach the shop, seen from the host of the engine'),
  well: z.boolean().describe('whether all services run in full number and none is unhealthy'),
  services: z.array(serviceSchema),
});

/** Tells how a demo shop's services are. */
export const statusVerb = defineVerb({
  path: ['estate', 'shop', 'status'],
  summary: 'show how the services of the demo shop are',
  examples: [
    { line: 'backlot estate shop status', does: 'shows the shop named shop' },
    { line: 'backlot estate shop status --name two --output json', does: 'tells all of another one to a program' },
  ],
  parameters: z.object({ name: shopNameSchema.default(defaultShopName).meta({ placeholder: 'name' }) }),
  result,
  run: ({ name }, context) =>
    onEngine(context, async (run) => {
      const services = z.array(serviceSchema).parse(await statusShop(run, name));
      return { name, url: shopUrl(services) ?? null, well: services.every(isWell), services };
    }),
  present: ({ name, url, well, services }) => [
    {
      kind: 'paragraph',
      text: well
        ? { text: `${name}: all services are well`, tone: 'good' }
        : {
            text: `${name}: not well: ${services
              .filter((service) => !isWell(service))
              .map(({ service }) => service)
              .join(', ')}`,
            tone: 'bad',
          },
    },
    { kind: 'fields', fields: [{ label: 'shop', value: url ?? 'not published' }] },
    serviceTable(services),
  ],
});
