import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { cleanShop } from '../shop-estate.ts';
import { onEngine } from './run-context.ts';

/** Removes the demo shop's images. */
export const cleanVerb = defineVerb({
  path: ['estate', 'shop', 'clean'],
  summary: 'remove the images of the demo shop that nothing uses',
  description:
    'Removes images that `up`, `build` and `demo` made. Those of a shop that is there stay, with what they stand on; the ' +
    'base image from a registry stays too. The next `up` builds them again.',
  examples: [
    { line: 'backlot estate shop clean', does: 'frees the disk space of the engine after the last shop is down' },
  ],
  parameters: z.object({}),
  result: z.object({
    removed: z.array(z.string()).describe('tags of images that are gone'),
    kept: z.array(z.string()).describe('tags of images that are in use'),
  }),
  run: (_parameters, context) =>
    onEngine(context, async (run) => {
      const { removed, kept } = await cleanShop(run);
      return { removed: [...removed], kept: [...kept] };
    }),
  present: ({ removed, kept }) => [
    {
      kind: 'paragraph',
      text: removed.length === 0 ? 'there was no image to remove' : `removed ${removed.length} images`,
    },
    ...(kept.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `in use: ${kept.join(', ')}` }]),
  ],
});
