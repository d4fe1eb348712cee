import type { Setting } from '../../kernel/index.ts';
import type { AttributeValueOf } from '../facts/index.ts';

/** Binary units, as the drivers of Docker take them: https://docs.docker.com/engine/logging/drivers/json-file/. */
const unitBytes: Readonly<Record<string, number>> = { '': 1, b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

function sizeBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12})\s?([bkmg]?)b?$/i.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unitBytes[unit.toLowerCase()] ?? 1);
}

/**
 * Who keeps the logs of a container, and how much of them.
 *
 * @param driver - Of the logs; undefined where none is named.
 * @param options - Of the driver.
 * @returns Undefined where no driver is named.
 */
export function loggingOf(
  driver: string | undefined,
  options: readonly Setting[],
): AttributeValueOf<'logging'> | undefined {
  if (driver === undefined) return undefined;
  const optionOf = (name: string): string => options.find((option) => option.name === name)?.value ?? '';
  const maxFileBytes = sizeBytes(optionOf('max-size'));
  const maxFiles = /^\d{1,6}$/.test(optionOf('max-file')) ? Number(optionOf('max-file')) : undefined;
  return {
    driver,
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(maxFiles === undefined ? {} : { maxFiles }),
  };
}
