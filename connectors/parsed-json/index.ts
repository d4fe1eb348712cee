/** Parses JSON and looks at what it gave without trusting it; no format is known here. */
export { finiteNumber } from './finite-number.ts';
export { isObject, kindOf, listAt, sent } from './parsed-json.ts';
export type { JsonObject } from './parsed-json.ts';
export { parseJson } from './parse-json.ts';
