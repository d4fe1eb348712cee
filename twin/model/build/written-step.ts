import type { WrittenDistribution } from './written-quantity.ts';

/** A step as a model file has it, of those that facts tell of. */
export type WrittenStep =
  | { readonly cpu: WrittenDistribution }
  | { readonly wait: WrittenDistribution }
  | { readonly call: string; readonly timeout?: string; readonly times?: number; readonly optional?: true }
  | { readonly parallel: readonly (readonly WrittenStep[])[]; readonly atOnce?: number }
  | { readonly choose: readonly { readonly probability: number; readonly steps: readonly WrittenStep[] }[] }
  | { readonly detach: readonly WrittenStep[] }
  | { readonly publish: string }
  | { readonly fail: number }
  | {
      readonly lock: string;
      readonly mode: 'shared' | 'exclusive';
      readonly timeout?: string;
      readonly steps: readonly WrittenStep[];
    };
