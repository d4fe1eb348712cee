import { formatDuration } from '../../kernel/index.ts';

/** Nothing was measured. */
const nothing = '–';

/**
 * A time that requests take, with the digits that matter: `0.82 ms`, `25.3 ms`, `1.2 s`.
 *
 * @param ms - Null where nothing was measured.
 */
export function latencyText(ms: number | null): string {
  if (ms === null) return nothing;
  if (ms < 9.995) return `${ms.toFixed(2)} ms`;
  return ms < 99.95 ? `${ms.toFixed(1)} ms` : formatDuration(ms);
}

/**
 * A share as a percentage: `0.02 %`, `63 %`.
 *
 * @param ratio - Null where nothing was measured.
 */
export function shareText(ratio: number | null): string {
  if (ratio === null) return nothing;
  const percent = ratio * 100;
  if (percent === 0) return '0 %';
  if (percent < 0.01) return '< 0.01 %';
  return `${percent < 9.995 ? Number(percent.toFixed(2)) : Math.round(percent)} %`;
}

/**
 * A mean number of things, or a rate: `0.43`, `12.5`, `1,204`.
 *
 * @param amount - Null where nothing was measured.
 */
export function amountText(amount: number | null): string {
  if (amount === null) return nothing;
  return amount < 99.95
    ? String(Number(amount.toFixed(amount < 9.995 ? 2 : 1)))
    : Math.round(amount).toLocaleString('en');
}

/**
 * Memory: `512 MiB`.
 *
 * @param bytes - Null where nothing was measured.
 */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return nothing;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${amountText(bytes / 1_024 ** step)} ${units[step] ?? ''}`;
}
