import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldDestination, foldName, foldPath, foldSql } from './fold-name.ts';

describe('foldPath', () => {
  it.each([
    ['/orders/42', '/orders/{id}'],
    ['/orders/42/items/7?sort=asc#top', '/orders/{id}/items/{id}'],
    ['https://user:pass@example.com:8080/a/b', '/a/b'],
    ['https://example.com', '/'],
    ['https://example.com?token=geheim', '/'],
    ['/u/550e8400-e29b-41d4-a716-446655440000', '/u/{id}'],
    ['/c/5f3a9b2c1d', '/c/{id}'],
    ['/day/2026-11-30/at/10:15:00', '/day/{id}/at/{id}'],
    ['/mail/jane.doe@example.com', '/mail/{id}'],
    ['/mail/jane.doe%40example.com', '/mail/{id}'],
    ['/t/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '/t/{id}'],
    ['/f/order-1234.pdf', '/f/order-{id}.pdf'],
    ['/api/v1/oauth2/s3', '/api/v1/oauth2/s3'],
    ['/a;jsessionid=ABC/b', '/a/b'],
    ['/share/token=correct-horse/view', '/share/token={id}/view'],
    ['/keys/x4b9-k2q7-9zp3-m1d8', '/keys/{id}'],
    ['/apis/storage.k8s.io/v1beta1/x', '/apis/storage.k8s.io/v1beta1/x'],
    ['/orders/{orderId}/:item/<int:n>/*', '/orders/{orderId}/:item/<int:n>/*'],
    ['', '/'],
    ['/a//b/', '/a//b/'],
  ])('folds %s to %s', (path, folded) => expect(foldPath(path)).toBe(folded));

  it('is bounded, and folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 2_000 }), fc.webUrl({ withQueryParameters: true })), (url) => {
        const folded = foldPath(url);
        expect(folded.length).toBeLessThanOrEqual(160);
        expect(folded).not.toMatch(/\d{5}/);
      }),
    );
    expect(foldPath(`/${'a/'.repeat(5_000)}`).length).toBeLessThan(40);
  });
});

describe('foldSql', () => {
  it.each([
    ["SELECT * FROM orders WHERE mail = 'a@b.example' AND n = 5", 'SELECT orders'],
    ['insert into shop.orders (id) values (1)', 'INSERT shop.orders'],
    ['UPDATE "users" SET name = \'x\'', 'UPDATE users'],
    ['/* trace=1 */ DELETE FROM part_2026_11 WHERE 1', 'DELETE part_{id}'],
    ['BEGIN', 'BEGIN'],
    ['HGETALL key', undefined],
  ])('folds %s to %s', (statement, folded) => expect(foldSql(statement)).toBe(folded));
});

describe('foldName', () => {
  it.each([
    ['GET /users/17', 'GET /users/{id}'],
    ['hipstershop.CartService/GetCart', 'hipstershop.CartService/GetCart'],
    ['process order 8821', 'process order {id}'],
    ["select * from t where secret = 'geheim'", 'SELECT t'],
    ['HTTP GET', 'HTTP GET'],
    ['job-20261130', 'job-{id}'],
    ["lookup 'jane'", 'lookup {id}'],
    [
      'opentelemetry.proto.collector.trace.v1.TraceService/Export',
      'opentelemetry.proto.collector.trace.v1.TraceService/Export',
    ],
    ['shop.v1beta1.CartService/GetCart2', 'shop.v1beta1.CartService/GetCart2'],
    ['org.example.Base64Utils.encode', 'org.example.Base64Utils.encode'],
    ['publish shop.orders.v1.created', 'publish shop.orders.v1.created'],
    ['LoginController:handle', 'LoginController:handle'],
    ['token refresh', 'token refresh'],
    ['login user=ada password=hunter2', 'login user={id} password={id}'],
    ['auth token: hunter2', 'auth token: ***'],
    ['AUTH hunter2', 'AUTH ***'],
    ['ask with Bearer hunter2x', 'ask with Bearer ***'],
    ['mail ada:hunter2@relay.example', 'mail {id}'],
    ['refresh rT5wX1pQ9zK3mN7vB2cL8dF4', 'refresh {id}'],
    ['reply.rT5wX1pQ9zK3.mN7vB2cL8dF4', '{id}'],
  ])('folds %s to %s', (name, folded) => expect(foldName(name)).toBe(folded));
});

describe('foldDestination', () => {
  it.each([
    ['orders.created.v1', 'orders.created.v1'],
    ['orders-1', 'orders-1'],
    ['_INBOX.aZ93kd02Kd8sLq1p', '_INBOX.{id}'],
    ['https://queue.example/shop/orders?sig=hunter2', 'https://queue.example/shop/orders?***'],
    ['amqp://ada:hunter2@queue.example/orders', 'amqp://***@queue.example/orders'],
    ['p%40ss%2Fword', '{id}'],
  ])('folds %s to %s', (name, folded) => expect(foldDestination(name)).toBe(folded));
});
