import type { GraphNode, GraphTraffic } from '../../../estate/index.ts';

/** A rate for people: `0.04/s`, `12.3/s`, `1,250/s`. */
export function rateText(perSecond: number): string {
  if (perSecond === 0) return '0/s';
  if (perSecond < 0.01) return '<0.01/s';
  const digits = perSecond < 1 ? 2 : perSecond < 100 ? 1 : 0;
  return `${perSecond.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}/s`;
}

/** A duration for people, to three digits: `0.42 ms`, `12.3 ms`, `1.25 s`. */
export function latencyText(ms: number): string {
  return ms < 1_000 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms / 1_000).toPrecision(3))} s`;
}

/** A ratio for people: `0.2 %`. */
export function ratioText(ratio: number): string {
  const percent = ratio * 100;
  return `${percent > 0 && percent < 0.1 ? '<0.1' : Number(percent.toFixed(1))} %`;
}

/** A size for people: `256 MiB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 2 ** (10 * power)).toFixed(1))} ${units[power] ?? ''}`;
}

/**
 * What passes, in one line: `12.3/s, p95 40 ms, 0.2 % errors`.
 *
 * @param traffic - Of a component or an edge.
 */
export function trafficText({ perSecond, errorRatio, p95Ms }: GraphTraffic): string {
  return [
    rateText(perSecond),
    ...(p95Ms === null ? [] : [`p95 ${latencyText(p95Ms)}`]),
    ...(errorRatio > 0 ? [`${ratioText(errorRatio)} errors`] : []),
  ].join(', ');
}

/**
 * What one instance may use: `0.5 cores, 256 MiB`; empty where nothing is limited.
 *
 * @param node - The component.
 */
export function limitsText({ cpuCores, memoryBytes }: GraphNode): string {
  return [
    ...(cpuCores === null ? [] : [`${cpuCores} ${cpuCores === 1 ? 'core' : 'cores'}`]),
    ...(memoryBytes === null ? [] : [bytesText(memoryBytes)]),
  ].join(', ');
}
