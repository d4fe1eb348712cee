import { z } from 'zod';

/** What an estate is called: it stands in commands and file names. */
export const estateNameSchema = z.string().regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i, {
  error: 'a name of letters, digits, dots, dashes and underscores, at most 64',
});

/** The option that names an estate. */
export const estateOption = estateNameSchema
  .default('default')
  .describe('which estate, where there are several')
  .meta({ placeholder: 'name' });

/** The name of a snapshot, or the beginning of it. */
export const snapshotName = z
  .string()
  .regex(/^[0-9a-f]{4,64}$/, { error: 'the first 4 or more digits of the name of a snapshot' });

/** The option that names a snapshot. */
export const snapshotOption = snapshotName
  .optional()
  .describe('which snapshot, by its first digits; the latest where left out')
  .meta({ placeholder: 'sha256' });
