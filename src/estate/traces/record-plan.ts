import { mix32 } from './span-key.ts';
import { PlanTally } from './plan-tree.ts';
import type { PlannedBlock } from './plan-tree.ts';
import { standing } from './call-ends.ts';
import type { EdgeTally } from './edge-tally.ts';
import type { RequestLog } from './contention/index.ts';
import type { OperationTally } from './tallied.ts';
import type { TraceNode } from './trace-node.ts';
import type { TraceLimits } from './limits.ts';

/** Tells where the calls begin that nobody waits for. Blocks of more than one call begin with minus their size. */
const detachedToken = -1;

/** Scratch of one request at a time. */
const waited: TraceNode[] = [];
const detached: TraceNode[] = [];
const tokens: number[] = [];
/** Index into `waited` where each block begins. */
const blockStarts: number[] = [];
const segmentsMs: number[] = [];
const atOnce: number[] = [];

/** What of a server's span may lie behind its caller's end by the difference of two clocks, as a share of it. */
const clockTolerance = 0.1;

/**
 * By how much a call may seem to end after its request although the request waited for it: start and duration are each cut
 * to the resolution of what wrote them, whole milliseconds or at best microseconds, and a millisecond of our time in 64 bits
 * is known to a quarter of a microsecond.
 */
function resolutionMs(call: TraceNode, owner: TraceNode): number {
  const isWhole = [call.startMs, call.endMs, owner.startMs, owner.endMs].every(Number.isInteger);
  return isWhole ? 2 : 0.0025;
}

/** Whether the request did not wait for a call: a message, or one that outlived it. */
function isDetached(call: TraceNode, owner: TraceNode): boolean {
  if (call.kind === 'producer' || call.kind === 'consumer' || call.described?.protocol === 'messaging') {
    return call.kind !== 'client';
  }
  if (call.startMs >= owner.endMs && owner.durationMs > 0) return true;
  const overhangMs = call.endMs - owner.endMs;
  if (overhangMs <= 0 || overhangMs <= resolutionMs(call, owner)) return false;
  // A client's half runs on the clock of its request, a server's on its own.
  return call.role === 'exit' || overhangMs > call.durationMs * clockTolerance;
}

function byEdge(left: TraceNode, right: TraceNode): number {
  return (left.edge?.index ?? 0) - (right.edge?.index ?? 0);
}

/** The most of some calls, sorted by start, that were under way at once; one that ends as another starts is over. */
function mostAtOnce(from: number, to: number): number {
  atOnce.length = 0;
  let most = 0;
  for (let at = from; at < to; at += 1) {
    const { startMs, endMs } = waited[at] as TraceNode;
    for (let over = atOnce.length - 1; over >= 0; over -= 1) {
      if ((atOnce[over] as number) <= startMs) atOnce.splice(over, 1);
    }
    atOnce.push(endMs);
    most = Math.max(most, atOnce.length);
  }
  return most;
}

/** Counts a call that followed a failed one to the same callee as a retry. */
function recordRetries(): void {
  for (let at = 1; at < waited.length; at += 1) {
    const call = waited[at] as TraceNode;
    for (let before = at - 1; before >= 0 && before >= at - 8; before -= 1) {
      const earlier = waited[before] as TraceNode;
      if (earlier.edge !== call.edge && earlier.described !== call.described) continue;
      const isCutOff = earlier.answer !== undefined && earlier.answer.durationMs > earlier.durationMs;
      if ((earlier.isError || isCutOff) && earlier.endMs <= call.startMs && call.edge !== undefined) {
        call.edge.retries += 1;
        call.edge.retryGap.add(call.startMs - earlier.endMs, call.weight);
      }
      break;
    }
  }
}

/**
 * Cuts a request into what it did itself and what it waited for: `segmentsMs` becomes own, block, own, block, ..., own.
 * What lies outside of the request is cut off.
 */
function segment(owner: TraceNode): number {
  blockStarts.length = 0;
  segmentsMs.length = 0;
  let selfMs = 0;
  let overMs = owner.startMs;
  let blockStartMs = owner.startMs;
  for (let at = 0; at < waited.length; at += 1) {
    const call = waited[at] as TraceNode;
    const startMs = Math.min(Math.max(call.startMs, owner.startMs), owner.endMs);
    // A call that starts as the block ends follows it.
    if (at === 0 || startMs >= overMs) {
      if (at > 0) segmentsMs.push(overMs - blockStartMs);
      blockStarts.push(at);
      segmentsMs.push(startMs - overMs);
      selfMs += startMs - overMs;
      blockStartMs = startMs;
    }
    overMs = Math.max(overMs, Math.min(call.endMs, owner.endMs), startMs);
  }
  if (waited.length > 0) segmentsMs.push(overMs - blockStartMs);
  const lastMs = Math.max(0, owner.endMs - overMs);
  segmentsMs.push(lastMs);
  return selfMs + lastMs;
}

