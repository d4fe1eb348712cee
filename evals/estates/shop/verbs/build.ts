import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { formatDuration } from '../../../../src/kernel/index.ts';
import { buildShop } from '../shop-estate.ts';
import { onEngine } from './run-context.ts';

/** Builds the demo shop's images. */
export const buildVerb = defineVerb({
  path: ['estate', 'shop', 'build'],
  summary: 'build the images of the demo shop, as far as they are missing',
  description: 'An image that was built from the same files is kept. `up` does the same by itself.',
  examples: [{ line: 'backlot estate shop build', does: 'builds ahead, so that the shop is up in seconds later' }],
  parameters: z.object({}),
  result: z.object({
    images: z.array(z.object({ tag: z.string(), imageId: z.string(), built: z.boolean(), tookMs: z.number() })),
  }),
  run: (_parameters, context) => onEngine(context, async (run) => ({ images: [...(await buildShop(run))] })),
  present: ({ images }) => [
    {
      kind: 'table',
      columns: [
        { heading: 'image' },
        { heading: 'id' },
        { heading: 'what was done' },
        { heading: 'took', align: 'right' },
      ],
      rows: images.map(({ tag, imageId, built, tookMs }) => [
        { text: tag, tone: 'strong' },
        imageId.replace('sha256:', '').slice(0, 12),
        built ? { text: 'built', tone: 'good' } : { text: 'was there', tone: 'quiet' },
        built ? formatDuration(tookMs) : '',
      ]),
    },
  ],
});
