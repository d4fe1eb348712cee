import { z } from 'zod';
import { entriesOf, listOf, part, requiredAmount, timeMs, text, total } from './lenient.ts';

/** What is read of the engine's answer about what a container uses. */
export const statsAnswer = part({
  read: timeMs,
  pids_stats: part({ current: total }),
  cpu_stats: part({
    cpu_usage: part({ total_usage: total }),
    throttling_data: part({ periods: total, throttled_periods: total, throttled_time: total }),
  }),
  memory_stats: part({
    usage: total,
    limit: total,
    /** `total_inactive_file` on cgroup 1, `inactive_file` on cgroup 2; the former has the latter too, with another meaning. */
    stats: part({ total_inactive_file: total, inactive_file: total }),
  }),
  blkio_stats: part({ io_service_bytes_recursive: listOf(z.object({ op: text, value: requiredAmount.min(0) })) }),
  networks: entriesOf(part({ rx_bytes: total, tx_bytes: total, rx_dropped: total, tx_dropped: total })),
});

/** A reading of what a container uses, as the engine tells it. */
export type StatsAnswer = z.output<typeof statsAnswer>;
