import type { AttributeValueOf } from '../../../estate/index.ts';
import { formatDuration } from '../../../kernel/index.ts';
import { latencyText, rateText, ratioText } from '../map/index.ts';
import { counted } from '../../counted.ts';
import { listed } from './texts.ts';
import type { Texts } from './texts.ts';

/** The commonest ways are named; all are in the JSON output. */
const mostPlans = 3;

type Plan = AttributeValueOf<'call-plans'>['plans'][number];

function planText({ steps }: Plan): string {
  const words = steps.flatMap((step) => {
    if (step.step === 'self') return [];
    if (step.step === 'call') return [step.call.component];
    return [`(${step.calls.map(({ component }) => component).join(' | ')})`];
  });
  return words.length === 0 ? 'by itself' : words.join(' → ');
}

/** How what spans show is said. */
export const behaviourTexts: Texts = {
  telemetry: ({ seenBy, system, versions, languages, quality }) =>
    listed(
      seenBy === 'callers' ? 'sends no spans, known by its callers' : 'sends spans',
      system,
      ...languages,
      ...versions.map((version) => `version ${version}`),
      quality === undefined ? undefined : counted(quality.spans, 'span'),
      quality === undefined || quality.orphans === 0 ? undefined : `${quality.orphans} without their parent`,
      quality?.hasCoarseClock === true ? 'clock of whole milliseconds' : undefined,
    ),
  process: ({ version, spans, lastSeenMs }) =>
    listed(
      version === undefined ? undefined : `version ${version}`,
      counted(spans, 'span'),
      `last ${new Date(lastSeenMs).toISOString()}`,
    ),
  requests: ({ requests: { count, errorRatio }, perSecond, protocol, kind }) =>
    `${rateText(perSecond)} ${protocol} ${kind}, ${ratioText(errorRatio)} errors, ${count} seen`,
  'self-time': ({ count, sumMs }) => `${latencyText(sumMs / count)} on average, ${counted(count, 'request')}`,
  calls: ({ calls: { count, errorRatio }, perSecond, protocol, retries, timeouts }) =>
    listed(
      `${rateText(perSecond)} ${protocol}`,
      `${ratioText(errorRatio)} errors`,
      `${count} seen`,
      retries.count > 0 ? counted(retries.count, 'retry', 'retries') : undefined,
      ...timeouts.map(({ atMs }) => `timeout at ${latencyText(atMs)}`),
    ),
  'call-plans': ({ plans }) =>
    plans
      .slice(0, mostPlans)
      .map((plan) => `${plan.count}× ${planText(plan)}`)
      .join('; '),
  contention: ({ count, byRunnable }) =>
    `${counted(count, 'request')} beside up to ${counted(byRunnable.at(-1)?.others ?? 0, 'other')}`,
  timeline: ({ arrivals, bucketMs }) => `${counted(arrivals.length, 'bucket')} of ${formatDuration(bucketMs)}`,
};
