import { z } from 'zod';
import { parseDurationMs } from '../../../../src/kernel/index.ts';
import type { PortPublication, RestartPolicy, VolumeMount } from './model.ts';

/** A schema whose only message is what it accepts, as that is what a person needs to read. */
export function accepts<Value>(accepted: string, read: (value: unknown) => Value | undefined): z.ZodType<Value> {
  return z.unknown().transform((value, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: accepted });
    return z.NEVER;
  });
}

/** A scalar as the text that it stands for; filled-in variables are texts, written numbers are numbers. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function numberOf(value: unknown, pattern: RegExp): number | undefined {
  const text = scalarText(value);
  return text !== undefined && pattern.test(text) ? Number(text) : undefined;
}

/** A text that is not empty. */
export const text = accepts('a text', (value) => (scalarText(value) === '' ? undefined : scalarText(value)));

/** A text, which may be empty. */
export const anyText = accepts('a text, a number or a truth value', scalarText);

/** `true` or `false`, also as a text. */
export const truth = accepts('true or false', (value) =>
  scalarText(value) === 'true' ? true : scalarText(value) === 'false' ? false : undefined,
);

/** A count of zero or more. */
export const count = accepts('a whole number of 0 or more', (value) => numberOf(value, /^\d{1,6}$/));

/** CPU time in cores. */
export const cores = accepts("a number of CPU cores above 0, such as '0.5'", (value) => {
  const read = numberOf(value, /^\d+(?:\.\d+)?$/);
  return read === undefined || read < 0.01 ? undefined : read;
});

const byteUnits: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** A size in bytes; the engine takes no limit under 6 MiB. */
export const bytes = accepts('a size of 6m or more with a unit, such as 64m or 1g', (value) => {
  const match = /^(\d+(?:\.\d+)?)\s?(b|[kmg]b?)?$/i.exec(scalarText(value) ?? '');
  if (match === null) return undefined;
  const read = Math.round(Number(match[1]) * (byteUnits[(match[2] ?? '').toLowerCase().charAt(0)] ?? 1));
  return read < 6 * 1024 ** 2 ? undefined : read;
});

/** A duration, in milliseconds. */
export const durationMs = accepts('a duration with a unit, such as 500ms, 10s or 1m30s', (value) =>
  typeof value === 'string' ? parseDurationMs(value) : undefined,
);

/** A program with its arguments. */
export const words = accepts('a list of texts, such as [sleep, "10"]; a line only without quotes', (value) => {
  if (Array.isArray(value)) {
    const list = value.map(scalarText);
    return list.every((item) => item !== undefined) ? list : undefined;
  }
  // A line would be split as a shell splits it; only where that is beyond doubt is it taken.
  if (typeof value !== 'string' || /["'\\`$]/.test(value)) return undefined;
  return value.trim().split(/\s+/);
});

/** A list of texts, or one. */
export const texts = accepts('a text or a list of texts', (value): readonly string[] | undefined => {
  const list = (Array.isArray(value) ? value : [value]).map(scalarText).filter((item) => item !== '');
  return list.every((item) => item !== undefined) ? list : undefined;
});

const portPattern =
  /^(?:(?:(?<address>[\d.]+|\[[\da-f:]+\]):)?(?<host>\d*):)?(?<container>\d+)(?:\/(?<protocol>tcp|udp))?$/;

/** A published port in the short form. Host port 0 or none lets the engine choose. */
export const port = accepts(
  "'[address:][host port]:container port[/tcp|/udp]', such as '127.0.0.1:8080:80' or '127.0.0.1::80'",
  (value): PortPublication | undefined => {
    const groups = portPattern.exec(scalarText(value) ?? '')?.groups;
    if (groups === undefined) return undefined;
    const hostPort = Number(groups['host'] ?? '');
    const containerPort = Number(groups['container']);
    if (hostPort > 65_535 || containerPort > 65_535 || containerPort === 0) return undefined;
    return {
      hostAddress: (groups['address'] ?? '').replace(/^\[|\]$/g, ''),
      hostPort: hostPort === 0 ? undefined : hostPort,
      containerPort,
      protocol: groups['protocol'] === 'udp' ? 'udp' : 'tcp',
    };
  },
);

/** A named volume in the short form; a path of the host is refused, as the engine may be on another one. */
export const volume = accepts(
  "'volume:/path[:ro|:rw]' with a volume named under volumes",
  (value): VolumeMount | undefined => {
    const match = /^([A-Za-z0-9][\w.-]*):(\/[^:]*)(?::(ro|rw))?$/.exec(scalarText(value) ?? '');
    const [, name, target, mode] = match ?? [];
    return name === undefined || target === undefined ? undefined : { volume: name, target, readOnly: mode === 'ro' };
  },
);

/** A restart policy. */
export const restart = accepts(
  'no, always, unless-stopped, on-failure or on-failure:COUNT',
  (value): RestartPolicy | undefined => {
    const match = /^(?:(no|false|always|unless-stopped)|on-failure(?::(\d+))?)$/.exec(scalarText(value) ?? '');
    if (match === null) return undefined;
    const [, plain, retries] = match;
    if (plain !== undefined) {
      const name = plain === 'false' ? 'no' : (plain as 'no' | 'always' | 'unless-stopped');
      return { name, maximumRetries: undefined };
    }
    return { name: 'on-failure', maximumRetries: retries === undefined ? undefined : Number(retries) };
  },
);

/** A health check's command, as the engine takes it. */
export const healthTest = accepts(
  'a list that begins with CMD, CMD-SHELL or NONE, or a line for the shell',
  (value): readonly string[] | undefined => {
    if (typeof value === 'string') return ['CMD-SHELL', value];
    if (!Array.isArray(value)) return undefined;
    const list = value.map(scalarText);
    if (!list.every((item) => item !== undefined)) return undefined;
    return ['CMD', 'CMD-SHELL', 'NONE'].includes(list[0] ?? '') ? list : undefined;
  },
);
