import { z } from 'zod';
import { defineVerb } from '../../../../src/app/index.ts';
import { durationMsSchema } from '../../../../src/kernel/index.ts';
import type { RunContext } from '../../runner/index.ts';
import { loadReportSchema, readShopLoad, setShopLoad } from '../shop-control.ts';
import type { LoadReport } from '../shop-control.ts';
import { loadDocument } from './load-document.ts';
import { onEngine } from './run-context.ts';
import { withRate } from './with-rate.ts';
import { defaultShopName, rateSchema, shopNameSchema } from './parameters.ts';

/** How far back a report looks where nobody says how long to watch. */
const glanceSeconds = 30;
/** After a change the report of the time before would say nothing about it. */
const watchAfterChangeMs = 10_000;
/** The generator remembers no more. */
const longestWindowSeconds = 120;
const frameMs = 1_000;

const result = z.object({
  name: z.string(),
  restoredRatePerSecond: z.number().nullable().describe('the rate after --for ended; null where it stayed'),
  report: loadReportSchema,
});

/** Watches for a while, showing each second, and returns the report over that while. */
async function watch(
  run: RunContext,
  name: string,
  durationMs: number,
  show: (report: LoadReport) => void,
): Promise<LoadReport> {
  const { clock, signal } = run;
  const startedMs = clock.monotonicMs();
  for (;;) {
    const leftMs = durationMs - (clock.monotonicMs() - startedMs);
    await clock.sleep(Math.min(frameMs, Math.max(0, leftMs)), signal);
    signal.throwIfAborted();
    const elapsedSeconds = Math.round((clock.monotonicMs() - startedMs) / 1_000);
    const report = await readShopLoad(run, name, Math.min(longestWindowSeconds, Math.max(1, elapsedSeconds)));
    if (leftMs <= frameMs) return report;
    show(report);
  }
}

/** Changes and shows the load on a demo shop. */
export const loadVerb = defineVerb({
  path: ['estate', 'shop', 'load'],
  summary: 'show or change how many requests the demo shop is under',
  description:
    'Shows what the load generator asked and what it got, as it tells it: latency counts from the moment a request was ' +
    'due. With --rate the rate stays as it is set; with --rate and --for together it goes back when the time is over.',
  examples: [
    { line: 'backlot estate shop load', does: 'shows the last 30 seconds' },
    { line: 'backlot estate shop load --rate 60', does: 'asks for 60 requests per second from now on' },
    { line: 'backlot estate shop load --rate 120 --for 1m', does: 'a minute of heavy load, then as before' },
    { line: 'backlot estate shop load --for 30s', does: 'watches for half a minute' },
  ],
  parameters: z.object({
    rate: rateSchema.optional(),
    for: durationMsSchema.optional().describe('how long to watch').meta({ placeholder: 'duration' }),
    name: shopNameSchema.default(defaultShopName),
  }),
  result,
  run: ({ name, rate, for: durationMs }, context) =>
    onEngine(context, async (run) => {
      const before = await readShopLoad(run, name, glanceSeconds);
      if (rate === undefined && durationMs === undefined) return { name, restoredRatePerSecond: null, report: before };
      const show = (report: LoadReport): void => context.progress.frame(loadDocument(name, report));
      const watching = (): Promise<LoadReport> => watch(run, name, durationMs ?? watchAfterChangeMs, show);
      if (rate === undefined) return { name, restoredRatePerSecond: null, report: await watching() };
      if (durationMs === undefined) {
        await setShopLoad(run, name, rate);
        return { name, restoredRatePerSecond: null, report: await watching() };
      }
      const { ratePerSecond } = before.asked;
      const setRate = (to: number, given: RunContext): Promise<void> => setShopLoad(given, name, to);
      const report = await withRate(run, { name, rate, before: ratePerSecond, setRate }, watching);
      return { name, restoredRatePerSecond: ratePerSecond, report };
    }),
  present: ({ name, report, restoredRatePerSecond }) => [
    ...loadDocument(name, report),
    ...(restoredRatePerSecond === null
      ? []
      : [{ kind: 'paragraph' as const, text: `now back at ${restoredRatePerSecond} requests/s` }]),
  ],
});
