import type { InstanceLife } from '../life/instance-life.ts';
import type { Version } from '../version.ts';

/** Where an instance stands, as bits. */
const standing = { active: 1, ready: 2, pending: 4 } as const;

/** Instances of one version. */
interface Tally {
  active: number;
  activeAndReady: number;
}

const standingOf = (life: InstanceLife): number =>
  (life.isLeaving ? 0 : standing.active) |
  (life.isReady ? standing.ready : 0) |
  (life.phase === 'pending' ? standing.pending : 0);

/**
 * How many instances of a component count, are ready or wait for a place, by version: kept as they change, since many may do
 * so at one moment, each of which calls for a decision.
 */
export class Census {
  /** How many are ready. */
  ready = 0;
  /** How many wait for a place. */
  pending = 0;
  /** How many count: those told to go do not. */
  active = 0;
  readonly #lives = new Map<InstanceLife, number>();
  readonly #tallies = new Map<Version, Tally>();
  #listed: readonly InstanceLife[] | undefined;
  #activeOnes: readonly InstanceLife[] | undefined;

  /** All, in the order of their creation. */
  get lives(): readonly InstanceLife[] {
    this.#listed ??= [...this.#lives.keys()];
    return this.#listed;
  }

  /** Those that count. */
  get activeLives(): readonly InstanceLife[] {
    this.#activeOnes ??= this.lives.filter((life) => !life.isLeaving);
    return this.#activeOnes;
  }

  /** How many of a version count. */
  activeOf(version: Version): number {
    return this.#tallies.get(version)?.active ?? 0;
  }

  /** How many that count are available, of one version or of all. */
  available(minReadyMs: number, version?: Version): number {
    if (minReadyMs > 0) {
      const isMeant = (life: InstanceLife): boolean => version === undefined || life.version === version;
      return this.activeLives.filter((life) => isMeant(life) && life.isAvailable(minReadyMs)).length;
    }
    if (version !== undefined) return this.#tallies.get(version)?.activeAndReady ?? 0;
    return [...this.#tallies.values()].reduce((sum, { activeAndReady }) => sum + activeAndReady, 0);
  }

  /** Takes in an instance that is new. */
  add(life: InstanceLife): void {
    this.#lives.set(life, 0);
    this.#listed = undefined;
    this.note(life);
  }

  /** Looks at an instance again. */
  note(life: InstanceLife): void {
    const before = this.#lives.get(life);
    if (before !== undefined) this.#change(life, before, standingOf(life));
  }

  /** Forgets an instance that is gone. */
  remove(life: InstanceLife): void {
    const before = this.#lives.get(life);
    if (before === undefined) return;
    this.#change(life, before, 0);
    this.#lives.delete(life);
    this.#listed = undefined;
    this.#activeOnes = undefined;
  }

  #change(life: InstanceLife, before: number, now: number): void {
    if (before === now) return;
    this.#lives.set(life, now);
    const difference = (bits: number): number => Number((now & bits) === bits) - Number((before & bits) === bits);
    let tally = this.#tallies.get(life.version);
    if (tally === undefined) {
      tally = { active: 0, activeAndReady: 0 };
      this.#tallies.set(life.version, tally);
    }
    const active = difference(standing.active);
    if (active !== 0) this.#activeOnes = undefined;
    this.active += active;
    tally.active += active;
    this.ready += difference(standing.ready);
    this.pending += difference(standing.pending);
    tally.activeAndReady += difference(standing.active | standing.ready);
  }
}
