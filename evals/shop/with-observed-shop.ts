import { TelemetryWindow } from '../../src/app/index.ts';
import type { VerbContext } from '../../src/app/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import { receiveTelemetry, withRemoval } from '../demo/index.ts';
import { downShop, isShopLabelled, onEngine, uninterrupted, upShop } from '../estates/index.ts';
import type { MeasureTimes, ObservedShop } from './measure-shop.ts';
import { SpanMeter } from './span-meter.ts';

/** Containers that this made carry it, so that a later one knows what a killed one left, and takes nobody else's. */
const evaluationLabel = 'dev.backlot.evaluation';

/** Which shop is brought up, under what load, and how long its parts take. */
export interface ShopRequest {
  readonly name: string;
  readonly ratePerSecond: number;
  readonly times: MeasureTimes;
}

/**
 * Brings a shop up with shoppers and with someone who takes in its telemetry, works with it, and takes it down whatever
 * becomes of the work.
 *
 * @param request - Which one.
 * @param context - Engine, time, progress and the signal that ends it.
 * @param work - Given the shop.
 * @throws RegisteredError `estate-not-of-demo` where somebody has a shop of that name, `estate-not-removed`, and as
 *   bringing it up, receiving and the work do
 */
export function withObservedShop<Result>(
  { name, ratePerSecond, times }: ShopRequest,
  context: VerbContext,
  work: (shop: ObservedShop) => Promise<Result>,
): Promise<Result> {
  return onEngine(context, async (run) => {
    const { telemetry } = await context.config();
    const window = new TelemetryWindow(() => receiver.coverage());
    const meter = new SpanMeter();
    const { receiver, host } = await receiveTelemetry(await run.engine.hostGateway(), {
      port: telemetry.port,
      log: context.log,
      onSpans: (spans) => {
        window.addSpans(spans);
        meter.add(spans);
      },
      onMetrics: (points) => window.addMetrics(points),
    });
    window.place = `otlp at http://${host}:${receiver.port}`;
    try {
      if (!(await isShopLabelled(run, name, evaluationLabel))) {
        throw new RegisteredError('estate-not-of-demo', { shop: name });
      }
      const settings = {
        ratePerSecond,
        telemetryEndpoint: `http://host.docker.internal:${receiver.port}`,
        labels: { [evaluationLabel]: 'true' },
      };
      return await withRemoval(
        name,
        () => downShop(uninterrupted(run), name),
        async () => {
          await upShop(run, name, settings);
          return work({ shop: { run, name, settings }, window, meter, times, context });
        },
      );
    } finally {
      await receiver.close();
    }
  });
}
