import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { formatDuration } from '../../../../src/kernel/index.ts';
import { shopUrl, upShop } from '../shop-estate.ts';
import { onEngine } from './run-context.ts';
import { serviceSchema, serviceTable } from './service-table.ts';
import { defaultShopName, providerSchema, rateSchema, shopNameSchema } from './parameters.ts';

const result = z.object({
  name: z.string(),
  url: z.string().nullable().describe('where customers reach the shop, seen from the host of the engine'),
  tookMs: z.number(),
  images: z.array(z.object({ tag: z.string(), imageId: z.string(), built: z.boolean(), tookMs: z.number() })),
  containers: z.array(z.object({ name: z.string(), change: z.enum(['unchanged', 'started', 'created', 'recreated']) })),
  removed: z.array(z.string()).describe('containers that are no longer asked for'),
  services: z.array(serviceSchema),
});

function changesText({ containers, removed }: z.output<typeof result>): string {
  const counted = (['created', 'recreated', 'started', 'unchanged'] as const)
    .map((change) => ({ change, count: containers.filter((container) => container.change === change).length }))
    .filter(({ count }) => count > 0)
    .map(({ change, count }) => `${count} ${change}`);
  return [...counted, ...(removed.length === 0 ? [] : [`${removed.length} removed`])].join(', ');
}

/** Brings a demo shop up. */
export const upVerb = defineVerb({
  path: ['estate', 'shop', 'up'],
  summary: 'bring up the demo shop: eight real services under load',
  description:
    'Builds what images are missing, starts the services in order and waits until all are healthy. Run again, it changes ' +
    'only what differs, and mends what a killed run left half-made. When it fails, what it began is taken back. The ' +
    'secrets are made up at random and live in the containers only. Without --port the engine chooses a free port, and ' +
    'chooses anew when the gateway restarts.',
  examples: [
    { line: 'backlot estate shop up', does: 'brings up a shop named shop on a free port' },
    { line: 'backlot estate shop up --name two --port 8081 --rate 40', does: 'a second one beside it, on port 8081' },
    { line: 'backlot estate shop up --provider flaky', does: 'a shop whose payment provider often fails' },
    { line: 'backlot estate shop up --set SHOP_TRACE_RATIO=0.1', does: 'sets any variable of its compose file' },
  ],
  parameters: z.object({
    name: shopNameSchema.default(defaultShopName).describe('what the shop is called'),
    port: z
      .int('a whole number')
      .min(1, 'a port from 1 to 65535')
      .max(65_535, 'a port from 1 to 65535')
      .optional()
      .describe('port of the gateway on 127.0.0.1; a free one where left out')
      .meta({ placeholder: 'port' }),
    rate: rateSchema.optional(),
    provider: providerSchema.optional(),
    telemetryEndpoint: z
      .url({ protocol: /^https?$/, error: 'an address such as http://host.docker.internal:4318' })
      .optional()
      .describe('where the services send OTLP over HTTP, as they reach it')
      .meta({ placeholder: 'url' }),
    set: z
      .record(z.string(), z.string('NAME=VALUE'))
      .default({})
      .describe('a variable of the compose file; may be given again')
      .meta({ placeholder: 'name=value' }),
  }),
  result,
  run: (parameters, context) =>
    onEngine(context, async (run) => {
      const { name, port, rate, provider, telemetryEndpoint, set } = parameters;
      const startedMs = context.clock.monotonicMs();
      const settings = { port, ratePerSecond: rate, provider, telemetryEndpoint, variables: set };
      const { images, containers, removed, services } = await upShop(run, name, settings);
      return {
        name,
        url: shopUrl(services) ?? null,
        tookMs: context.clock.monotonicMs() - startedMs,
        images: [...images],
        containers: [...containers],
        removed: [...removed],
        services: z.array(serviceSchema).parse(services),
      };
    }),
  present: (up) => [
    {
      kind: 'paragraph',
      text: { text: `${up.name} is up and healthy after ${formatDuration(up.tookMs)}`, tone: 'good' },
    },
    {
      kind: 'fields',
      fields: [
        { label: 'shop', value: up.url ?? 'not published' },
        { label: 'containers', value: changesText(up) },
        { label: 'images', value: `${up.images.filter(({ built }) => built).length} built of ${up.images.length}` },
      ],
    },
    serviceTable(up.services),
  ],
});
