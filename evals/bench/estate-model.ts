/** What a service does for one kind of request. */
export interface ModelOperation {
  readonly name: string;
  readonly workMs: number;
  /** One after the other; those of an inner list at once. */
  readonly calls: readonly (ModelCall | readonly ModelCall[])[];
}

/** A call of another service, or of something that sends no spans. */
export interface ModelCall {
  readonly protocol: 'http' | 'grpc' | 'sql' | 'cache' | 'message';
  readonly service: string;
  readonly operation: string;
  /** How often it is made at all; 1 where always. */
  readonly probability?: number;
}

/** A service with its operations, by name. */
export interface ModelService {
  readonly language: string;
  readonly operations: Readonly<Record<string, ModelOperation>>;
}

function http(service: string, operation: string, probability = 1): ModelCall {
  return { protocol: 'http', service, operation, probability };
}

function grpc(service: string, operation: string, probability = 1): ModelCall {
  return { protocol: 'grpc', service, operation, probability };
}

function sql(service: string, operation: string): ModelCall {
  return { protocol: 'sql', service, operation };
}

function cache(operation: string): ModelCall {
  return { protocol: 'cache', service: 'redis', operation };
}

function message(service: string, operation: string): ModelCall {
  return { protocol: 'message', service, operation };
}

function service(language: string, ...operations: ModelOperation[]): ModelService {
  return { language, operations: Object.fromEntries(operations.map((operation) => [operation.name, operation])) };
}

function operation(name: string, workMs: number, ...calls: ModelOperation['calls']): ModelOperation {
  return { name, workMs, calls };
}

/** An online shop of twenty services: HTTP at the edge, gRPC within, five databases, a cache, messages. */
export const modelEstate: Readonly<Record<string, ModelService>> = {
  edge: service(
    'go',
    operation('GET /', 1, http('web', 'GET /')),
    operation('GET /products/{id}', 1, http('web', 'GET /products/{id}')),
    operation('POST /cart', 1, http('web', 'POST /cart')),
    operation('POST /checkout', 1, http('web', 'POST /checkout')),
  ),
  web: service(
    'nodejs',
    operation('GET /', 6, http('session', 'GET /sessions/{id}'), [
      grpc('catalogue', 'catalogue.Catalogue/List'),
      grpc('cart', 'cart.Cart/Get'),
      grpc('ads', 'ads.Ads/Get', 0.8),
    ]),
    operation(
      'GET /products/{id}',
      5,
      http('session', 'GET /sessions/{id}'),
      grpc('catalogue', 'catalogue.Catalogue/Get'),
      [
        grpc('reviews', 'reviews.Reviews/List'),
        grpc('recommendation', 'recommendation.Recommendation/List'),
        grpc('stock', 'stock.Stock/Get'),
        grpc('price', 'price.Price/Get'),
      ],
    ),
    operation('POST /cart', 4, http('session', 'GET /sessions/{id}'), grpc('cart', 'cart.Cart/Add')),
    operation('POST /checkout', 5, http('session', 'GET /sessions/{id}'), http('checkout', 'POST /orders')),
  ),
  session: service('java', operation('GET /sessions/{id}', 1, cache('GET'), http('user', 'GET /users/{id}', 0.2))),
  user: service('java', operation('GET /users/{id}', 2, sql('users-db', 'SELECT users'))),
  catalogue: service(
    'go',
    operation('catalogue.Catalogue/List', 3, cache('GET'), sql('catalogue-db', 'SELECT products')),
    operation('catalogue.Catalogue/Get', 1, sql('catalogue-db', 'SELECT products')),
  ),
  cart: service(
    'dotnet',
    operation('cart.Cart/Get', 1, cache('HGETALL')),
    operation('cart.Cart/Add', 1, grpc('stock', 'stock.Stock/Get'), cache('HSET')),
    operation('cart.Cart/Empty', 1, cache('DEL')),
  ),
  ads: service('java', operation('ads.Ads/Get', 2, grpc('profile', 'profile.Profile/Get', 0.5))),
  profile: service('python', operation('profile.Profile/Get', 2, sql('users-db', 'SELECT profiles'))),
  reviews: service('python', operation('reviews.Reviews/List', 3, sql('reviews-db', 'SELECT reviews'))),
  recommendation: service(
    'python',
    operation('recommendation.Recommendation/List', 6, grpc('catalogue', 'catalogue.Catalogue/List', 0.4)),
  ),
  stock: service('go', operation('stock.Stock/Get', 1, sql('stock-db', 'SELECT stock'))),
  price: service('go', operation('price.Price/Get', 1, grpc('currency', 'currency.Currency/Convert'))),
  currency: service('nodejs', operation('currency.Currency/Convert', 0.3)),
  checkout: service(
    'java',
    operation(
      'POST /orders',
      8,
      grpc('cart', 'cart.Cart/Get'),
      [grpc('price', 'price.Price/Get'), grpc('shipping', 'shipping.Shipping/Quote')],
      grpc('fraud', 'fraud.Fraud/Check'),
      http('payment', 'POST /payments'),
      http('order', 'POST /orders'),
      grpc('cart', 'cart.Cart/Empty'),
    ),
  ),
  shipping: service('rust', operation('shipping.Shipping/Quote', 2)),
  fraud: service('python', operation('fraud.Fraud/Check', 9, sql('orders-db', 'SELECT orders'))),
  payment: service('java', operation('POST /payments', 4, http('payments.example.com', 'POST /v1/charges'))),
  order: service(
    'java',
    operation(
      'POST /orders',
      4,
      sql('orders-db', 'INSERT orders'),
      message('mail', 'orders'),
      message('analytics', 'orders'),
    ),
  ),
  mail: service('nodejs', operation('orders', 5, http('smtp.example.com', 'POST /send'))),
  analytics: service('python', operation('orders', 7, sql('orders-db', 'INSERT events'))),
};

/** What comes from outside, and how often. */
export const modelEntries: readonly { readonly operation: string; readonly share: number }[] = [
  { operation: 'GET /', share: 0.4 },
  { operation: 'GET /products/{id}', share: 0.42 },
  { operation: 'POST /cart', share: 0.12 },
  { operation: 'POST /checkout', share: 0.06 },
];
