import { z } from 'zod';
import {
  bytesPerSecondSchema,
  bytesSchema,
  coresSchema,
  parseDurationMs,
  perSecondSchema,
  ratioSchema,
} from '../../kernel/index.ts';

const acceptedTime = 'a duration with a unit, such as 250ms or 30d, or a moment such as 2026-06-01T12:00:00Z';

/** A duration, or a moment, which then is milliseconds since 1970. */
const time = z.string({ error: acceptedTime }).transform((text, context) => {
  const parsed =
    parseDurationMs(text) ?? (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN);
  if (!Number.isNaN(parsed)) return parsed;
  context.addIssue({ code: 'custom', message: acceptedTime });
  return z.NEVER;
});

const takes = (text: string) => ({ title: text });

/** How a number is written whose name has a unit, by that unit; the longest first. */
const units: readonly (readonly [unit: string, written: z.ZodType])[] = [
  ['BytesPerSecond', bytesPerSecondSchema.meta(takes('throughput: `10MiB/s`'))],
  ['PerSecond', perSecondSchema.meta(takes('rate: `40/s`, `12/min`'))],
  ['Bytes', bytesSchema.meta(takes('size: `512MiB`, `2GiB`'))],
  ['Cores', coresSchema.meta(takes('cores: `0.5`, `500m`'))],
  ['Ratio', ratioSchema.meta(takes('share: `25%`, `0.25`'))],
  ['Ms', time.meta(takes('duration: `250ms`, `30s`, `2h`'))],
];

/** A name with its unit taken out, and how its value is written. */
export interface NamedUnit {
  /** `timeout` of `timeoutMs`, `cpuPerRequest` of `cpuMsPerRequest`; undefined where the name is nothing but the unit. */
  readonly short: string | undefined;
  readonly written: z.ZodType;
}

/**
 * The unit that the name of a number has.
 *
 * @param name - Of a member: `timeoutMs`, `bytesPerMessage`.
 */
export function unitOfName(name: string): NamedUnit | undefined {
  // What begins with its unit is of that: `bytesPerRequestPerSecond` are bytes.
  const leading = units.find(([unit]) => {
    const whole = unit.charAt(0).toLowerCase() + unit.slice(1);
    return name === whole || name.startsWith(`${whole}Per`);
  });
  if (leading !== undefined) return { short: undefined, written: leading[1] };
  for (const [unit, written] of units) {
    const inside = new RegExp(`^(.+?)${unit}(Per[A-Z].*)?$`).exec(name);
    if (inside !== null) return { short: `${inside[1] ?? ''}${inside[2] ?? ''}`, written };
  }
  return undefined;
}
