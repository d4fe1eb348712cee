import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../../src/kernel/index.ts';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import type { ManualClock } from '../../../../../testing/manual-clock.ts';
import { createInFlightBound } from './in-flight-bound.ts';
import { journeyMix, journeySteps } from './journey.ts';
import type { JourneyName } from './journey.ts';
import { createLoad } from './load.ts';
import type { Outcome, Send } from './sender.ts';

const onlyBrowse = { browse: 1, search: 0, collect: 0, buy: 0 };

type SendAt = (clock: ManualClock) => Send;

function start(sendAt: SendAt, inFlightLimit = 10_000) {
  const clock = createManualClock();
  const load = createLoad(
    { ratePerSecond: 20, thinkTimeMs: 100, mix: journeyMix },
    { clock, random: createRandom(5), send: sendAt(clock), bound: createInFlightBound(inFlightLimit) },
  );
  const stop = new AbortController();
  return {
    clock,
    load,
    running: load.run(stop.signal),
    stop: () => stop.abort(),
  };
}

const answered =
  (latencyMs: number, outcome: Outcome = 'ok'): SendAt =>
  (clock) =>
  async () => {
    await clock.sleep(latencyMs);
    return outcome;
  };

describe('the load', () => {
  it('achieves the requests per second that were asked, by the mean length of a journey', async () => {
    const { clock, load, stop, running } = start(answered(20));
    await clock.advance(120_000);
    const { asked, achieved } = load.report(100_000);
    expect(asked.ratePerSecond).toBe(20);
    expect(achieved.requestsPerSecond).toBeGreaterThan(17.5);
    expect(achieved.requestsPerSecond).toBeLessThan(22.5);
    expect(achieved.refusedRequests).toBe(0);
    expect(achieved.schedulingErrorMs.p99).toBeLessThanOrEqual(1);
    stop();
    await running;
  });

  it('divides by the time that it has run where the window is longer', async () => {
    const { clock, load, stop, running } = start(answered(20));
    await clock.advance(20_000);
    const { achieved } = load.report(100_000);
    expect(achieved.windowSeconds).toBe(20);
    expect(achieved.requestsPerSecond).toBeGreaterThan(14);
    expect(achieved).toEqual(load.report(20_000).achieved);
    stop();
    await running;
  });

  it('lets shoppers arrive at the same moments whether the shop answers at once or never', async () => {
    const journeysWhere = async (latencyMs: number): Promise<number> => {
      const { clock, load, stop, running } = start(answered(latencyMs));
      await clock.advance(30_000);
      const { journeysPerSecond } = load.report(30_000).achieved;
      stop();
      await running;
      return journeysPerSecond;
    };
    const slow = await journeysWhere(10_000_000);
    expect(slow).toBeGreaterThan(5);
    expect(slow).toBe(await journeysWhere(1));
  });

  it('counts what the in-flight bound refuses, and never sends it later', async () => {
    let sent = 0;
    const { clock, load, stop, running } = start(
      () => () => {
        sent += 1;
        return new Promise(() => undefined);
      },
      3,
    );
    await clock.advance(20_000);
    const report = load.report(20_000);
    expect(sent).toBe(3);
    expect(report.inFlight).toBe(3);
    expect(report.achieved.refusedRequests).toBeGreaterThan(0);
    expect(report.achieved.refusedRequests).toBe(report.achieved.journeysPerSecond * 20 - 3);
    expect(report.achieved.abandonedJourneys).toBe(report.achieved.refusedRequests);
    stop();
    await running;
  });

  it('counts failures by kind, apart from the latencies of good answers, and cuts the journey short', async () => {
    const { clock, load, stop, running } = start(answered(30, 'server-error'));
    await clock.advance(30_000);
    const { achieved } = load.report(30_000);
    const [first, ...later] = achieved.operations;
    expect(first).toMatchObject({ operation: 'list-products', errorRatio: 1, latencyMs: {} });
    expect(first?.errors['server-error']).toBe(first?.requests);
    expect(later.map(({ requests }) => requests)).toEqual([0, 0, 0, 0]);
    stop();
    await running;
  });

  it('takes another mix while it runs', async () => {
    const journeys: JourneyName[] = [];
    const { clock, load, stop, running } = start(() => (_operation, shopper) => {
      journeys.push(shopper.journey);
      return Promise.resolve('ok');
    });
    await clock.advance(10_000);
    expect(new Set(journeys).size).toBe(4);
    load.change({ ratePerSecond: 20, thinkTimeMs: 0, mix: onlyBrowse });
    await clock.advance(5_000);
    journeys.length = 0;
    await clock.advance(10_000);
    expect(new Set(journeys)).toEqual(new Set(['browse']));
    expect(journeySteps.browse).toHaveLength(2);
    stop();
    await running;
  });
});
