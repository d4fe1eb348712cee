import type { Span } from '../../../connectors/spans/index.ts';
import { canonicalJson, sha256Hex } from '../../../src/kernel/index.ts';
import { ControlPlane } from '../control/index.ts';
import { compile } from '../engine/compile.ts';
import { Engine } from '../engine/engine.ts';
import type { Arrivals, Model } from '../format/index.ts';
import { RandomDraws } from '../random/random-draws.ts';
import type { SimulationReport } from '../report/index.ts';
import { componentFigures } from './component-figures.ts';
import { breakerFigures, cacheFigures, poolFigures, queueFigures, saturatedBounds } from './flow-figures.ts';
import { clearIntegrals, integralsOf } from './instance-integrals.ts';
import { objectiveFigures } from './objective-figures.ts';
import { operationFigures, sourceFigures } from './operation-figures.ts';
import { SpanRecorder } from './span-recorder.ts';
import { TimelineRecorder } from './timeline-recorder.ts';
import { figuresBetween, markOf } from './window-figures.ts';
import type { Mark, WindowFigures } from './window-figures.ts';

/** What may be said of a run beside its model. */
export interface SimulationOptions {
  /** What all of its chance comes from: the same seed gives the same run. */
  readonly seed: number | string;
  /** In place of the model's own length, the warm-up included. */
  readonly forMs?: number;
  /** It is over when so many requests from outside have ended after the warm-up. */
  readonly requests?: number;
  /** Of so many requests from outside, the first after the warm-up, spans are kept. */
  readonly traceRequests?: number;
}

/** A run that is to end after so many requests may last so many times as long as they should take. */
const patience = 4;

/** A run of a model, piece by piece. */
export class Simulation {
  readonly endMs: number;
  readonly engine: Engine;
  readonly control: ControlPlane;
  readonly #model: Model;
  readonly #options: SimulationOptions;
  readonly #timeline: TimelineRecorder;
  readonly #spans: SpanRecorder | undefined;
  #clearedMs = 0;

  /**
   * Nothing happens before `runUntil`.
   *
   * @param model - Read and checked.
   */
  constructor(model: Model, options: SimulationOptions) {
    this.#model = model;
    this.#options = options;
    this.endMs = endOf(model, options);
    const draws = new RandomDraws(options.seed);
    this.engine = new Engine(compile(model, draws), draws);
    this.control = new ControlPlane(this.engine);
    this.#timeline = new TimelineRecorder(this.engine, this.endMs - model.run.warmUp);
    const { traceRequests } = options;
    this.#spans = traceRequests === undefined ? undefined : new SpanRecorder(this.engine, options.seed, traceRequests);
    this.control.start();
    // Nothing of the very first moment is left out where there is no warm-up.
    if (model.run.warmUp === 0) this.#begin();
    this.engine.sources.start();
    if (model.run.warmUp > 0) {
      this.engine.at(model.run.warmUp, () => {
        this.#begin();
      });
    }
  }

  /** The time in the model, from 0. */
  get nowMs(): number {
    return this.engine.nowMs;
  }

  /** Whether the end is reached, or as many requests ended as were asked for. */
  get isOver(): boolean {
    return this.engine.isStopped || this.engine.hasDone(this.endMs);
  }

  /**
   * Goes on.
   *
   * @param untilMs - In the time of the model; the end where that comes first.
   * @param mostEvents - It stops earlier where so many events were handled; any number where left out.
   */
  runUntil(untilMs: number, mostEvents?: number): void {
    this.engine.runUntil(Math.min(untilMs, this.endMs), mostEvents);
  }

  /** What was seen until now. */
  report(): SimulationReport {
    const { engine, control } = this;
    const overMs = engine.nowMs - this.#clearedMs;
    const measures = control.measures();
    const { components, checks } = componentFigures(engine, measures, overMs);
    const operations = operationFigures(engine, overMs);
    const queues = queueFigures(engine, overMs);
    const thereMs = new Map(engine.program.components.map(({ name }, at) => [name, integralsOf(engine, at).thereMs]));
    return {
      run: {
        model: sha256Hex(canonicalJson(this.#model)),
        seed: this.#options.seed,
        simulatedMs: overMs,
        warmUpMs: this.#model.run.warmUp,
        events: engine.events,
        requests: engine.sources.endedCount,
        saturated: saturatedBounds(engine, queues),
      },
      operations,
      sources: sourceFigures(engine),
      components,
      pools: poolFigures(engine, (component) => thereMs.get(component) ?? 0, overMs),
      queues,
      caches: cacheFigures(engine),
      breakers: breakerFigures(engine),
      checks,
      timeline: {
        ...this.#timeline.read(),
        events: [...control.events],
        eventsLeftOut: control.log.leftOut,
      },
      objectives: objectiveFigures(this.#model.objectives, operations),
    };
  }

  /** What was counted until now, to be told from what comes after. */
  mark(): Mark {
    return markOf(this.engine);
  }

  /**
   * What became of calls between two marks.
   *
   * @param from - After the warm-up.
   * @param to - Not before `from`.
   */
  between(from: Mark, to: Mark): readonly WindowFigures[] {
    return figuresBetween(this.engine, from, to);
  }

  /** The spans of the requests that were traced, in the time of the model. */
  spans(): readonly Span[] {
    return this.#spans?.spans ?? [];
  }

  /** The warm-up is over: from now on all is counted. */
  #begin(): void {
    const { engine } = this;
    this.#clearedMs = engine.nowMs;
    engine.tallies.clear();
    engine.refused.fill(0);
    engine.sources.clear();
    engine.queues.clear();
    engine.caches.clear();
    engine.clients.clear();
    this.control.clear();
    clearIntegrals(engine);
    this.#timeline.start();
    this.#spans?.start();
    const { requests } = this.#options;
    if (requests !== undefined) engine.sources.stopAfter(requests);
  }
}

/** Requests per second that a source means to send; 0 where that depends on the answers. */
function meanRate(arrivals: Arrivals): number {
  if (!('rate' in arrivals)) return 0;
  const { rate } = arrivals;
  return typeof rate === 'number' ? rate : rate.reduce((sum, [, one]) => sum + one, 0) / rate.length;
}

function endOf({ run, arrivals }: Model, { forMs, requests }: SimulationOptions): number {
  if (forMs !== undefined) return forMs;
  if (requests === undefined) return run.for;
  const perSecond = arrivals.reduce((sum, source) => sum + meanRate(source), 0);
  const neededMs = perSecond <= 0 ? 0 : (requests * 1_000) / perSecond;
  return Math.max(run.for, run.warmUp + patience * neededMs);
}

/**
 * Begins to run a model; nothing happens before `runUntil`.
 *
 * @param model - Read and checked by `readModelFile`.
 */
export const startSimulation = (model: Model, options: SimulationOptions): Simulation => new Simulation(model, options);

/**
 * Runs a model to its end.
 *
 * @param model - Read and checked by `readModelFile`.
 */
export function simulate(model: Model, options: SimulationOptions): SimulationReport {
  const simulation = new Simulation(model, options);
  simulation.runUntil(Infinity);
  return simulation.report();
}
