import { z } from 'zod';
import { profileNames } from '../services/payment-provider/behaviour.ts';

/** Used where nobody names a shop. */
export const defaultShopName = 'shop';

/** An estate's name: it becomes part of host names, so it is as short and plain as those. */
export const shopNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'up to 32 lower-case letters, digits and dashes, such as shop-two')
  .describe('which shop')
  .meta({ placeholder: 'name' });

/** Requests per second in the mean; 0 is silence. */
export const rateSchema = z
  .number('a number of requests per second')
  .min(0, 'a rate of 0 or more')
  .max(10_000, 'a rate of at most 10000')
  .describe('requests per second that the load generator asks for in the mean')
  .meta({ placeholder: 'n' });

/** How the payment provider behaves. */
export const providerSchema = z
  .enum(profileNames, `one of ${profileNames.join(', ')}`)
  .describe('how the external payment provider behaves')
  .meta({ placeholder: 'profile' });
