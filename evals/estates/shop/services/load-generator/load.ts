import type { Clock, RandomSource } from '../../../../../src/kernel/index.ts';
import { createArrivalProcess } from './arrival-process.ts';
import type { InFlightBound } from './in-flight-bound.ts';
import { drawJourney, journeySteps, meanSteps } from './journey.ts';
import type { JourneyMix } from './journey.ts';
import type { Send, Shopper } from './sender.ts';
import { createWindowStatistics } from './window-statistics.ts';
import type { OperationSummary, Quantiles } from './window-statistics.ts';

/** What is asked of the load. */
export interface LoadSettings {
  /** Requests per second in the mean, as long as no journey is cut short. */
  readonly ratePerSecond: number;
  /** Mean of the exponential pause between a shopper's requests. */
  readonly thinkTimeMs: number;
  readonly mix: JourneyMix;
}

/** What came of it within the last while. */
export interface LoadReport {
  readonly asked: LoadSettings & { readonly journeysPerSecond: number };
  readonly achieved: {
    /** What was asked for, or the time since the start where that is shorter. */
    readonly windowSeconds: number;
    readonly journeysPerSecond: number;
    /** Requests that were sent and have ended. */
    readonly requestsPerSecond: number;
    /** Journeys cut short by a failed or refused request. */
    readonly abandonedJourneys: number;
    /** Requests that the in-flight bound refused: the load was then less than asked. */
    readonly refusedRequests: number;
    /** How much later than due requests were sent: the generator's own error. */
    readonly schedulingErrorMs: Quantiles;
    readonly operations: readonly OperationSummary[];
  };
  readonly inFlight: number;
  readonly inFlightLimit: number;
}

/** The load: a partly open system (Schroeder, Wierman, Harchol-Balter 2006). */
export interface Load {
  readonly settings: LoadSettings;
  change(next: LoadSettings): void;
  report(windowMs: number): LoadReport;
  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** What the load is made with. */
export interface LoadParts {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly send: Send;
  readonly bound: InFlightBound;
}

/** How far back a report may reach. */
export const longestWindowMs = 120_000;

const searches = ['lamp', 'oak', 'garden', 'kitchen', 'steel', 'wool', 'travel', 'desk'];
const customers = 200;

/**
 * Creates the load: journeys arrive as a Poisson process that nothing holds up. Within a journey a shopper sends the
 * next request a think time after the last answer, since one cannot click on what is not shown yet; every latency
 * counts from the moment the request was due.
 *
 * @param initial - The settings at first.
 * @param parts - Time, chance, and how requests are sent.
 */
export function createLoad(initial: LoadSettings, parts: LoadParts): Load {
  const { clock, random, send, bound } = parts;
  const statistics = createWindowStatistics(longestWindowMs);
  const streams = {
    kinds: random.stream('kinds'),
    shoppers: random.stream('shoppers'),
    pauses: random.stream('pauses'),
  };
  // Two generators on one seed, or one restarted, must not share carts and idempotency keys.
  const run = Math.floor(clock.nowMs()).toString(36);
  const moments: Record<'arrived' | 'abandoned' | 'refused', number[]> = { arrived: [], abandoned: [], refused: [] };
  const startedMs = clock.monotonicMs();
  let settings = initial;
  let journeys = 0;

  const note = (what: keyof typeof moments): void => {
    const nowMs = clock.monotonicMs();
    const kept = moments[what];
    kept.push(nowMs);
    if ((kept[0] ?? nowMs) < nowMs - 2 * longestWindowMs) {
      moments[what] = kept.filter((momentMs) => momentMs >= nowMs - longestWindowMs);
    }
  };

  const createShopper = (): Shopper => {
    journeys += 1;
    const journey = drawJourney(settings.mix, streams.kinds);
    const search = searches[Math.floor(streams.shoppers.uniform() * searches.length)] ?? '';
    return {
      journey,
      cartId: `cart-${run}-${journeys}`,
      customerId: 1 + Math.floor(streams.shoppers.uniform() * customers),
      idempotencyKey: `order-${run}-${journeys}`,
      search: journey === 'search' ? search : '',
      taste: streams.shoppers.uniform(),
      productId: undefined,
    };
  };

  const shop = async (arrivedMs: number): Promise<void> => {
    const shopper = createShopper();
    let dueMs = arrivedMs;
    for (const [step, operation] of journeySteps[shopper.journey].entries()) {
      if (step > 0) {
        dueMs = clock.monotonicMs() + streams.pauses.exponential(settings.thinkTimeMs);
        await clock.sleep(dueMs - clock.monotonicMs());
      }
      if (!bound.enter()) {
        note('refused');
        note('abandoned');
        return;
      }
      const lateMs = Math.max(0, clock.monotonicMs() - dueMs);
      const outcome = await send(operation, shopper);
      bound.leave();
      const endedMs = clock.monotonicMs();
      statistics.record({ endedMs, operation, latencyMs: endedMs - dueMs, lateMs, outcome });
      if (outcome !== 'ok') {
        note('abandoned');
        return;
      }
    }
  };

  const journeysPerSecond = (): number => settings.ratePerSecond / meanSteps(settings.mix);
  const arrivals = createArrivalProcess(
    journeysPerSecond(),
    (dueMs) => {
      note('arrived');
      void shop(dueMs);
    },
    { clock, random: random.stream('arrivals') },
  );

  return {
    get settings() {
      return settings;
    },
    change: (next) => {
      settings = next;
      arrivals.setRate(journeysPerSecond());
    },
    report: (askedWindowMs) => {
      const nowMs = clock.monotonicMs();
      // Rates over a time in which there was no load yet would be too low; below a millisecond there is none to tell.
      const windowMs = Math.max(1, Math.min(askedWindowMs, nowMs - startedMs));
      const windowSeconds = windowMs / 1_000;
      const count = (what: keyof typeof moments): number =>
        moments[what].filter((momentMs) => momentMs > nowMs - windowMs).length;
      const summaries = statistics.operations(nowMs, windowMs);
      return {
        asked: { ...settings, journeysPerSecond: journeysPerSecond() },
        achieved: {
          windowSeconds,
          journeysPerSecond: count('arrived') / windowSeconds,
          requestsPerSecond: summaries.reduce((sum, { perSecond }) => sum + perSecond, 0),
          abandonedJourneys: count('abandoned'),
          refusedRequests: count('refused'),
          schedulingErrorMs: statistics.lateness(nowMs, windowMs),
          operations: summaries,
        },
        inFlight: bound.inFlight,
        inFlightLimit: bound.limit,
      };
    },
    run: (signal) => arrivals.run(signal),
  };
}
