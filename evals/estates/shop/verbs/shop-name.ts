import { z } from 'zod';

/** Used where nobody names a shop. */
export const defaultShopName = 'shop';

/** An estate's name: it becomes part of host names, so it is as short and plain as those. */
export const shopNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'up to 32 lower-case letters, digits and dashes, such as shop-two')
  .describe('which shop');
