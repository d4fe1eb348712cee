import { compareText } from '../../../kernel/index.ts';
import { standing } from '../call-ends.ts';
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
  /** Of one request of an operation, by its priority; undefined where its stretch of time was not kept. */
  readonly companyOf: (operation: OperationTally, priority: number) => Company | undefined;
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
  const take = ({ operation, priority, weight }: LoggedRequest, company: Company): void => {
    const kept = standing(operation);
    const of = found.get(kept) ?? { tally: new ContentionTally(), byPriority: new Map(), isSampled: false };
    found.set(kept, of);
    of.tally.add(company);
    of.byPriority.set(priority, company);
    if (weight > 1) of.isSampled = true;
  };
  for (const requests of byInstance.values()) {
    const company = sweepInstance(requests);
    requests.forEach((request, index) => {
      if (log.covers(request.startMs, request.endMs)) take(request, company[index] as Company);
    });
  }
  return {
    of: (operation) => {
      const of = found.get(operation);
      const isComplete = isSamplingKnown ? !of?.isSampled : of?.isSampled === true ? false : undefined;
      return of?.tally.toData(log.keptRatio, isComplete);
    },
    companyOf: (operation, priority) => found.get(operation)?.byPriority.get(priority),
  };
}
