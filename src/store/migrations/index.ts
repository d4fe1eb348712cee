/** The tables of Backlot, one migration a file; an applied one is never edited, a change is a new one. */
import { durabilityCheck } from './0001-durability-check.ts';
import { estate } from './0002-estate.ts';
import { readingsInForce } from './0003-readings-in-force.ts';

/** A step from one form of the tables to the next. */
export interface Migration {
  /** 1, 2, 3 and so on without a gap. */
  readonly version: number;
  readonly name: string;
  /** Statements for Backlot's schema; names need no schema. */
  readonly sql: string;
}

/** All migrations, in order. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'durability-check', sql: durabilityCheck },
  { version: 2, name: 'estate', sql: estate },
  { version: 3, name: 'readings-in-force', sql: readingsInForce },
];
