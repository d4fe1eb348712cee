import { RegisteredError } from '../../../src/kernel/index.ts';
import type { RunContext } from '../runner/index.ts';
import { statusShop } from './shop-estate.ts';

/**
 * Empties a running shop's Redis at once: all carts.
 *
 * @param context - The engine.
 * @param shop - Which shop.
 * @throws RegisteredError `estate-unknown`, `estate-control-failed`, and as the engine does
 */
export async function flushShopCarts(context: Pick<RunContext, 'engine'>, shop: string): Promise<void> {
  const services = await statusShop(context, shop);
  const [container] = services.find(({ service }) => service === 'redis')?.containers ?? [];
  const failed = (reason: string): RegisteredError<'estate-control-failed'> =>
    new RegisteredError('estate-control-failed', { service: 'redis', reason });
  if (container === undefined) throw failed('it does not run');
  const { exitCode, lines } = await context.engine.runInContainer(container.id, ['redis-cli', 'FLUSHALL']);
  if (exitCode !== 0) throw failed(`FLUSHALL ended with ${exitCode ?? 'no exit code'}: ${lines.join(' ')}`);
}
