import { z } from 'zod';
import { amount, entriesOf, listOf, part, timeMs, text } from './lenient.ts';

/** What is read of the engine's answer about what a container uses. */
export const statsAnswer = part({
  read: timeMs,
  pids_stats: part({ current: amount }),
  cpu_stats: part({
    cpu_usage: part({ total_usage: amount }),
    throttling_data: part({ periods: amount, throttled_periods: amount, throttled_time: amount }),
  }),
  memory_stats: part({
    usage: amount,
    limit: amount,
    /** `total_inactive_file` on cgroup 1, `inactive_file` on cgroup 2; the former has the latter too, with another meaning. */
    stats: part({ total_inactive_file: amount, inactive_file: amount }),
  }),
  blkio_stats: part({ io_service_bytes_recursive: listOf(z.object({ op: text, value: z.number() })) }),
  networks: entriesOf(part({ rx_bytes: amount, tx_bytes: amount, rx_dropped: amount, tx_dropped: amount })),
});

/** A reading of what a container uses, as the engine tells it. */
export type StatsAnswer = z.output<typeof statsAnswer>;
