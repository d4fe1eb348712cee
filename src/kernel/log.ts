/** How much is written to the diagnostic log, from least to most. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** A level of the diagnostic log. */
export type LogLevel = (typeof logLevels)[number];

/** Named values that belong to a log line; never a secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The diagnostic log: for whoever looks for a fault, not for results or progress. */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

/**
 * A logger that writes one line of JSON an entry.
 *
 * @param level - The lowest urgency that is written; a function is asked anew for each line, where the level is known late.
 * @param write - Takes each line, with its line end.
 * @param nowMs - The time to stamp.
 */
export function createLogger(
  level: LogLevel | (() => LogLevel),
  write: (line: string) => void,
  nowMs: () => number,
): Logger {
  const at =
    (lineLevel: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}): void => {
      const wanted = typeof level === 'function' ? level() : level;
      if (logLevels.indexOf(lineLevel) > logLevels.indexOf(wanted)) return;
      write(`${JSON.stringify({ time: new Date(nowMs()).toISOString(), level: lineLevel, message, ...fields })}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
