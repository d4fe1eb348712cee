/** What the shop's services share; it knows nothing of what any of them is for. */
export { createConcurrencyLimit } from './concurrency-limit.ts';
export type { ConcurrencyLimit, ConcurrencyLimitOptions } from './concurrency-limit.ts';
export {
  checkEnvironment,
  ConfigurationError,
  durationMs,
  httpUrl,
  knob,
  nonNegative,
  ratio,
  secret,
  text,
  wholeNumber,
} from './configuration.ts';
export type { Configuration, Knob, Knobs } from './configuration.ts';
export { DependencyError } from './dependency-error.ts';
export type { DependencyFailure } from './dependency-error.ts';
export { createHttpClient } from './http-client.ts';
export type { HttpClient } from './http-client.ts';
export { createPeerClients, instanceRandom } from './peer-clients.ts';
export { HttpProblem } from './http-problem.ts';
export type { ReadinessCheck } from './health.ts';
export { backoffDelayMs, withRetries } from './retry.ts';
export type { RetryPolicy } from './retry.ts';
export { runService } from './run-service.ts';
export type { ServiceContext, ServiceParts } from './run-service.ts';
export { TimeoutError, withTimeLimit } from './time-limit.ts';
export { createServer } from './server.ts';
