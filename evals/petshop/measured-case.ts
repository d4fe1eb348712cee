import { usualDeviation } from '../../twin/calibration/index.ts';
import type { ComponentWindows, EstateDraws, Measuring, SeenDose, SeenEffect } from '../../twin/calibration/index.ts';
import { comparedWindows } from './compared-windows.ts';
import type { ComparedWindows } from './compared-windows.ts';
import type { Knob } from './knob.ts';
import type { ChangeCase } from './read-case.ts';

/** What was measured under a change, over the windows that are compared. */
export interface MeasuredCase extends ComparedWindows {
  readonly latencyMs: number;
  readonly availabilityRatio: number;
  /** Requests in the changed component at once, by Little's law: far below one, nobody waits for another. */
  readonly atOnce: number;
  /** Over how many windows, and at the front door before the change: all that a prediction may know of it. */
  readonly measuring: Measuring;
}

/** From one time to another, an effect is never steadier than to a tenth. */
const leastSpreadRatio = 0.1;

const present = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value): value is number => value !== undefined);

interface Means {
  readonly requests: number;
  readonly latencyMs: number | undefined;
  readonly failedRatio: number | undefined;
}

/** Means over requests of some windows. */
function meansOf({ requests, latencyMs, failedRatio }: ComponentWindows, windows: readonly number[]): Means {
  const mean = (values: readonly (number | undefined)[]): number | undefined => {
    const seen = windows.filter((at) => values[at] !== undefined && (requests[at] ?? 0) > 0);
    const count = seen.reduce((sum, at) => sum + (requests[at] ?? 0), 0);
    return count === 0 ? undefined : seen.reduce((sum, at) => sum + (requests[at] ?? 0) * (values[at] ?? 0), 0) / count;
  };
  const count = windows.reduce((sum, at) => sum + (requests[at] ?? 0), 0);
  return { requests: count, latencyMs: mean(latencyMs), failedRatio: mean(failedRatio) };
}

/** The windows that ended before the change. */
function beforeOf({ estate }: EstateDraws, { metrics, sinceMs }: ChangeCase): readonly number[] {
  return [...metrics.startsMs.keys()].filter((at) => (metrics.startsMs[at] ?? 0) + estate.windowMs <= sinceMs);
}

/**
 * Finds the windows of a case that are compared, and what was measured in them at the front door.
 *
 * @param drawn - The estate at usual times.
 * @param each - The case.
 * @returns `undefined` where no window is whole, or the front door was not measured in them.
 */
export function measuredCase(drawn: EstateDraws, each: ChangeCase): MeasuredCase | undefined {
  const { estate, levels } = drawn;
  const own = each.metrics.components.get(each.component);
  const level = levels.get(each.component);
  const front = each.metrics.components.get(each.frontDoor);
  if (front === undefined) return undefined;
  const usual = estate.components.get(each.component);
  const isLatency = each.signal === 'latency';
  const values = (isLatency ? own?.latencyMs : own?.failedRatio) ?? each.metrics.startsMs.map(() => undefined);
  const deviation = usualDeviation((isLatency ? usual?.latencyMs : usual?.failedRatio) ?? []);
  const delayMs = each.knob?.dose.kind === 'delay' ? each.knob.dose.amount : 0;
  const compared = comparedWindows({
    startsMs: each.metrics.startsMs,
    windowMs: estate.windowMs,
    values,
    usual: (isLatency ? level?.latencyMs : level?.failedRatio) ?? 0,
    sinceMs: each.sinceMs,
    varianceOf: (change, at) => {
      const requests = Math.max(1, own?.requests[at] ?? 1);
      const size = Math.abs(change);
      // Few requests with a long delay, or few that fail, vary from window to window by their number.
      const byCount = isLatency ? (delayMs * size) / requests : Math.max(size, 1 / requests) / requests;
      return deviation ** 2 + (leastSpreadRatio * size) ** 2 + byCount + Number.EPSILON;
    },
  });
  const { latencyMs, failedRatio } = meansOf(front, compared.windows);
  if (latencyMs === undefined || failedRatio === undefined) return undefined;
  const windowsBefore = beforeOf(drawn, each);
  const ownMeans = own === undefined ? undefined : meansOf(own, compared.windows);
  const latencyBeforeMs = meansOf(front, windowsBefore).latencyMs;
  return {
    ...compared,
    latencyMs,
    availabilityRatio: 1 - failedRatio,
    atOnce: ((ownMeans?.requests ?? 0) * (ownMeans?.latencyMs ?? 0)) / (estate.windowMs * compared.windows.length),
    measuring: {
      windows: compared.windows.length,
      ...(latencyBeforeMs !== undefined && { before: { windows: windowsBefore.length, latencyMs: latencyBeforeMs } }),
    },
  };
}

function seenEffect(drawn: EstateDraws, each: ChangeCase, name: string, compared: ComparedWindows): SeenEffect {
  const usual = drawn.estate.components.get(name);
  const level = drawn.levels.get(name);
  const windows = each.metrics.components.get(name);
  const means = windows === undefined ? undefined : meansOf(windows, compared.windows);
  const before = beforeOf(drawn, each);
  const beforeMs = (windows === undefined ? undefined : meansOf(windows, before).latencyMs) ?? level?.latencyMs ?? 0;
  const addedMs = (means?.latencyMs ?? beforeMs) - beforeMs;
  const failedRatio = Math.max(0, (means?.failedRatio ?? 0) - (level?.failedRatio ?? 0));
  const count = compared.windows.length;
  const requests = Math.max(1, means?.requests ?? 1);
  const delayMs = each.knob?.dose.kind === 'delay' ? each.knob.dose.amount : 0;
  const usualMs = usualDeviation(usual?.latencyMs ?? []);
  const usualFailed = usualDeviation(usual?.failedRatio ?? []);
  return {
    addedMs,
    failedRatio,
    addedMsDeviation: Math.sqrt(
      usualMs ** 2 / count +
        usualMs ** 2 / Math.max(1, before.length) +
        (leastSpreadRatio * addedMs) ** 2 / count +
        (delayMs * Math.max(0, addedMs)) / requests,
    ),
    failedRatioDeviation: Math.sqrt(usualFailed ** 2 / count + Math.max(failedRatio, 1 / requests) / requests),
  };
}

/**
 * What a case shows of its dose.
 *
 * @param drawn - The estate at usual times.
 * @param each - The case.
 * @param knob - Of the case.
 * @param measured - What was measured of it.
 */
export function seenDose(drawn: EstateDraws, each: ChangeCase, knob: Knob, measured: MeasuredCase): SeenDose {
  const { dose } = knob;
  const onComponent = seenEffect(drawn, each, each.component, measured);
  const own = each.metrics.components.get(each.component);
  const level = drawn.levels.get(each.component)?.latencyMs ?? 0;
  const added = present(measured.windows.map((at) => own?.latencyMs[at])).map((latencyMs) => latencyMs - level);
  const mean = added.reduce((sum, value) => sum + value, 0) / Math.max(1, added.length);
  const squares = added.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const between = added.length < 2 || mean <= 0 ? 0 : Math.sqrt(squares / (added.length - 1)) / mean;
  return {
    dose,
    onComponent,
    onFrontDoor: seenEffect(drawn, each, each.frontDoor, measured),
    spreadRatio: Math.min(1, Math.max(leastSpreadRatio, dose.kind === 'delay' ? 0 : between)),
  };
}
