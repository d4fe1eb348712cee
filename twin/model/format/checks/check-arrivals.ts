import { formatDuration } from '../../../../src/kernel/index.ts';
import type { Arrivals } from '../arrivals.ts';
import { meanOf } from '../mean.ts';
import type { Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';
import { peakPerSecondOf } from './peak-rate.ts';
import { ServiceTimes } from './service-times.ts';

/** At some hundred thousand requests a second of the simulation's own time, this takes about ten minutes. */
const manyRequests = 1e8;

/** Whether it ever sends anything. */
const sends = (arrivals: Arrivals): boolean => ('rate' in arrivals ? peakPerSecondOf(arrivals) > 0 : true);

/**
 * Refuses arrivals that never come, and users who ask again before any time has passed.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkArrivals(view: ModelView, remarks: Remarks): void {
  const { arrivals: all, run } = view.model;
  if (!all.some(sends)) {
    remarks.refuse(['arrivals'], 'only arrivals with the rate 0', 'at least one entry that sends requests');
  }
  const times = new ServiceTimes(view);
  for (const [at, arrivals] of all.entries()) {
    const { from, until } = arrivals;
    const path = ['arrivals', at];
    if (until !== undefined && until <= from) {
      const found = `an end at ${formatDuration(until)} of what begins at ${formatDuration(from)}`;
      remarks.refuse([...path, 'until'], found, 'a time after "from"');
    }
    if (from >= run.for) {
      const about = `they begin at ${formatDuration(from)}, and the run ends at ${formatDuration(run.for)}`;
      remarks.warn([...path, 'from'], about, 'let them begin earlier, or give "run" a longer "for"');
    }
    if ('users' in arrivals && meanOf(arrivals.think) === 0 && times.answerMs(arrivals.operation) === 0) {
      const found = `users without a pause who ask ${arrivals.operation}, which takes no time`;
      remarks.refuse([...path, 'think'], found, 'a "think" above 0, or an operation that takes time');
    }
    const requests = (peakPerSecondOf(arrivals) * (Math.min(until ?? Infinity, run.for) - from)) / 1_000;
    if (requests > manyRequests) {
      const about = `up to ${requests.toExponential(1)} requests, which takes long to simulate`;
      remarks.note(path, about, 'give "run" a shorter "for", or the model a share of the load and of the instances');
    }
  }
}
