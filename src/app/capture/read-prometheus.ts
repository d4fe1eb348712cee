import { capturePrometheus } from '../../../connectors/prometheus/index.ts';
import { findingsOfPrometheus } from '../../estate/index.ts';
import type { Findings } from '../../estate/index.ts';
import type { VerbContext } from '../verb.ts';

/**
 * Reads what a Prometheus measured over a window.
 *
 * @param url - Its address; credentials in it are used, and never kept or shown.
 * @param windowMs - How far back.
 * @param context - Time, progress and the signal that ends it.
 * @throws RegisteredError as `capturePrometheus`
 */
export async function readPrometheus(
  url: string,
  windowMs: number,
  { clock, signal, progress }: VerbContext,
): Promise<{ readonly findings: Findings; readonly read: string }> {
  const observation = await capturePrometheus({
    url,
    windowMs,
    clock,
    signal,
    progress: (done, of) => progress.step('prometheus', `${done} of ${of} questions answered`),
  });
  const { series, ruleGroups } = observation.content;
  const rules = ruleGroups.reduce((sum, group) => sum + group.rules.length, 0);
  return { findings: findingsOfPrometheus(observation), read: `${series.length} series, ${rules} rules` };
}
