import { randomBytes } from 'node:crypto';
import { canonicalJson, RegisteredError, sealWith } from '../../kernel/index.ts';
import type { Coverage, Seal } from '../../kernel/index.ts';
import type { Database, Queryable } from '../../store/index.ts';
import type { Collector } from '../../../connectors/observation/index.ts';
import { subjectKey } from '../facts/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { AgedReading } from '../freshness/index.ts';
import type { Sighting } from '../identity/index.ts';
import { freezeSnapshot } from '../snapshot/index.ts';
import type { FindingsInForce, OwnerRule, Snapshot, SnapshotDocument } from '../snapshot/index.ts';
import * as statements from './statements.ts';
import { storableFindings } from './storable.ts';

/** A reading as the store knows it. */
export interface StoredReading {
  readonly collector: Collector;
  readonly place: string;
  readonly sha256: string;
  readonly asOfMs: number;
  readonly isComplete: boolean;
  readonly coverage: Coverage;
}

/** A capture that was taken. */
export interface Capture {
  readonly capturedAtMs: number;
  readonly snapshotSha256: string;
  /** How many readings it added. */
  readonly readings: number;
}

/** What a capture is recorded with. */
export interface RecordOptions {
  readonly estate: string;
  readonly capturedAtMs: number;
  readonly findings: readonly Findings[];
  readonly ownerRules: readonly OwnerRule[];
  /** Called inside the transaction when all is written and nothing is final: for tests of what a crash leaves. */
  readonly beforeCommit?: () => Promise<void>;
}

/** Keeps what is known of estates. */
export interface FactStore {
  /** Makes the fingerprints of this installation. */
  seal(): Promise<Seal>;
  /**
   * Adds the readings of one capture and freezes the snapshot of what is then in force: all of it, or nothing.
   *
   * @throws RegisteredError `fact-malformed`, and as the database does
   */
  record(options: RecordOptions): Promise<Snapshot>;
  /**
   * A snapshot by its name or the beginning of it, at least 4 digits; the latest where none is named.
   *
   * @throws RegisteredError `estate-not-captured`, `snapshot-unknown`
   */
  snapshot(estate: string, sha256?: string): Promise<Snapshot>;
  /** The latest first. */
  captures(estate: string, most: number): Promise<readonly Capture[]>;
  /** The latest reading of each place, in the order in which they were taken. */
  readings(estate: string): Promise<readonly StoredReading[]>;
  /** When the system was as each reading says, for all that were ever taken. */
  ages(estate: string): Promise<readonly AgedReading[]>;
  /** Names of all estates that were captured, sorted. */
  estates(): Promise<readonly string[]>;
}

interface ReadingRow {
  readonly id: string;
  readonly collector: Collector;
  readonly place: string;
  readonly sha256: string;
  readonly is_complete: boolean;
  readonly sightings: readonly Sighting[];
}

interface LatestReadingRow extends Omit<ReadingRow, 'id' | 'sightings'> {
  readonly as_of: Date;
  readonly coverage: Coverage;
}

interface FactRow extends Pick<FoundFact, 'subject' | 'attribute' | 'value' | 'method'> {
  readonly reading_id: string;
  readonly place: string | null;
  readonly observations: string | null;
}

/** One statement carries this many facts: few round trips, and no parameter of hundreds of megabytes. */
const factsPerStatement = 2_000;

const saltBytes = 32;

/** A clock that is ahead, or a span with a time that never was, must not stay the latest for ever. */
async function addReading(
  on: Queryable,
  capture: { readonly id: string; readonly estate: string; readonly atMs: number },
  findings: Findings,
): Promise<void> {
  const { collector, place, sha256, asOfMs, isComplete, sightings, coverage, facts } = findings;
  const [row] = await on.query<{ id: string }>(statements.addReading, [
    capture.id,
    capture.estate,
    collector,
    place,
    sha256,
    new Date(Math.min(asOfMs, capture.atMs)),
    isComplete,
    JSON.stringify(sightings),
    JSON.stringify(coverage),
  ]);
  const rows = facts.map(({ subject, attribute, value, method, place: at, count }) => ({
    subject_key: subjectKey(subject),
    subject,
    attribute,
    value,
    method,
    place: at ?? null,
    observations: count === undefined ? null : Math.round(count),
  }));
  for (let from = 0; from < rows.length; from += factsPerStatement) {
    await on.query(statements.addFacts, [row?.id, JSON.stringify(rows.slice(from, from + factsPerStatement))]);
  }
}

