import { diagnose, requestsSince, touches } from '../../twin/diagnosis/index.ts';
import type { Diagnosis, MetricEvidence, RecordedRequest } from '../../twin/diagnosis/index.ts';
import type { FaultCase } from './fault-case.ts';
import type { Recording } from './recordings.ts';
import { selfTimeRanking } from './self-time-ranking.ts';

/** What came out for one case. */
export interface CaseOutcome {
  readonly faultCase: FaultCase;
  readonly diagnosis: Diagnosis;
  /** Where the component that the fault was injected into stands among components, from 1; `undefined` where it does not. */
  readonly componentRank: number | undefined;
  /** Where the first place stands, component or edge, that is the component or touches it. */
  readonly placeRank: number | undefined;
  /** Where self time ranks it. */
  readonly selfTimeRank: number | undefined;
}

/** Recordings of another day have another level; of the same day fewer than these are no measure of it. */
const fewestOfDay = 3;

/** Recordings of other times, of the same system: of the same day where there are enough of them. */
function othersOf({ system, day, traceFile }: FaultCase, recordings: readonly Recording[]): readonly Recording[] {
  const others = recordings.filter((recording) => recording.system === system && recording.file !== traceFile);
  const ofDay = others.filter((recording) => recording.day === day);
  return ofDay.length < fewestOfDay ? others : ofDay;
}

/** Fault-free minutes of the system; all of its others where there is none. */
function faultFreeOf({ system, traceFile }: FaultCase, recordings: readonly Recording[]): readonly RecordedRequest[] {
  const others = recordings.filter((recording) => recording.system === system && recording.file !== traceFile);
  const faultFree = others.filter(({ isFaultFree }) => isFaultFree);
  return (faultFree.length > 0 ? faultFree : others).flatMap(({ requests }) => requests);
}

const rankOf = <Item>(items: readonly Item[], isRight: (item: Item) => boolean): number | undefined => {
  const at = items.findIndex(isRight);
  return at < 0 ? undefined : at + 1;
};

/**
 * Diagnoses one case, without its label, and ranks the label in what came out.
 *
 * @param faultCase - The case; when it began and which minute was recorded is told to the diagnosis, where it was is not.
 * @param recordings - All of the folder.
 * @param metrics - Of the day.
 * @param othersSinceMs - When other faults began in the system.
 */
export function runCase(
  faultCase: FaultCase,
  recordings: readonly Recording[],
  metrics: MetricEvidence,
  othersSinceMs: readonly number[],
): CaseOutcome {
  const { traceFile, sinceMs, component } = faultCase;
  const requests = recordings.find(({ file }) => file === traceFile)?.requests ?? [];
  const others = othersOf(faultCase, recordings).map((recording) => recording.requests);
  const diagnosis = diagnose({ requests, others, sinceMs, othersSinceMs, metrics });
  const suspects = diagnosis.answer === undefined ? [] : diagnosis.suspects;
  return {
    faultCase,
    diagnosis,
    componentRank: rankOf(
      suspects.filter(({ place }) => place.callee === undefined),
      ({ place }) => place.component === component,
    ),
    placeRank: rankOf(suspects, ({ place }) => touches(place, component)),
    selfTimeRank: rankOf(
      selfTimeRanking(requestsSince(requests, sinceMs), faultFreeOf(faultCase, recordings)),
      (name) => name === component,
    ),
  };
}
