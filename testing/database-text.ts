import type { Database } from '../src/store/index.ts';

/**
 * Everything that a database holds, as text: every row of every table of every schema that is not PostgreSQL's own, for a
 * test that looks for what must not be in it.
 *
 * @param database - Any connection to it.
 */
export async function databaseText(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`select each::text as row from ${name} each`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
