/** Words and values that all share; nothing here may read or write anything outside the process but the clock. */
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { durationMsSchema, formatDuration, parseDurationMs } from './duration.ts';
export {
  asRegisteredError,
  errorRegistry,
  exitCodeOfCategory,
  interruptedExitCode,
  RegisteredError,
} from './error-registry.ts';
export type { ComposeProblem, ConfigProblem, ErrorCategory, ErrorCode, ErrorDetails } from './error-registry.ts';
export { createLogger, logLevels } from './log.ts';
export type { LogFields, Logger, LogLevel } from './log.ts';
export { createRandom } from './random.ts';
export type { RandomSource } from './random.ts';
