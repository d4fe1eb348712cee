import type { Database } from '../database/index.ts';

/** A product as the shop shows it. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly priceCents: number;
  readonly stock: number;
}

/** One page of a list of products. */
export interface ProductPage {
  readonly products: readonly Product[];
  /** Of all pages. */
  readonly total: number;
}

/** Reads products. */
export interface ProductStore {
  /**
   * @param search - Words that a product's name or category holds; all products where empty.
   * @param page - From 1.
   */
  list(search: string, page: number, pageSize: number): Promise<ProductPage>;
  find(id: number): Promise<Product | undefined>;
  /** Those of the ids that there are. */
  findAll(ids: readonly number[]): Promise<readonly Product[]>;
}

const columns = 'id, name, category, description, price_cents AS "priceCents", stock';

function withoutTotal({ id, name, category, description, priceCents, stock }: Product): Product {
  return { id, name, category, description, priceCents, stock };
}

/**
 * Reads products from the shop's database.
 *
 * @param database - The pool to use.
 */
export function createProductStore(database: Database): ProductStore {
  return {
    list: async (search, page, pageSize) => {
      const rows = await database.query<Product & { total: number }>(
        `SELECT ${columns}, count(*) OVER ()::int AS total
           FROM products
          WHERE $1 = '' OR name ILIKE '%' || $1 || '%' OR category ILIKE '%' || $1 || '%'
          ORDER BY popularity DESC, id
          LIMIT $2 OFFSET $3`,
        [search.replaceAll(/[\\%_]/g, String.raw`\$&`), pageSize, (page - 1) * pageSize],
      );
      return { products: rows.map(withoutTotal), total: rows[0]?.total ?? 0 };
    },
    find: async (id) => {
      const [product] = await database.query<Product>(`SELECT ${columns} FROM products WHERE id = $1`, [id]);
      return product;
    },
    findAll: (ids) => database.query<Product>(`SELECT ${columns} FROM products WHERE id = ANY($1::int[])`, [ids]),
  };
}