function writeTokens(): void {
  tokens.length = 0;
  for (let block = 0; block < blockStarts.length; block += 1) {
    const from = blockStarts[block] as number;
    const to = blockStarts[block + 1] ?? waited.length;
    if (to - from === 1) {
      tokens.push(waited[from]?.edge?.index ?? 0);
      continue;
    }
    tokens.push(from - to);
    const members = waited.slice(from, to).sort(byEdge);
    for (const { edge } of members) tokens.push(edge?.index ?? 0);
  }
  if (detached.length === 0) return;
  detached.sort(byEdge);
  tokens.push(detachedToken);
  for (const { edge } of detached) tokens.push(edge?.index ?? 0);
}

function edgesOf(nodes: readonly TraceNode[]): readonly EdgeTally[] {
  return nodes.flatMap(({ edge }) => edge ?? []);
}

function makePlan(samples: number): PlanTally {
  const blocks: PlannedBlock[] = blockStarts.map((from, block) => ({
    calls: edgesOf(waited.slice(from, blockStarts[block + 1] ?? waited.length).sort(byEdge)),
    mostAtOnce: 1,
  }));
  return new PlanTally(blocks, edgesOf(detached), samples);
}

/** To the microsecond, which keeps a sample short in JSON. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** Notes when a request was in its component itself, as `segmentsMs` has it: every second one is own time. */
function logRequest(request: TraceNode, operation: OperationTally, priority: number, log: RequestLog): void {
  const { process, startMs, endMs, weight } = request;
  if (process === undefined || !log.wants(startMs, endMs)) return;
  const ownMs: number[] = [];
  let atMs = startMs;
  segmentsMs.forEach((passedMs, place) => {
    if (place % 2 === 0 && passedMs > 0) ownMs.push(atMs, atMs + passedMs);
    atMs += passedMs;
  });
  const instance = `${process.component}\0${process.instance}`;
  log.keep({ operation, instance, startMs, endMs, ownMs, priority, weight });
}

/** What of a window the plan of a request is counted in. */
interface RecordedIn {
  readonly limits: TraceLimits;
  readonly log: RequestLog;
}

/**
 * Counts how a request spent its time: by itself, and in which calls, one after the other or at once.
 *
 * @param request - An entry span, with its calls in order of time.
 * @param window - Where it is counted.
 * @param salt - Of the trace and the seed: which requests are sampled.
 */
export function recordPlan(request: TraceNode, { limits, log }: RecordedIn, salt: number): void {
  if (request.operation === undefined) return;
  const operation = standing(request.operation);
  waited.length = 0;
  detached.length = 0;
  for (let call = request.firstCall; call !== undefined; call = call.nextCall) {
    if (call.edge === undefined) continue;
    if (isDetached(call, request)) {
      call.edge.detached += 1;
      detached.push(call);
    } else waited.push(call);
  }
  recordRetries();
  operation.selfTime.add(segment(request), request.weight);
  const priority = (mix32(request.keyLow ^ salt) >>> 0) * 2 ** 21 + (mix32(request.keyHigh ^ mix32(salt)) >>> 11);
  logRequest(request, operation, priority, log);
  writeTokens();
  const plan =
    tokens.length > limits.callsOfPlan
      ? undefined
      : operation.plans.find(tokens, tokens.length, () => makePlan(limits.samplesOfPlan));
  if (plan === undefined) {
    operation.plans.otherCount += 1;
    operation.plans.otherAdjustedCount += request.weight;
    return;
  }
  plan.count += 1;
  plan.adjustedCount += request.weight;
  if (request.isError) plan.errorCount += 1;
  plan.blocks.forEach((block, at) => {
    if (block.calls.length < 2) return;
    const from = blockStarts[at] as number;
    block.mostAtOnce = Math.max(block.mostAtOnce, mostAtOnce(from, blockStarts[at + 1] ?? waited.length));
  });
  if (plan.reservoir.wants(priority)) plan.reservoir.keep(priority, segmentsMs.map(rounded));
}
