import { z } from 'zod';

const kibi = 1_024;
const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: kibi,
  MiB: kibi ** 2,
  GiB: kibi ** 3,
  TiB: kibi ** 4,
  // As Kubernetes writes them.
  Ki: kibi,
  Mi: kibi ** 2,
  Gi: kibi ** 3,
  Ti: kibi ** 4,
  // As networks are measured.
  kbit: 1e3 / 8,
  Mbit: 1e6 / 8,
  Gbit: 1e9 / 8,
};

const unitSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600, d: 86_400 };

/** Longer numbers are no quantities, and would end as infinite ones. */
const digits = '(\\d{1,15}(?:\\.\\d{1,15})?)';

const sizePattern = new RegExp(`^${digits}([KMGT]iB?|[kKMGT]?B)$`);
const throughputPattern = new RegExp(`^${digits}([KMGT]iB?|[kKMGT]?B|[kMG]bit)/s$`);
const coresPattern = new RegExp(`^${digits}(m?)$`);
const ratePattern = new RegExp(`^${digits}/(s|min|h|d)$`);
const percentPattern = new RegExp(`^${digits}%$`);

/** What is accepted for each kind of quantity, for messages. */
export const acceptedQuantity = {
  bytes: 'a size with a unit, such as 512MiB, 2GiB, 64Mi or 10MB',
  bytesPerSecond: 'a throughput with a unit, such as 10MiB/s or 100Mbit/s',
  cores: 'a number of cores, such as 0.5, 2 or "500m"',
  perSecond: 'a rate with a unit, such as 200/s, 12/min or 3/h',
  ratio: 'a ratio from 0 to 1, or a percentage such as "25%"',
  countOrShare: 'a whole number, or a share such as "25%"',
} as const;

/**
 * Reads a size as people write it: `512MiB`, `2GiB`, `64Mi`, `10MB`. `512m` and `512M` are refused: Docker means binary
 * units by them, Kubernetes decimal ones and thousandths.
 *
 * @param text - A number with a unit.
 * @returns Whole bytes, or `undefined` where the text is not a size.
 */
export function parseBytes(text: string): number | undefined {
  const [, amount, unit = ''] = sizePattern.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitBytes[unit] ?? NaN));
}

/**
 * Reads a throughput: `10MiB/s`, `100Mbit/s`.
 *
 * @param text - A size or a number of bits, in a second.
 * @returns Bytes per second, or `undefined` where the text is not a throughput.
 */
export function parseBytesPerSecond(text: string): number | undefined {
  const [, amount, unit = ''] = throughputPattern.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unitBytes[unit] ?? NaN);
}

/**
 * Reads a number of processor cores: `0.5`, `2`, `500m`.
 *
 * @param text - A number, or a number of thousandths with `m`.
 * @returns Cores, or `undefined` where the text is no such number.
 */
export function parseCores(text: string): number | undefined {
  const [, amount, unit] = coresPattern.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) / (unit === 'm' ? 1_000 : 1);
}

/**
 * Reads a rate: `200/s`, `12/min`, `3/h`.
 *
 * @param text - A number, in a unit of time.
 * @returns Per second, or `undefined` where the text is not a rate.
 */
export function parsePerSecond(text: string): number | undefined {
  const [, amount, unit = ''] = ratePattern.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) / (unitSeconds[unit] ?? NaN);
}

/**
 * Reads a percentage: `25%`, `0.1%`.
 *
 * @param text - A number with `%`, at most `100%`.
 * @returns A ratio from 0 to 1, or `undefined` where the text is not a percentage.
 */
export function parsePercentage(text: string): number | undefined {
  const ratio = Number(percentPattern.exec(text)?.[1] ?? NaN) / 100;
  return ratio <= 1 ? ratio : undefined;
}

/** A schema of a text that becomes a number by `parse`. */
const ofText = (parse: (text: string) => number | undefined, accepted: string) =>
  z.string({ error: accepted }).transform((text, context) => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: accepted });
    return z.NEVER;
  });

/** A schema for a size in a file or an option: a string with a unit that becomes bytes at the border. */
export const bytesSchema = ofText(parseBytes, acceptedQuantity.bytes);

/** A schema for a throughput in a file or an option: a string with a unit that becomes bytes per second. */
export const bytesPerSecondSchema = ofText(parseBytesPerSecond, acceptedQuantity.bytesPerSecond);

/** A schema for a rate in a file or an option: a string with a unit that becomes a number per second. */
export const perSecondSchema = ofText(parsePerSecond, acceptedQuantity.perSecond);

/** A schema for processor cores in a file or an option: a number, or a string of a number or of thousandths (`500m`). */
export const coresSchema = z.union(
  [z.number().min(0, acceptedQuantity.cores), ofText(parseCores, acceptedQuantity.cores)],
  { error: acceptedQuantity.cores },
);

/** A schema for a ratio in a file or an option: a number from 0 to 1, or a percentage as a string. */
export const ratioSchema = z.union(
  [
    z.number().min(0, acceptedQuantity.ratio).max(1, acceptedQuantity.ratio),
    ofText(parsePercentage, acceptedQuantity.ratio),
  ],
  { error: acceptedQuantity.ratio },
);

/** A number of things, or a share of all of them. */
export type CountOrShare = { readonly count: number } | { readonly share: number };

/**
 * How many things an amount comes to.
 *
 * @param amount - A number of them, or a share.
 * @param whole - How many there are in all.
 * @param round - What becomes of a part of one: `Math.ceil` or `Math.floor`.
 */
export function countOf(amount: CountOrShare, whole: number, round: (value: number) => number): number {
  // A share of a whole number may miss it by the last digit of a double: 0.07 x 100 is 7.000000000000001.
  return 'count' in amount ? amount.count : round(Number((amount.share * whole).toPrecision(12)));
}

/** A schema for a number of things (`1`) or a share of all of them (`25%`). */
export const countOrShareSchema = z.union(
  [
    z
      .int({ error: acceptedQuantity.countOrShare })
      .min(0, acceptedQuantity.countOrShare)
      .transform((count): CountOrShare => ({ count })),
    ofText(parsePercentage, acceptedQuantity.countOrShare).transform((share): CountOrShare => ({ share })),
  ],
  { error: acceptedQuantity.countOrShare },
);
