import type { Database } from '../database/index.ts';
import type { Bill } from './bill.ts';

/** How far an order is. */
export type OrderStatus = 'pending' | 'paid' | 'declined' | 'failed';

/** An order as it is kept. */
export interface Order {
  readonly id: string;
  readonly status: OrderStatus;
  readonly totalCents: number;
}

/** Where orders are kept. */
export interface OrderStore {
  customerExists(customerId: number): Promise<boolean>;
  findByKey(idempotencyKey: string): Promise<Order | undefined>;
  /**
   * Opens an order, or takes up again one of the same key that failed or was left half done by a checkout that died;
   * `undefined` where another call has it.
   */
  open(order: NewOrder): Promise<Order | undefined>;
  settle(orderId: string, status: OrderStatus, chargeId: string | undefined): Promise<void>;
}

/** An order to open. */
export interface NewOrder {
  readonly idempotencyKey: string;
  readonly customerId: number;
  readonly cartId: string;
  readonly bill: Bill;
}

const columns = 'id, status, total_cents AS "totalCents"';

/**
 * Keeps orders in the shop's database.
 *
 * @param database - The pool to use.
 */
export function createOrderStore(database: Database): OrderStore {
  return {
    customerExists: async (customerId) =>
      (await database.query('SELECT 1 FROM customers WHERE id = $1', [customerId])).length === 1,
    findByKey: async (idempotencyKey) =>
      (await database.query<Order>(`SELECT ${columns} FROM orders WHERE idempotency_key = $1`, [idempotencyKey]))[0],
    open: async ({ idempotencyKey, customerId, cartId, bill }) => {
      const [order] = await database.query<Order>(
        `INSERT INTO orders (idempotency_key, customer_id, cart_id, lines, total_cents, fingerprint)
              VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (idempotency_key)
           DO UPDATE SET status = 'pending', lines = EXCLUDED.lines, total_cents = EXCLUDED.total_cents,
                         fingerprint = EXCLUDED.fingerprint, changed_at = now()
                   WHERE orders.status = 'failed'
                      OR (orders.status = 'pending' AND orders.changed_at < now() - interval '30 seconds')
           RETURNING ${columns}`,
        [idempotencyKey, customerId, cartId, JSON.stringify(bill.lines), bill.totalCents, bill.fingerprint],
      );
      return order;
    },
    settle: async (orderId, status, chargeId) => {
      await database.query('UPDATE orders SET status = $2, charge_id = $3, changed_at = now() WHERE id = $1', [
        orderId,
        status,
        chargeId ?? null,
      ]);
    },
  };
}
