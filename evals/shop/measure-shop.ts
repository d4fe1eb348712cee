import type { TelemetryWindow, VerbContext } from '../../src/app/index.ts';
import { captureShop } from '../demo/index.ts';
import type { ShopCapture } from '../demo/index.ts';
import { shopConfiguration } from '../estates/index.ts';
import type { RunningShop, ShopChange } from './changes.ts';
import type { MeasuredOperation, SpanMeter } from './span-meter.ts';

/** How long each part takes, in milliseconds. */
export interface MeasureTimes {
  /** After it is up, until anything counts: processes are slow at first. */
  readonly warmUpMs: number;
  /** How much traffic the capture sees. */
  readonly captureMs: number;
  /** After a change, until it counts. */
  readonly settleMs: number;
  /** How long is measured under a change. */
  readonly measureMs: number;
}

/** A shop under its load, and those who take in its telemetry. */
export interface ObservedShop {
  readonly shop: RunningShop;
  readonly window: TelemetryWindow;
  readonly meter: SpanMeter;
  readonly times: MeasureTimes;
  readonly context: VerbContext;
}

/** What a change came to. */
export interface MeasuredChange {
  readonly change: ShopChange;
  readonly operations: readonly MeasuredOperation[];
}

/** Spans are sent in batches of a second. */
const lastBatchMs = 3_000;

async function wait({ context: { clock, signal } }: ObservedShop, durationMs: number): Promise<void> {
  await clock.sleep(durationMs, signal);
  signal.throwIfAborted();
}

async function measure(observed: ObservedShop, durationMs: number): Promise<readonly MeasuredOperation[]> {
  const { meter, context } = observed;
  meter.begin(context.clock.nowMs());
  await wait(observed, durationMs + lastBatchMs);
  return meter.end();
}

/**
 * Captures a shop as it is, from as much traffic as the times say.
 *
 * @param observed - The shop.
 * @returns The capture, and the same stretch measured as the changes are.
 * @throws RegisteredError as capturing does; the signal's reason, when aborted
 */
export async function captureUnchanged(
  observed: ObservedShop,
): Promise<{ readonly captured: ShopCapture; readonly operations: readonly MeasuredOperation[] }> {
  const { shop, window, times, context } = observed;
  context.progress.step('unchanged', 'warming up');
  await wait(observed, times.warmUpMs);
  // A window keeps traces of which spans still come; those of warming up are over when it is turned again.
  window.rotate();
  await wait(observed, lastBatchMs);
  window.rotate();
  context.progress.step('unchanged', 'measuring');
  const operations = await measure(observed, times.captureMs);
  const captured = await captureShop(shopConfiguration(shop.name, shop.settings), window, context);
  context.progress.step('unchanged', 'captured');
  return { captured, operations };
}

/**
 * Measures a shop once more as it is, after all changes were undone.
 *
 * @param observed - The shop.
 * @throws The signal's reason, when aborted
 */
export async function measureUnchanged(observed: ObservedShop): Promise<readonly MeasuredOperation[]> {
  observed.context.progress.step('unchanged again', 'measuring');
  await wait(observed, observed.times.settleMs);
  const operations = await measure(observed, observed.times.measureMs);
  observed.context.progress.step('unchanged again', 'measured');
  return operations;
}

/**
 * Makes a change, measures what comes of it, and undoes it. Where that fails it is not undone: the shop is taken down then.
 *
 * @param observed - The shop.
 * @param change - What is changed.
 * @throws RegisteredError as making and undoing it do; the signal's reason, when aborted
 */
export async function measureChange(observed: ObservedShop, change: ShopChange): Promise<MeasuredChange> {
  const { shop, times, context } = observed;
  const isMomentary = change.isMomentary === true;
  context.progress.step(change.id, 'changing');
  if (!isMomentary) {
    await change.make(shop);
    await wait(observed, times.settleMs);
  }
  context.progress.step(change.id, 'measuring');
  // What is over as soon as it is made shows in what follows at once.
  const [operations] = await Promise.all([measure(observed, times.measureMs), isMomentary && change.make(shop)]);
  context.progress.step(change.id, 'undoing');
  await change.undo(shop);
  context.progress.step(change.id, 'measured and undone');
  return { change, operations };
}
