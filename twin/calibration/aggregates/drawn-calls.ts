import type { RandomSource } from '../../../src/kernel/index.ts';
import type { AggregatedEstate } from './aggregated-estate.ts';
import { nonNegativeFit } from './non-negative-fit.ts';

/** One edge of the call graph, as one draw has it. */
export interface DrawnCall {
  readonly caller: string;
  readonly callee: string;
  /** Calls of the callee for a request of the caller. */
  readonly perRequest: number;
  /**
   * Requests of the caller that fail for a call that fails, as windows with failures show it; `undefined` where the callee
   * failed too rarely.
   */
  readonly failuresPassedRatio: number | undefined;
}

/** Draws a call graph; made once for an estate. */
export type DrawCalls = (random: RandomSource) => readonly DrawnCall[];

/** With fewer failures of a callee, nothing is said of whether its callers fail with it. */
const fewestFailures = 10;
/** Failures of one or two windows may be an outage of everything at once. */
const fewestWindows = 3;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const failuresOf = (estate: AggregatedEstate, name: string): readonly number[] => {
  const windows = estate.components.get(name);
  return windows === undefined ? [] : windows.requests.map((requests, at) => requests * (windows.failedRatio[at] ?? 0));
};

/**
 * Follows calls per request from counts. The requests of a callee are explained by those of its callers over windows that
 * are drawn anew for each draw: as the mix of requests changes from window to window, callers are told apart as far as that
 * goes, and no further. What is found is scaled so that the requests of all windows add up. An entry other than the front
 * door makes at most one call a request.
 *
 * @param estate - With its windows.
 * @returns What draws; edges to or from a component without requests are left out.
 */
export function drawCallsOf(estate: AggregatedEstate): DrawCalls {
  const requestsOf = (name: string): readonly number[] => estate.components.get(name)?.requests ?? [];
  const edges = estate.calls.filter(
    ({ caller, callee }) => caller !== callee && sum(requestsOf(caller)) > 0 && sum(requestsOf(callee)) > 0,
  );
  const called = new Set(edges.map(({ callee }) => callee));
  const callees = [...called].map((callee) => {
    const callers = edges.filter((edge) => edge.callee === callee).map(({ caller }) => caller);
    return { callee, callers };
  });
  const failing = new Set(
    [...called].filter((name) => {
      const failures = failuresOf(estate, name);
      return sum(failures) >= fewestFailures && failures.filter((count) => count > 0).length >= fewestWindows;
    }),
  );
  const windowCount = requestsOf(estate.frontDoor).length;

  return (random) => {
    const rows = Array.from({ length: windowCount }, () => Math.floor(random.uniform() * windowCount));
    const passed = new Map<string, number>();
    for (const caller of new Set(edges.map((edge) => edge.caller))) {
      const suspects = edges.filter((edge) => edge.caller === caller && failing.has(edge.callee));
      const columns = [requestsOf(caller), ...suspects.map(({ callee }) => failuresOf(estate, callee))];
      const found = nonNegativeFit(columns, failuresOf(estate, caller), rows, [1, ...suspects.map(() => 1)]);
      suspects.forEach(({ callee }, index) => passed.set(JSON.stringify([caller, callee]), found[index + 1] ?? 0));
    }
    return callees.flatMap(({ callee, callers }) => {
      const most = callers.map((caller) => (caller === estate.frontDoor || called.has(caller) ? Infinity : 1));
      const found = nonNegativeFit(callers.map(requestsOf), requestsOf(callee), rows, most);
      const timesCalled = (index: number): number => (found[index] ?? 0) * sum(requestsOf(callers[index] ?? ''));
      const isFree = (index: number): boolean => most[index] !== 1;
      const all = [...callers.keys()];
      const free = all.filter(isFree);
      const left = sum(requestsOf(callee)) - sum(all.filter((index) => !isFree(index)).map(timesCalled));
      const explained = sum(free.map(timesCalled));
      const scaled = (index: number): number => {
        if (!isFree(index)) return found[index] ?? 0;
        const share = explained === 0 ? 1 / free.length : timesCalled(index) / explained;
        return (Math.max(0, left) * share) / sum(requestsOf(callers[index] ?? ''));
      };
      return callers.map((caller, index) => {
        const perRequest = scaled(index);
        // A failure is counted at the callee whoever called; only a share of the calls is this caller's.
        const share = (perRequest * sum(requestsOf(caller))) / sum(requestsOf(callee));
        const slope = passed.get(JSON.stringify([caller, callee]));
        return {
          caller,
          callee,
          perRequest,
          failuresPassedRatio: slope === undefined || share === 0 ? undefined : Math.min(1, slope / share),
        };
      });
    });
  };
}
