-- Invented goods and people, the same in every installation: all that varies is taken from a row's number.
WITH words AS (
  SELECT ARRAY['Oak', 'Steel', 'Wool', 'Linen', 'Copper', 'Walnut', 'Glass', 'Cork'] AS materials,
         ARRAY['Desk Lamp', 'Armchair', 'Bookshelf', 'Tea Pot', 'Rucksack', 'Blanket', 'Garden Bench', 'Wall Clock',
               'Knife Block', 'Door Mat'] AS things,
         ARRAY['Office', 'Living Room', 'Living Room', 'Kitchen', 'Travel', 'Bedroom', 'Garden', 'Living Room',
               'Kitchen', 'Garden'] AS categories,
         ARRAY['Classic', 'Nordic', 'Compact', 'Grand', 'Rustic'] AS styles
)
INSERT INTO products (id, name, category, description, price_cents, stock, popularity)
SELECT n,
       format('%s %s %s', styles[1 + n / 80 % 5], materials[1 + n / 10 % 8], things[1 + n % 10]),
       categories[1 + n % 10],
       format('A %s %s made of %s. ', lower(styles[1 + n / 80 % 5]), lower(things[1 + n % 10]),
              lower(materials[1 + n / 10 % 8]))
         || 'It is made to order in a small workshop and leaves it within two days. '
         || 'Each piece is numbered, checked by hand and packed without plastic. '
         || 'Returns are free for thirty days, spare parts are kept for ten years',
       490 + ('x' || substr(md5('price' || n), 1, 4))::bit(16)::int % 24500,
       1000000,
       ('x' || substr(md5('popularity' || n), 1, 4))::bit(16)::int
  FROM words, generate_series(1, 400) AS n;

INSERT INTO customers (id, name, email)
SELECT n,
       format('%s %s', (ARRAY['Ada', 'Bela', 'Chidi', 'Dana', 'Emre', 'Farah', 'Goran', 'Hana'])[1 + n % 8],
              (ARRAY['Okafor', 'Novak', 'Silva', 'Tanaka', 'Weber'])[1 + n / 8 % 5]),
       format('customer-%s@example.test', n)
  FROM generate_series(1, 200) AS n;

ANALYZE;
