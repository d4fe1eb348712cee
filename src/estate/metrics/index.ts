/** From metrics that processes send to what they tell of an estate; nothing here may keep every point. */
export { MetricWindow } from './metric-window.ts';
export type { MetricSummary } from './metric-window.ts';
