import { resolve } from 'node:path';
import { z } from 'zod';
import { estateGraph } from '../../estate/index.ts';
import type { EstateGraph } from '../../estate/index.ts';
import { counted } from '../counted.ts';
import { defineVerb } from '../verb.ts';
import { withFacts } from '../with-facts.ts';
import { writeNamedFile } from '../write-file.ts';
import { estateOption, snapshotOption } from './estate-options.ts';
import { mapPage, mapSvg, mapTree } from './map/index.ts';
import { graphSchema } from './show-verb.ts';

const resultSchema = z.strictObject({
  estate: z.string(),
  snapshot: z.string(),
  written: z.string().nullable().describe('the picture that was written'),
  ...graphSchema.shape,
});

/** `backlot estate map`: who uses whom, as a tree of lines or as a picture. */
export const mapVerb = defineVerb({
  path: ['estate', 'map'],
  summary: 'draw who uses whom: a tree here, a picture in a file',
  description:
    'Draws the estate from where requests enter along the calls, the busiest first. With --picture it writes a picture: ' +
    'a page that stands by itself, or an SVG, by the ending of the name.',
  examples: [
    { line: 'backlot estate map --estate shop', does: 'draws the tree' },
    {
      line: 'backlot estate map --estate shop --picture shop.html',
      does: 'writes a page with the picture and a table',
    },
    { line: 'backlot estate map --picture shop.svg', does: 'writes the picture alone' },
  ],
  parameters: z.object({
    estate: estateOption,
    snapshot: snapshotOption,
    picture: z
      .string()
      .regex(/\.(?:svg|html?)$/i, { error: 'the name of a file that ends with .html or .svg' })
      .optional()
      .describe('a file to write: .html or .svg')
      .meta({ placeholder: 'file' }),
  }),
  result: resultSchema,
  run: ({ estate, snapshot, picture }, context) =>
    withFacts(context, async (facts) => {
      const { sha256, document } = await facts.snapshot(estate, snapshot);
      const graph = estateGraph(document);
      const path = picture === undefined ? null : resolve(picture);
      if (path !== null) {
        const isSvg = /\.svg$/i.test(path);
        await writeNamedFile(path, isSvg ? mapSvg(graph, `Estate ${estate}`) : mapPage({ estate, sha256, graph }));
      }
      return { estate, snapshot: sha256, written: path, ...(structuredClone(graph) as z.output<typeof graphSchema>) };
    }),
  present: ({ estate, snapshot, written, nodes, edges }) => [
    {
      kind: 'paragraph',
      text: `Estate ${estate}, snapshot ${snapshot.slice(0, 16)}: ${counted(nodes.length, 'component')}, ${counted(edges.length, 'connection')}.`,
    },
    { kind: 'code', text: mapTree({ nodes, edges } as EstateGraph).join('\n') },
    ...(written === null ? [] : [{ kind: 'paragraph', text: `The picture: ${written}` } as const]),
  ],
});
