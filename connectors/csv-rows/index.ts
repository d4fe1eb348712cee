/** Reads the rows of a CSV file one at a time, within bounds; what the columns mean is not known here. */
export { headerOf, rowsOf } from './csv-rows.ts';
export type { Row } from './csv-rows.ts';
