CREATE TABLE products (
  id          integer PRIMARY KEY,
  name        text    NOT NULL,
  category    text    NOT NULL,
  description text    NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  stock       integer NOT NULL CHECK (stock >= 0),
  popularity  integer NOT NULL
);
CREATE INDEX products_popularity ON products (popularity DESC, id);

CREATE TABLE customers (
  id    integer PRIMARY KEY,
  name  text    NOT NULL,
  email text    NOT NULL UNIQUE
);

CREATE TABLE orders (
  id              uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
  idempotency_key text        NOT NULL UNIQUE,
  customer_id     integer     NOT NULL REFERENCES customers,
  cart_id         text        NOT NULL,
  lines           jsonb       NOT NULL,
  total_cents     integer     NOT NULL CHECK (total_cents > 0),
  fingerprint     text        NOT NULL,
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'declined', 'failed')),
  charge_id       text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  changed_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX orders_customer ON orders (customer_id, created_at);
