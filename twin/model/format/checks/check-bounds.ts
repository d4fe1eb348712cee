import { formatDuration } from '../../../../src/kernel/index.ts';
import type { CountOrShare } from '../../../../src/kernel/index.ts';
import type { ComponentModel } from '../component.ts';
import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';

/** The least quota that the kernel takes for a period (`min_bw_runtime` of kernel/sched). */
const leastQuotaMs = 1;

type Check = (component: ComponentModel, path: ModelPath, remarks: Remarks) => void;

const checkCpu: Check = ({ cpu }, path, remarks) => {
  const { limit, period, cores, scheduling } = cpu;
  if (limit === undefined) return;
  if (scheduling === 'fcfs') {
    const about = 'under a limit requests share the processors all the same';
    remarks.warn([...path, 'cpu', 'scheduling'], about, 'leave it out, or the limit');
  }
  const quotaMs = limit * period;
  if (quotaMs < leastQuotaMs) {
    const found = `a limit of ${limit} cores, which is ${Number(quotaMs.toFixed(4))} ms of each period of ${period} ms`;
    remarks.refuse(
      [...path, 'cpu', 'limit'],
      found,
      'at least 1 ms of work in a period: a higher limit or a longer period',
    );
  } else if (cores !== undefined && limit >= cores) {
    const about = `a limit of ${limit} cores never holds what has ${cores}`;
    remarks.warn([...path, 'cpu', 'limit'], about, 'leave it out, or give the instance more cores than its limit');
  }
};

const checkMemory: Check = ({ memory }, path, remarks) => {
  if (memory?.limit === undefined || memory.base <= memory.limit) return;
  const found = `${memory.base} bytes at rest, above the limit of ${memory.limit}`;
  remarks.refuse([...path, 'memory', 'base'], found, 'at most the limit: such an instance is killed at its start');
};

const checkAutoscaler: Check = ({ autoscaler, replicas, cpu, reserves }, path, remarks) => {
  if (autoscaler === undefined) return;
  const { min, max, cpu: wantedCpu, inFlight } = autoscaler;
  const at = [...path, 'autoscaler'];
  if (replicas < min || replicas > max) {
    remarks.refuse(
      [...path, 'replicas'],
      `${replicas} replicas`,
      `from ${min} to ${max}, as the autoscaler keeps them`,
    );
  }
  if (wantedCpu === undefined && inFlight === undefined) {
    remarks.refuse(at, 'an autoscaler that looks at nothing', 'a "cpu" or an "inFlight" that is wanted');
  }
  if (wantedCpu !== undefined && cpu.cores === undefined && cpu.limit === undefined && reserves.cpu === 0) {
    const found = 'a wanted share of cores that are not bounded';
    remarks.refuse([...at, 'cpu'], found, 'a component with "cpu": {"cores"} or "reserves": {"cpu"}');
  }
};

const isNone = (bound: CountOrShare): boolean => ('count' in bound ? bound.count : bound.share) === 0;

const checkRollout: Check = ({ rollout }, path, remarks) => {
  // A share that comes to nothing by rounding is none of this: one may be lacking then, see `rolloutBounds`.
  if (rollout.strategy !== 'rolling' || !isNone(rollout.maxSurge) || !isNone(rollout.maxUnavailable)) return;
  const found = 'a rolling update that may neither add an instance nor take one away';
  remarks.refuse([...path, 'rollout'], found, 'a "maxSurge" or a "maxUnavailable" above 0');
};

const checkTimes: Check = ({ shutdown, probes }, path, remarks) => {
  if (shutdown.preStop > shutdown.grace) {
    const about = `it serves on for ${formatDuration(shutdown.preStop)}, but is killed after ${formatDuration(shutdown.grace)}`;
    remarks.warn(
      [...path, 'shutdown', 'preStop'],
      about,
      'a "grace" above "preStop", with time to finish what is there',
    );
  }
  for (const [kind, probe] of Object.entries(probes)) {
    if (probe === undefined || probe.timeout <= probe.every) continue;
    const about = `a ${kind} probe may take longer (${formatDuration(probe.timeout)}) than until the next (${formatDuration(probe.every)})`;
    remarks.warn([...path, 'probes', kind, 'timeout'], about, 'a "timeout" of at most "every"');
  }
};

const checkPlacement: Check = ({ placement, replicas }, path, remarks) => {
  if (placement.length <= replicas) return;
  const found = `places for ${placement.length} instances of ${replicas}`;
  remarks.refuse([...path, 'placement'], found, 'at most one node for each of "replicas"');
};

const checks: readonly Check[] = [checkCpu, checkMemory, checkAutoscaler, checkRollout, checkTimes, checkPlacement];

/** How much of the nodes is reserved by all instances at the start. */
function checkNodes({ model }: ModelView, remarks: Remarks): void {
  const nodes = Object.values(model.nodes);
  if (nodes.length === 0) return;
  for (const kind of ['cpu', 'memory'] as const) {
    const room = nodes.reduce((sum, node) => sum + ((kind === 'cpu' ? node.cores : node.memory) ?? Infinity), 0);
    const needed = Object.values(model.components).reduce((sum, each) => sum + each.replicas * each.reserves[kind], 0);
    if (needed <= room) continue;
    const unit = kind === 'cpu' ? 'cores' : 'bytes';
    const about = `instances reserve ${needed} ${unit}, and all nodes have ${room}: some find no place`;
    remarks.warn(['nodes'], about, 'larger or more nodes, or smaller "reserves"');
  }
}

/**
 * Refuses bounds that contradict each other or could never be kept.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkBounds(view: ModelView, remarks: Remarks): void {
  const { model } = view;
  for (const [name, component] of Object.entries(model.components)) {
    for (const check of checks) check(component, ['components', name], remarks);
  }
  checkNodes(view, remarks);
  for (const [name, { holds, most }] of Object.entries(model.queues)) {
    if (holds > most) remarks.refuse(['queues', name, 'holds'], `${holds} messages`, `at most ${most}, which it holds`);
  }
  for (const [at, { p50, p95, p99, errors }] of model.objectives.entries()) {
    if ([p50, p95, p99, errors].some((each) => each !== undefined)) continue;
    remarks.refuse(['objectives', at], 'an objective that asks for nothing', 'a "p50", "p95", "p99" or "errors"');
  }
  const { warmUp, for: forMs } = model.run;
  if (warmUp >= forMs) {
    const found = `a warm-up of ${formatDuration(warmUp)} in a run of ${formatDuration(forMs)}`;
    remarks.refuse(['run', 'warmUp'], found, 'a warm-up that ends before the run');
  }
}
