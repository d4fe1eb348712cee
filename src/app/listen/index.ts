/** Receiving telemetry and freezing what it tells; nothing here may keep a span. */
export { listenVerb } from './listen-verb.ts';
export { TelemetryWindow } from './telemetry-window.ts';
