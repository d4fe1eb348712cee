import { readComposeProject } from '../../connectors/compose/index.ts';
import { captureEngine } from '../../connectors/docker/index.ts';
import { withFacts } from '../../src/app/index.ts';
import type { TelemetryWindow, VerbContext } from '../../src/app/index.ts';
import { estateGraph, findingsOfCompose, findingsOfDocker } from '../../src/estate/index.ts';
import type { EstateGraph, FactStore, Snapshot } from '../../src/estate/index.ts';
import type { ShopConfiguration } from '../estates/index.ts';

/** How long traffic is watched before the estate is captured: some hundred journeys of the shoppers. */
export const captureAfterMs = 20_000;

/** What was captured of a shop. */
export interface ShopCapture extends Snapshot {
  readonly graph: EstateGraph;
  /** When the system was as each reading says. */
  readonly ages: Awaited<ReturnType<FactStore['ages']>>;
}

/**
 * Captures a shop as its operator would: what its compose file declares, what runs on the engine, and what its telemetry
 * of the last while tells.
 *
 * @param configuration - What it was brought up with.
 * @param telemetry - What came in so far; its window ends here.
 * @param context - Configuration, time and the signal that ends it.
 * @throws RegisteredError as reading the engine and the database does; the signal's reason, when aborted
 */
export function captureShop(
  configuration: ShopConfiguration,
  telemetry: TelemetryWindow,
  context: VerbContext,
): Promise<ShopCapture> {
  const { clock, signal } = context;
  const { projectName: estate } = configuration;
  return withFacts(context, async (facts) => {
    const seal = await facts.seal();
    const { docker, estate: settings } = await context.config();
    const engine = await captureEngine({
      host: docker.host,
      labels: [`com.docker.compose.project=${estate}`],
      seal,
      clock,
      signal,
    });
    const { sha256, document } = await facts.record({
      estate,
      capturedAtMs: clock.nowMs(),
      findings: [
        // The runner draws the shop's passwords itself: they are in no file.
        findingsOfCompose(readComposeProject({ ...configuration, seal, missingVariables: 'note' })),
        findingsOfDocker(engine),
        ...telemetry.finish(),
      ],
      ownerRules: settings.owners,
    });
    return { sha256, document, graph: estateGraph(document), ages: await facts.ages(estate) };
  });
}
