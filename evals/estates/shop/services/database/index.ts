/** How services reach the shop's database; it knows no table. Apart from `shared`, so that the others do not load it. */
export { databaseKnobs, openDatabase } from './database.ts';
export type { Database } from './database.ts';
