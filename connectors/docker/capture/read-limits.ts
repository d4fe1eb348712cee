import { compareText } from '../../../src/kernel/index.ts';
import type { BlockRate, ContainerLimits } from './container-bounds.ts';
import type { HostAnswer } from './container-answer.ts';
import { bounded } from './lenient.ts';

/** The kernel's own period where a quota is given without one, in microseconds. */
const usualPeriodUs = 100_000;

function blockRates(host: HostAnswer): readonly BlockRate[] {
  const bytes = (direction: BlockRate['direction'], limits: HostAnswer['BlkioDeviceReadBps']) =>
    limits.map(({ Path, Rate }): BlockRate => ({ device: bounded(Path), direction, bytesPerSecond: Rate }));
  const operations = (direction: BlockRate['direction'], limits: HostAnswer['BlkioDeviceReadIOps']) =>
    limits.map(({ Path, Rate }): BlockRate => ({ device: bounded(Path), direction, operationsPerSecond: Rate }));
  return [
    ...bytes('read', host.BlkioDeviceReadBps),
    ...bytes('write', host.BlkioDeviceWriteBps),
    ...operations('read', host.BlkioDeviceReadIOps),
    ...operations('write', host.BlkioDeviceWriteIOps),
  ].toSorted((left, right) => compareText(left.device, right.device));
}

/**
 * What a container may use.
 *
 * @param host - The host's side of the engine's answer.
 */
export function containerLimits(host: HostAnswer): ContainerLimits {
  const { NanoCpus: nanoCores, CpuQuota: quotaUs } = host;
  const periodUs = host.CpuPeriod ?? (quotaUs === undefined ? undefined : usualPeriodUs);
  const fromQuota = quotaUs === undefined || periodUs === undefined ? undefined : quotaUs / periodUs;
  return {
    cpuCores: nanoCores === undefined ? fromQuota : nanoCores / 1e9,
    cpuQuotaMs: quotaUs === undefined ? undefined : quotaUs / 1e3,
    cpuPeriodMs: periodUs === undefined ? undefined : periodUs / 1e3,
    cpuset: host.CpusetCpus,
    cpuShares: host.CpuShares,
    memoryBytes: host.Memory,
    memoryReservationBytes: host.MemoryReservation,
    memoryAndSwapBytes: host.MemorySwap === 0 ? undefined : host.MemorySwap,
    sharedMemoryBytes: host.ShmSize,
    pids: host.PidsLimit,
    ulimits: host.Ulimits.map(({ Name, Soft, Hard }) => ({ name: bounded(Name), soft: Soft, hard: Hard })).toSorted(
      (left, right) => compareText(left.name, right.name),
    ),
    blockWeight: host.BlkioWeight,
    blockRates: blockRates(host),
    oomKillDisabled: host.OomKillDisable,
    oomScoreAdjustment: host.OomScoreAdj === 0 ? undefined : host.OomScoreAdj,
  };
}
