import type { Text, VerbContext } from '../../src/app/index.ts';
import type { LiveSignals } from '../../src/estate/index.ts';
import { readShopLoad, shopObjectives, shopUrl, statusShop } from '../estates/index.ts';
import type { LoadReport, RunContext, ServiceStatus } from '../estates/index.ts';
import { liveView, standingsOf, windowSeconds } from './live-view.ts';

/** The window of the picture in milliseconds. */
export const windowMs = windowSeconds * 1_000;

/** An inspection of all containers costs the engine some 20 ms of processor time. */
const pictureEveryMs = 1_000;

/** By then the services have sent several batches; if nothing came, nothing will. */
const telemetryExpectedMs = 20_000;

/** What is watched, and until when. */
export interface Watch {
  readonly shop: string;
  readonly run: RunContext;
  readonly context: VerbContext;
  readonly signals: LiveSignals;
  /** Where telemetry is received, for whoever looks for a firewall. */
  readonly place: string;
  /** How long, where nobody ends it before; infinite until somebody does. */
  readonly forMs: number;
  /** What else a person should know at the moment. */
  readonly note: () => Text | undefined;
}

/** What was seen last, and how long was watched. */
export interface Watched {
  readonly services: readonly ServiceStatus[];
  readonly load: LoadReport | undefined;
  readonly watchedMs: number;
}

/**
 * Shows a shop until the time is over or somebody ends it.
 *
 * @param watch - What is watched, and until when.
 * @throws RegisteredError `estate-unknown` where the shop is taken away meanwhile, and as the engine does
 */
export async function watchShop({ shop, run, context, signals, place, forMs, note }: Watch): Promise<Watched> {
  const { clock, log, progress, signal } = context;
  const objectives = shopObjectives();
  const startedMs = clock.monotonicMs();
  const elapsedMs = (): number => clock.monotonicMs() - startedMs;
  const isOver = (): boolean => signal.aborted || elapsedMs() >= forMs;
  let services = await statusShop(run, shop);
  let load: LoadReport | undefined;
  while (!isOver()) {
    const current = signals.read();
    progress.frame(
      liveView({
        shop,
        url: shopUrl(services),
        elapsedMs: elapsedMs(),
        services,
        signals: current,
        standings: standingsOf(objectives, load),
        note:
          current.size === 0 && elapsedMs() > telemetryExpectedMs
            ? { text: `No telemetry arrives at ${place}: a firewall may keep containers from the host.`, tone: 'warn' }
            : (note() ?? { text: 'Ctrl-C takes it down.', tone: 'quiet' }),
      }),
    );
    await clock.sleep(Math.min(pictureEveryMs, forMs - elapsedMs()), signal);
    if (isOver()) break;
    services = await statusShop(run, shop);
    try {
      load = await readShopLoad(run, shop, windowSeconds);
    } catch (thrown) {
      if (signal.aborted) break;
      // The generator may be restarting; the picture then lacks its table, which says as much.
      log.debug('the load generator did not answer', { reason: String(thrown) });
      load = undefined;
    }
  }
  return { services, load, watchedMs: elapsedMs() };
}
