import { Redis } from 'ioredis';
import type { Logger } from '../../../../../src/kernel/index.ts';
import { DependencyError } from '../shared/index.ts';
import type { ReadinessCheck } from '../shared/index.ts';

/** One product in a cart. */
export interface CartLine {
  readonly productId: number;
  readonly quantity: number;
}

/** Where carts are kept. */
export interface CartStore {
  lines(cartId: string): Promise<readonly CartLine[]>;
  /** Adds to what is there of the product. */
  add(cartId: string, line: CartLine): Promise<void>;
  remove(cartId: string, productId: number): Promise<void>;
  empty(cartId: string): Promise<void>;
  readonly readiness: ReadinessCheck;
  close(): Promise<void>;
}

/** How to reach Redis and how long to keep carts. */
export interface CartStoreOptions {
  readonly host: string;
  readonly connectTimeoutMs: number;
  readonly commandTimeoutMs: number;
  /** Counted from a cart's last change. */
  readonly ttlMs: number;
}

/** The longest wait between attempts to connect again: above it, carts stay away long after Redis is back. */
const reconnectMaxMs = 1_000;

/**
 * Opens the connection to Redis; it is made again by itself whenever it is lost, and meanwhile calls fail at once.
 *
 * @param options - Where and how patient.
 * @param log - Where a lost connection is noted, once.
 */
export function openCartStore(options: CartStoreOptions, log: Logger): CartStore {
  const redis = new Redis({
    host: options.host,
    connectTimeout: options.connectTimeoutMs,
    commandTimeout: options.commandTimeoutMs,
    // Commands that wait for a connection pile up; a shopper is better served by an answer.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, reconnectMaxMs),
  });
  let lost = false;
  redis.on('error', (thrown) => {
    if (!lost) log.warn('redis-connection-lost', { detail: thrown.message });
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('redis-connection-back');
    lost = false;
  });

  const ask = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (thrown) {
      const { message } = thrown as Error;
      const failure = message.includes('timed out') ? 'timeout' : 'connection';
      throw new DependencyError('redis', failure, message, { cause: thrown });
    }
  };
  const key = (cartId: string): string => `cart:${cartId}`;

  return {
    lines: async (cartId) => {
      const stored = await ask(() => redis.hgetall(key(cartId)));
      return Object.entries(stored)
        .map(([productId, quantity]) => ({ productId: Number(productId), quantity: Number(quantity) }))
        .sort((left, right) => left.productId - right.productId);
    },
    add: async (cartId, { productId, quantity }) => {
      await ask(async () => {
        await redis.hincrby(key(cartId), String(productId), quantity);
        await redis.pexpire(key(cartId), options.ttlMs);
      });
    },
    remove: async (cartId, productId) => {
      await ask(() => redis.hdel(key(cartId), String(productId)));
    },
    empty: async (cartId) => {
      await ask(() => redis.del(key(cartId)));
    },
    readiness: {
      name: 'redis',
      check: async () => {
        await ask(() => redis.ping());
      },
    },
    close: async () => {
      // Quit waits for an answer, which a lost Redis never gives.
      if (redis.status === 'ready') await redis.quit();
      else redis.disconnect();
    },
  };
}
