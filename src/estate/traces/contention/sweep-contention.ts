import { compareText } from '../../../kernel/index.ts';
import { standing } from '../call-ends.ts';
import type { SampleCompany } from '../plan-data.ts';
import type { OperationTally } from '../tallied.ts';
import { ContentionTally } from './contention-tally.ts';
import type { ContentionData } from './contention-data.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { sweepInstance } from './sweep-instance.ts';
import type { Company } from './sweep-instance.ts';

/** What the log of a window tells of its operations. */
export interface Contention {
  /** Of an operation, itself having become part of no other. */
  readonly of: (operation: OperationTally) => ContentionData | undefined;
  /** Of one request of an operation, by its priority; undefined where its stretch of time was not kept, or too many were there at once. */
  readonly companyOf: (operation: OperationTally, priority: number) => SampleCompany | undefined;
}

interface OfOperation {
  readonly tally: ContentionTally;
  readonly byPriority: Map<number, Company>;
  /** Requests whose span stands for others too, and those that tell nothing of it are not among them. */
  isSampled: boolean;
}

/**
 * Sweeps over all that a log has kept.
 *
 * @param log - Of one window; it is left as it is.
 * @param isSamplingKnown - Whether the spans of the window tell how they were sampled.
 */
export function sweepContention(log: RequestLog, isSamplingKnown: boolean): Contention {
  // Sums of the same numbers in another order are other numbers: the order in which spans came must not tell.
  const inOrder = log.requests.toSorted(
    (left, right) =>
      compareText(left.instance, right.instance) || left.startMs - right.startMs || left.priority - right.priority,
  );
  const byInstance = Map.groupBy(inOrder, ({ instance }) => instance);
  const found = new Map<OperationTally, OfOperation>();
  const samples = new Map<OperationTally, ReadonlySet<number>>();
  const isSample = (operation: OperationTally, priority: number): boolean => {
    const known =
      samples.get(operation) ?? new Set(operation.plans.plans.flatMap(({ reservoir }) => [...reservoir.priorities]));
    samples.set(operation, known);
    return known.has(priority);
  };
  const take = ({ operation, priority, weight }: LoggedRequest, company: Company): void => {
    const kept = standing(operation);
    const of = found.get(kept) ?? { tally: new ContentionTally(), byPriority: new Map(), isSampled: false };
    found.set(kept, of);
    of.tally.add(company);
    // Only of those that are samples of a plan will anybody ask.
    if (company.beyond.ms === 0 && isSample(operation, priority)) of.byPriority.set(priority, company);
    if (weight > 1) of.isSampled = true;
  };
  for (const requests of byInstance.values()) {
    sweepInstance(requests, (company, index) => {
      const request = requests[index] as LoggedRequest;
      if (log.covers(request.startMs, request.endMs)) take(request, company);
    });
  }
  return {
    of: (operation) => {
      const of = found.get(operation);
      const isComplete = isSamplingKnown ? !of?.isSampled : of?.isSampled === true ? false : undefined;
      return of?.tally.toData(log.keptRatio, isComplete);
    },
    companyOf: (operation, priority) => {
      const company = found.get(operation)?.byPriority.get(priority);
      if (company === undefined) return undefined;
      const { inFlight, runnable, atOnceMs } = company;
      return { inFlight, runnable, atOnceMs };
    },
  };
}
