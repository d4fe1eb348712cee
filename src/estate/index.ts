/** What is known of the real system, and how it is known; nothing here may reach the system itself. */
export { LiveSignals } from './live-signals.ts';
export type { LiveSignal, LiveSignalsOptions } from './live-signals.ts';
