/**
 * How busy an instance was while it served each request: who was there beside it. It keeps requests of stretches of time
 * and sums them up; what of the own time is work and what is waiting is for calibration to say.
 */
export { RequestLog } from './request-log.ts';
export type { LoggedRequest } from './request-log.ts';
export { sweepContention } from './sweep-contention.ts';
export type { Contention } from './sweep-contention.ts';
export type { Company } from './sweep-instance.ts';
export type { ContentionData } from './contention-data.ts';
