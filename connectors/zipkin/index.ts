/** Reads traces in Zipkin's JSON, version 2; it must never send any. */
export { decodeZipkin } from './decode-zipkin.ts';
