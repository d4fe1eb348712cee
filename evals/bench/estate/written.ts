import type { z } from 'zod';
import type { distributionSchema } from '../../../twin/model/format/index.ts';

/** How long something takes, as model files have it. */
export type WrittenTime = z.input<typeof distributionSchema>;

/** A step as model files have it: those that estates are made of. */
export type WrittenStep =
  | { readonly cpu: WrittenTime }
  | { readonly wait: WrittenTime }
  | { readonly call: string }
  | { readonly cache: string; readonly miss: readonly WrittenStep[] }
  | { readonly choose: readonly { readonly probability: number; readonly steps: readonly WrittenStep[] }[] }
  | { readonly parallel: readonly (readonly WrittenStep[])[] }
  | { readonly fail: number };

/** A duration as model files have it. */
export function durationText(ms: number): string {
  return `${Number(ms.toPrecision(4))}ms`;
}
