/** Two 32-bit halves of the number that stands for an id while its trace is put together. */
export interface SpanKey {
  high: number;
  low: number;
}

/** Value of each character code as a hexadecimal digit, -1 for what is none. */
const digits = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value += 1) digits[value.toString(16).charCodeAt(0)] = value;

function hexWord(id: string, from: number): number {
  let word = 0;
  let bad = 0;
  for (let index = from; index < from + 8; index += 1) {
    const code = id.charCodeAt(index);
    const digit = code < 128 ? (digits[code] as number) : -1;
    bad |= digit;
    word = (word << 4) | digit;
  }
  return bad < 0 ? -1 : word >>> 0;
}

function mixed(hash: number, code: number, factor: number): number {
  return Math.imul(hash ^ code, factor);
}

/**
 * The number of a span id. Ids of sixteen hexadecimal digits are taken as they are; others, of formats that have such,
 * are hashed to 64 bits.
 *
 * @param id - As it came.
 * @param key - Receives the number: one object for all calls, as this runs for every span.
 */
export function spanKey(id: string, key: SpanKey): void {
  if (id.length === 16) {
    const high = hexWord(id, 0);
    const low = hexWord(id, 8);
    if (high >= 0 && low >= 0) {
      key.high = high | 0;
      key.low = low | 0;
      return;
    }
  }
  let high = 0xdeadbeef ^ id.length;
  let low = 0x41c6ce57;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    high = mixed(high, code, 2_654_435_761);
    low = mixed(low, code, 1_597_334_677);
  }
  key.high = mix32(high ^ (low >>> 13));
  key.low = mix32(low ^ (high >>> 16));
}

/**
 * Spreads 32 bits over 32 bits (the finaliser of MurmurHash3, public domain, by Austin Appleby).
 *
 * @param value - Any 32-bit integer.
 */
export function mix32(value: number): number {
  let mixing = value;
  mixing = Math.imul(mixing ^ (mixing >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}
