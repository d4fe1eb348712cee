/** The rules of preflight, each a question that facts and arithmetic answer; nothing here may know of another rule. */
import type { Rule } from '../rule.ts';
import { addressCaching } from './address-caching.ts';
import { brokerMemory } from './broker-memory.ts';
import { certificateExpiry } from './certificate-expiry.ts';
import { connectAtStart } from './connect-at-start.ts';
import { connectionSlots } from './connection-slots.ts';
import { cpuQuota } from './cpu-quota.ts';
import { dataVersion } from './data-version.ts';
import { disruptionBudgets } from './disruption-budgets.ts';
import { floatingTags } from './floating-tags.ts';
import { hostPorts } from './host-ports.ts';
import { idleTimeouts } from './idle-timeouts.ts';
import { imageDrift } from './image-drift.ts';
import { logSpace } from './log-space.ts';
import { lookupAmplification } from './lookup-amplification.ts';
import { memoryHeadroom } from './memory-headroom.ts';
import { namedThings } from './named-things.ts';
import { probeDepth } from './probe-depth.ts';
import { probeQueueing } from './probe-queueing.ts';
import { remainingCapacity } from './remaining-capacity.ts';
import { retryAmplification } from './retry-amplification.ts';
import { rolloutRoom } from './rollout-room.ts';
import { shutdownOrder } from './shutdown-order.ts';
import { singlePoints } from './single-points.ts';
import { startUpWindow } from './start-up-window.ts';
import { startupMigration } from './startup-migration.ts';
import { timeoutLatency } from './timeout-latency.ts';
import { timeoutOrder } from './timeout-order.ts';

/** All rules, in the order of their names. */
export const rules: readonly Rule[] = [
  addressCaching,
  brokerMemory,
  certificateExpiry,
  connectAtStart,
  connectionSlots,
  cpuQuota,
  dataVersion,
  disruptionBudgets,
  floatingTags,
  hostPorts,
  idleTimeouts,
  imageDrift,
  logSpace,
  lookupAmplification,
  memoryHeadroom,
  namedThings,
  probeDepth,
  probeQueueing,
  remainingCapacity,
  retryAmplification,
  rolloutRoom,
  shutdownOrder,
  singlePoints,
  startUpWindow,
  startupMigration,
  timeoutLatency,
  timeoutOrder,
];
