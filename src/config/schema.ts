import { z } from 'zod';
import { logLevels } from '../kernel/index.ts';

/** What a leaf accepts, in the words that an error uses. */
const leaf = <Schema extends z.ZodType>(make: (error: () => string) => Schema, accepted: string): Schema =>
  make(() => accepted);

const isUrlWith = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** A path; a relative one is taken from the folder of the file that names it, or from the current folder. */
export const pathSchema = leaf(
  (error) =>
    z
      .string({ error })
      .min(1, { error })
      .refine((text) => !text.includes('\0'), { error }),
  'a path',
);

/** A PostgreSQL connection URL. */
export const databaseUrlSchema = leaf(
  (error) => z.string({ error }).refine((text) => isUrlWith(text, ['postgres:', 'postgresql:']), { error }),
  'a URL such as postgres://user:password@host:5432/name',
);

/** The address of a Docker engine. */
export const dockerHostSchema = leaf(
  (error) =>
    z.string({ error }).refine(
      // Without a host or a path the client would try what nobody named.
      (text) => isUrlWith(text, ['unix:', 'tcp:', 'http:', 'https:', 'ssh:']) && !/^[a-z]+:\/*$/i.test(text),
      { error },
    ),
  'an address such as unix:///var/run/docker.sock, tcp://host:2375 or ssh://user@host',
);

/** A TCP port that can be listened on. */
export const portSchema = leaf(
  (error) => z.int({ error }).min(1, { error }).max(65_535, { error }),
  'a whole number from 1 to 65535',
);

/** A text of one line. */
const wordSchema = leaf((error) => z.string({ error }).regex(/^[^\0\r\n]{1,200}$/, { error }), 'a text of one line');

/** How much is logged. */
export const logLevelSchema = leaf((error) => z.enum(logLevels, { error }), `one of ${logLevels.join(', ')}`);

/** A mapping with known keys only. `null`, an empty section in YAML, counts as left out. */
const section = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'invalid_type' ? `a mapping with the keys ${Object.keys(shape).join(', ')}` : undefined,
  });

/** The whole of `backlot.yaml`. Every key may be left out; an unknown one is refused. */
export const configFileSchema = section({
  dataDir: pathSchema.optional().describe('Where Backlot keeps what is its own.'),
  database: section({
    url: databaseUrlSchema.optional().describe('A PostgreSQL to use instead of the embedded one.'),
  }).nullish(),
  docker: section({
    host: dockerHostSchema.optional().describe('The Docker engine; the usual socket where left out.'),
  }).nullish(),
  telemetry: section({
    port: portSchema.optional().describe('The port on which OTLP over HTTP is received; 4318 where left out.'),
    grpcPort: portSchema.optional().describe('The port on which OTLP over gRPC is received; 4317 where left out.'),
  }).nullish(),
  estate: section({
    owners: z
      .array(
        section({
          components: wordSchema.describe('A component, with * for any text: `payment*`, or `shop/*` for a group.'),
          owner: wordSchema.describe('Who answers for it.'),
        }),
      )
      .optional()
      .describe('Who answers for which components; the first rule that matches counts, before what labels say.'),
  }).nullish(),
  log: section({
    level: logLevelSchema.optional().describe('How much is logged to stderr; warn where left out.'),
  }).nullish(),
});

/** What a checked `backlot.yaml` holds. */
export type ConfigFile = z.output<typeof configFileSchema>;
