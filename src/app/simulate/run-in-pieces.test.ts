import { describe, expect, it } from '@jest/globals';
import { madeModel } from '../../../testing/made-model.ts';
import { startSimulation } from '../../../twin/model/index.ts';
import type { SimulationReport } from '../../../twin/model/report/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { runInPieces } from './run-in-pieces.ts';
import type { RunningSimulation } from './running-simulation.ts';

/** A clock that stands still but for what work takes. */
class WorkClock implements Clock {
  ms = 0;
  nowMs = (): number => this.ms;
  monotonicMs = (): number => this.ms;
  sleep = (): Promise<void> => Promise.resolve();
}

/** Something that takes real time for its own time, and nothing else. */
class Busy implements RunningSimulation {
  nowMs = 0;
  readonly endMs: number;
  readonly pieces: number[] = [];
  readonly #work: (fromMs: number, untilMs: number) => void;

  constructor(endMs: number, work: (fromMs: number, untilMs: number) => void) {
    this.endMs = endMs;
    this.#work = work;
  }

  get isOver(): boolean {
    return this.nowMs >= this.endMs;
  }

  runUntil(untilMs: number): void {
    const until = Math.min(untilMs, this.endMs);
    this.pieces.push(until - this.nowMs);
    this.#work(this.nowMs, until);
    this.nowMs = until;
  }

  report = (): SimulationReport => ({}) as SimulationReport;
  spans = () => [];
}

const silent = { step: () => undefined, frame: () => undefined };

describe('runInPieces', () => {
  it('cuts a run so that a piece takes about a tenth of a second, however fast it is', async () => {
    for (const realPerModelMs of [0.000_1, 0.01, 1, 50]) {
      const clock = new WorkClock();
      const took: number[] = [];
      const simulation = new Busy(10_000 / realPerModelMs, (from, until) => {
        took.push((until - from) * realPerModelMs);
        clock.ms += (until - from) * realPerModelMs;
      });
      expect(await runInPieces(simulation, { clock, progress: silent, signal: new AbortController().signal })).toBe(
        false,
      );
      expect(simulation.nowMs).toBe(simulation.endMs);
      expect(took.slice(10, -1).every((ms) => ms > 50 && ms < 200)).toBe(true);
      expect(took.length).toBeGreaterThan(50);
    }
  });

  it('stops between two pieces when it is told to', async () => {
    const interruption = new AbortController();
    const simulation = new Busy(1_000_000, (from) => {
      if (from > 5_000) interruption.abort();
    });
    const clock = new WorkClock();
    expect(await runInPieces(simulation, { clock, progress: silent, signal: interruption.signal })).toBe(true);
    expect(simulation.nowMs).toBeLessThan(simulation.endMs);
  });

  it('hears that it is to stop however much happens at one moment', async () => {
    const model = madeModel({
      components: { web: { operations: { get: [{ cpu: '1ms' }] }, cpu: { cores: 1 } } },
      arrivals: [{ operation: 'web/get', rate: '1000000000/s' }],
    });
    const simulation = startSimulation(model, { seed: 1 });
    const interruption = new AbortController();
    const progress = { step: () => interruption.abort(), frame: () => undefined };
    expect(await runInPieces(simulation, { clock: new WorkClock(), progress, signal: interruption.signal })).toBe(true);
    expect(simulation.nowMs).toBeGreaterThan(0);
    expect(simulation.nowMs).toBeLessThan(1);
  });

  it('says how far it is and how long it will take', async () => {
    const clock = new WorkClock();
    const said: string[] = [];
    const simulation = new Busy(60_000, (from, until) => {
      clock.ms += (until - from) / 60;
    });
    const progress = { step: (name: string, state: string) => said.push(`${name}: ${state}`), frame: () => undefined };
    await runInPieces(simulation, { clock, progress, signal: new AbortController().signal });
    expect(said.at(0)).toBe('simulated: 100 ms of 1 min 0 s');
    expect(said.some((line) => /^simulated: 3\d\.\d s of 1 min 0 s, at most about \d{3} ms left$/.test(line))).toBe(
      true,
    );
    expect(said.at(-1)).toBe('simulated: 1 min 0 s of 1 min 0 s, at most about 0 ms left');
  });
});
