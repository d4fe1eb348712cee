import type { Logger } from '../kernel/index.ts';

/** The slice of DBOS's logger that it calls. */
export interface EngineLog {
  info(entry: unknown): void;
  debug(entry: unknown): void;
  warn(entry: unknown): void;
  error(entry: unknown, metadata?: { readonly stack?: string }): void;
}

const textOf = (entry: unknown): string => (typeof entry === 'string' ? entry : JSON.stringify(entry));

/**
 * Leads what DBOS says into our log, so that nothing of it reaches the terminal. Its `info` tells of every launch and
 * recovery: for us that is `debug`.
 *
 * @param log - Our log.
 */
export function createEngineLog(log: Logger): EngineLog {
  return {
    info: (entry) => log.debug(`durable engine: ${textOf(entry)}`),
    debug: (entry) => log.debug(`durable engine: ${textOf(entry)}`),
    warn: (entry) => log.warn(`durable engine: ${textOf(entry)}`),
    error: (entry, metadata) => log.error(`durable engine: ${textOf(entry)}`, { stack: metadata?.stack }),
  };
}
