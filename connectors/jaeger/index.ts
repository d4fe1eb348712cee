/** Reads traces in Jaeger's JSON, as its query API, its user interface and its tools write it; it must never send any. */
export { decodeJaeger } from './decode-jaeger.ts';
