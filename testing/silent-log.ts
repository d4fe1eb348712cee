import type { Logger } from '../src/kernel/index.ts';

const silent = (): void => undefined;

/** A log that nobody reads. */
export const silentLog: Logger = { error: silent, warn: silent, info: silent, debug: silent };
