/** Words and values that all share; nothing here may read or write anything outside the process but the clock. */
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { durationMsSchema, formatDuration, parseDurationMs } from './duration.ts';
export {
  asRegisteredError,
  errorCodes,
  exampleOfError,
  exitCodeOfCategory,
  interruptedExitCode,
  RegisteredError,
} from './errors/index.ts';
export type { ComposeProblem, ConfigProblem, ErrorCategory, ErrorCode, ErrorDetails } from './errors/index.ts';
export { createLogger, logLevels } from './log.ts';
export type { LogFields, Logger, LogLevel } from './log.ts';
export { createRandom } from './random.ts';
export type { RandomSource } from './random.ts';
export { withoutCredentials } from './redact.ts';