/** What is in force at the end of a capture, each with the id of its reading. */
async function inForce(
  on: Queryable,
  estate: string,
  capture: string,
): Promise<(FindingsInForce & { readonly id: string })[]> {
  const readings = await on.query<ReadingRow>(statements.readingsInForce, [estate, capture]);
  const rows = await on.query<FactRow>(statements.factsInForce, [readings.map(({ id }) => id)]);
  const factsOf = new Map<string, FoundFact[]>();
  for (const { reading_id: reading, subject, attribute, value, method, place, observations } of rows) {
    const fact = {
      subject,
      attribute,
      value,
      method,
      ...(place === null ? {} : { place }),
      ...(observations === null ? {} : { count: Number(observations) }),
    };
    const known = factsOf.get(reading);
    if (known === undefined) factsOf.set(reading, [fact]);
    else known.push(fact);
  }
  return (
    readings
      .map(({ id, collector, place, sha256, is_complete: isComplete, sightings }) => {
        return { id, collector, place, sha256, isComplete, sightings, facts: factsOf.get(id) ?? [] };
      })
      // An old window of which nothing is in force says nothing any more.
      .filter(({ isComplete, facts }) => isComplete || facts.length > 0)
  );
}

/**
 * Opens the store of what is known of estates.
 *
 * @param database - Backlot's database.
 */
export function openFactStore(database: Database): FactStore {
  const snapshot: FactStore['snapshot'] = async (estate, sha256) => {
    const [latest] = await database.query<{ sha256: string }>(statements.listCaptures, [estate, 1]);
    if (latest === undefined) {
      throw new RegisteredError('estate-not-captured', { estate, captured: await estates() });
    }
    const wanted = sha256 ?? latest.sha256;
    const found = await database.query<{ sha256: string; document: string }>(statements.findSnapshots, [
      estate,
      wanted,
    ]);
    const [row] = found;
    if (row === undefined || found.length > 1) {
      throw new RegisteredError('snapshot-unknown', { estate, wanted, isAmbiguous: found.length > 1 });
    }
    return { sha256: row.sha256, document: JSON.parse(row.document) as SnapshotDocument };
  };

  const estates: FactStore['estates'] = async () => {
    const rows = await database.query<{ estate: string }>(statements.listEstates);
    return rows.map(({ estate }) => estate);
  };

  return {
    seal: async () => {
      await database.query(statements.offerSalt, [randomBytes(saltBytes)]);
      const [row] = await database.query<{ fingerprint_salt: Buffer }>(statements.readSalt);
      return sealWith(row?.fingerprint_salt ?? Buffer.alloc(0));
    },
    record: ({ estate, capturedAtMs, findings, ownerRules, beforeCommit }) =>
      database.transaction(async (transaction) => {
        await transaction.query(statements.lockEstate, [estate]);
        const capturedAt = new Date(capturedAtMs);
        const [row] = await transaction.query<{ id: string }>(statements.addCapture, [estate, capturedAt]);
        const capture = { id: row?.id ?? '', estate, atMs: capturedAtMs };
        for (const reading of findings) await addReading(transaction, capture, storableFindings(reading));
        const said = await inForce(transaction, estate, capture.id);
        const { sha256, document } = freezeSnapshot(said, ownerRules);
        await transaction.query(statements.addSnapshot, [estate, sha256, canonicalJson(document)]);
        await transaction.query(statements.nameSnapshot, [capture.id, estate, sha256, said.map(({ id }) => id)]);
        await beforeCommit?.();
        return { sha256, document };
      }),
    snapshot,
    captures: async (estate, most) => {
      const rows = await database.query<{ captured_at: Date; sha256: string; readings: number }>(
        statements.listCaptures,
        [estate, most],
      );
      return rows.map(({ captured_at: capturedAt, sha256, readings }) => ({
        capturedAtMs: capturedAt.getTime(),
        snapshotSha256: sha256,
        readings,
      }));
    },
    readings: async (estate) => {
      const rows = await database.query<LatestReadingRow>(statements.latestReadings, [estate]);
      return rows.map(({ collector, place, sha256, as_of: asOf, is_complete: isComplete, coverage }) => ({
        collector,
        place,
        sha256,
        asOfMs: asOf.getTime(),
        isComplete,
        coverage,
      }));
    },
    ages: async (estate) => {
      const rows = await database.query<Pick<LatestReadingRow, 'collector' | 'sha256' | 'as_of'>>(
        statements.readingAges,
        [estate],
      );
      return rows.map(({ collector, sha256, as_of: asOf }) => ({ collector, sha256, asOfMs: asOf.getTime() }));
    },
    estates,
  };
}
