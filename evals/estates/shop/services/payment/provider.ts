import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ConcurrencyLimit, HttpClient } from '../shared/index.ts';

/** What to charge. */
export interface ChargeRequest {
  readonly orderId: string;
  readonly amountCents: number;
  readonly cardToken: string;
}

const chargeAnswer = z.object({ chargeId: z.string(), status: z.enum(['succeeded', 'declined']) });

/** What came of a charge. */
export type ChargeResult = z.output<typeof chargeAnswer>;

/** The external payment provider. */
export interface Provider {
  /**
   * Charges once, however often it is called with the same key.
   *
   * @throws DependencyError where the provider could not be brought to answer, or too many charges wait for it.
   */
  charge(request: ChargeRequest, idempotencyKey: string): Promise<ChargeResult>;
}

/**
 * The provider behind its HTTP interface: requests are signed, and only so many are on their way at once.
 *
 * @param client - Reaches it.
 * @param limit - Bounds the charges on their way.
 * @param apiKey - Signs.
 */
export function createProvider(client: HttpClient, limit: ConcurrencyLimit, apiKey: string): Provider {
  return {
    charge: ({ orderId, amountCents, cardToken }, idempotencyKey) => {
      const body = { reference: orderId, amountCents, currency: 'EUR', cardToken };
      const signature = createHmac('sha256', apiKey).update(JSON.stringify(body)).digest('hex');
      return limit.run(() =>
        client.call({
          method: 'POST',
          path: '/v1/charges',
          headers: { 'idempotency-key': idempotencyKey, 'x-signature': signature },
          body,
          answer: chargeAnswer,
        }),
      );
    },
  };
}
