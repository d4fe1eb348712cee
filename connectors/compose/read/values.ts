const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The Compose Specification's durations are Go's: nanoseconds in a signed 64-bit number, which holds 292 years. */
const longestMs = 2 ** 63 / 1e6;

const durationParts = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w)/y;

/**
 * Reads a duration of the Compose Specification: `1m30s`, `1.5h`, `300us`.
 *
 * @param text - As written.
 * @returns Milliseconds; undefined where it is none, or one of more than 292 years.
 */
export function composeDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  let totalMs = 0;
  let at = 0;
  while (at < text.length) {
    durationParts.lastIndex = at;
    const [whole, amount, unit] = durationParts.exec(text) ?? [];
    if (whole === undefined) return undefined;
    totalMs += Number(amount) * (unitMs[unit ?? ''] ?? 0);
    at += whole.length;
  }
  return text !== '' && totalMs < longestMs ? totalMs : undefined;
}

const byteUnits = 'bkmgtp';

/**
 * Reads a size of the Compose Specification: `64m`, `1.5gb`, `2GiB`, `1024`. All units are powers of 1024.
 *
 * @param text - As written.
 * @returns Bytes, -1 for no bound; undefined where it is none.
 */
export function composeBytes(text: string): number | undefined {
  if (text === '-1') return -1;
  const [, amount, unit = ''] = /^(\d+(?:\.\d*)?|\.\d+) ?(b|[kmgtp](?:i?b)?)?$/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const bytes = Math.trunc(Number(amount) * 1024 ** Math.max(0, byteUnits.indexOf(unit.charAt(0).toLowerCase())));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  y: true,
  yes: true,
  on: true,
  false: false,
  n: false,
  no: false,
  off: false,
};

/**
 * Reads a truth value, also as text, in the words of YAML 1.1.
 *
 * @param text - As written.
 */
export function composeTruth(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return Object.hasOwn(truths, word) ? truths[word] : undefined;
}

/** A command line taken apart, and whether something of it is not part of the command. */
export interface SplitCommand {
  readonly words: readonly string[];
  /** An operator of a shell ends the command: docker compose takes what stands before it, and runs no shell. */
  readonly cut: boolean;
}

/**
 * Takes a command line apart as docker compose does: quotes and backslashes as in a shell, nothing else of a shell.
 *
 * @param line - As written.
 * @returns Undefined where a quote does not end.
 */
export function splitCommand(line: string): SplitCommand | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      if (at >= line.length) return undefined;
      word = (word ?? '') + line.charAt(at);
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (';&|<>'.includes(character)) {
      if (word !== undefined) words.push(word);
      return { words, cut: true };
    } else word = (word ?? '') + character;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return { words, cut: false };
}
