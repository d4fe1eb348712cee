import { describe, expect, it } from '@jest/globals';
import { containerStats } from './read-stats.ts';

const reading = (read: string, cpuNs: number, over: object = {}) => ({
  read,
  cpu_stats: {
    cpu_usage: { total_usage: cpuNs },
    throttling_data: { periods: cpuNs / 1e8, throttled_periods: cpuNs / 4e8, throttled_time: cpuNs / 2 },
  },
  memory_stats: { usage: 1000, limit: 5000, stats: { total_inactive_file: 400, inactive_file: 1 } },
  blkio_stats: {
    io_service_bytes_recursive: [
      { op: 'Read', value: cpuNs / 1e6 },
      { op: 'read', value: 5 },
      { op: 'Write', value: 7 },
    ],
  },
  networks: { eth0: { rx_bytes: cpuNs / 1e6, tx_bytes: 10 }, eth1: { rx_bytes: 1, tx_bytes: 20 } },
  ...over,
});

describe('containerStats', () => {
  it('gives rates between two readings', () => {
    const stats = containerStats(reading('2026-01-01T00:00:02Z', 3e9), reading('2026-01-01T00:00:00Z', 1e9));
    expect(stats).toMatchObject({
      intervalMs: 2_000,
      cpuSecondsTotal: 3,
      cpuCores: 1,
      cpuThrottledRatio: 0.25,
      networkReceivedBytesTotal: 3_001,
      networkReceivedBytesPerSecond: 1_000,
      networkSentBytesPerSecond: 0,
      blockReadBytesTotal: 3_005,
      blockReadBytesPerSecond: 1_000,
      blockWrittenBytesTotal: 7,
    });
  });

  it('counts memory without the cache, by the tree’s total where there is one', () => {
    expect(containerStats(reading('2026-01-01T00:00:02Z', 1), undefined)).toMatchObject({
      memoryBytes: 600,
      memoryCacheBytes: 400,
      memoryLimitBytes: 5_000,
    });
    const second = reading('2026-01-01T00:00:02Z', 1, { memory_stats: { usage: 10, stats: { inactive_file: 4 } } });
    expect(containerStats(second, undefined)).toMatchObject({ memoryBytes: 6, memoryLimitBytes: undefined });
  });

  it('gives no rate from one reading, across a restart, or where the clock stood', () => {
    const now = reading('2026-01-01T00:00:02Z', 1e9);
    expect(containerStats(now, undefined)).toMatchObject({ intervalMs: undefined, cpuCores: undefined });
    expect(containerStats(now, reading('2026-01-01T00:00:00Z', 2e9))?.cpuCores).toBeUndefined();
    expect(containerStats(now, now)?.cpuCores).toBeUndefined();
  });

  it('takes for absent what no counter can be: below zero, or beyond all that is counted', () => {
    const entry = (op: string, value: number) => ({ op, value });
    const odd = reading('2026-01-01T00:00:02Z', -1, {
      blkio_stats: {
        io_service_bytes_recursive: [
          entry('read', 1.7e308),
          entry('read', 1.7e308),
          entry('read', -5),
          entry('read', 3),
        ],
      },
      networks: { eth0: { rx_bytes: 1.7e308, tx_bytes: -10 }, eth1: { rx_bytes: 1.7e308, tx_bytes: 20 } },
      memory_stats: { usage: 10, limit: -1, stats: { inactive_file: -1e9 } },
    });
    expect(containerStats(odd, undefined)).toMatchObject({
      cpuSecondsTotal: undefined,
      cpuPeriodsTotal: undefined,
      blockReadBytesTotal: 3,
      networkReceivedBytesTotal: undefined,
      networkSentBytesTotal: 20,
      memoryBytes: 10,
      memoryCacheBytes: undefined,
      memoryLimitBytes: undefined,
    });
  });

  it('is nothing for a container that does not run', () => {
    expect(containerStats({ read: '0001-01-01T00:00:00Z' }, undefined)).toBeUndefined();
    expect(containerStats(undefined, undefined)).toBeUndefined();
  });
});
