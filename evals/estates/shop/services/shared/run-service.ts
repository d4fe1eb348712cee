import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createLogger, logLevels, systemClock } from '../../../../../src/kernel/index.ts';
import type { Clock, Logger } from '../../../../../src/kernel/index.ts';
import { checkEnvironment, ConfigurationError, durationMs, knob } from './configuration.ts';
import type { Configuration, Knobs } from './configuration.ts';
import { addHealthRoutes } from './health.ts';
import type { ReadinessCheck } from './health.ts';
import { createServer } from './server.ts';

/** What a running service is made of, besides its main server. */
export interface ServiceParts {
  /** What it cannot work without. */
  readonly checks: readonly ReadinessCheck[];
  /** Started after the parts are made and before the main server listens. */
  start?(): Promise<void>;
  /** Called when the last request has been answered. */
  close(): Promise<void>;
}

/** What a service is given to build itself. */
export interface ServiceContext<Set extends Knobs> {
  readonly configuration: Configuration<Set>;
  /** The main server, without routes but the health routes. */
  readonly app: FastifyInstance;
  readonly clock: Clock;
  readonly log: Logger;
}

const host = '0.0.0.0';
/** EX_CONFIG of sysexits.h. */
const configurationExitCode = 78;
const readinessTimeoutMs = 1_000;
/** Below the compose file's stop_grace_period: a service that cannot drain should say so before it is killed. */
const drainLimitMs = 9_000;

const commonKnobs = {
  logLevel: knob('SHOP_LOG_LEVEL', z.enum(logLevels, `one of ${logLevels.join(', ')}`)),
  /** How long it keeps serving after it has said that it is no longer ready. */
  drainDelayMs: knob('SHOP_DRAIN_DELAY', durationMs),
};

/**
 * Runs a service until SIGTERM: checks its configuration, listens, and leaves in order (not ready, drain delay, last
 * answers, connections, telemetry).
 *
 * @param knobs - The service's own knobs.
 * @param port - Where the main server listens.
 * @param build - Adds the routes and makes what they need.
 */
export async function runService<Set extends Knobs>(
  knobs: Set,
  port: number,
  build: (context: ServiceContext<Set>) => ServiceParts,
): Promise<void> {
  const write = (line: string): void => void process.stdout.write(line);
  const nowMs = (): number => systemClock.nowMs();
  const early = createLogger('info', write, nowMs);
  process.on('uncaughtException', (thrown) => {
    if (thrown instanceof ConfigurationError)
      early.error('configuration-invalid', { detail: thrown.problems.join('\n') });
    else early.error('crashed', { detail: thrown.message, stack: thrown.stack });
    process.exit(thrown instanceof ConfigurationError ? configurationExitCode : 1);
  });

  const own = checkEnvironment({ ...commonKnobs, ...knobs }, process.env, (path) =>
    readFileSync(path, 'utf8'),
  ) as Configuration<typeof commonKnobs> & Configuration<Set>;
  const log = createLogger(own.logLevel, write, nowMs);
  const app = createServer(log);
  const parts = build({ configuration: own, app, clock: systemClock, log });

  let draining = false;
  addHealthRoutes(app, {
    checks: parts.checks,
    clock: systemClock,
    timeoutMs: readinessTimeoutMs,
    isDraining: () => draining,
  });

  const leave = async (signal: string): Promise<void> => {
    if (draining) return;
    draining = true;
    log.info('draining', { signal });
    setTimeout(() => {
      log.error('drain-incomplete', { limitMs: drainLimitMs });
      process.exit(1);
    }, drainLimitMs).unref();
    await systemClock.sleep(own.drainDelayMs);
    await app.close();
    await parts.close();
    log.info('stopped');
    // The process now ends by itself, and the telemetry that is loaded before it sends what it still holds.
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void leave(signal));

  await parts.start?.();
  await app.listen({ host, port });
  log.info('listening', { port, version: process.env['SERVICE_VERSION'] });
}
