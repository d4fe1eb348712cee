import type { Word } from './word.ts';

/** How an action is undone: by another one, by itself with the value of before, or not at all, and why. */
export type ActionUndo =
  | { readonly kind: 'action'; readonly action: string }
  | { readonly kind: 'previous-value' }
  | { readonly kind: 'none'; readonly why: string };

/** One action of the vocabulary. */
export interface ActionEntry extends Word {
  readonly undo: ActionUndo;
  /** What it interrupts while it is done; `null` where it disturbs nothing by itself. */
  readonly interrupts: string | null;
}

/** Declares an action, keeping the literal types of its parameters. */
export const action = <const Entry extends ActionEntry>(entry: Entry): Entry => entry;

/** Undone by setting the value of before. */
export const previousValue = { kind: 'previous-value' } as const;

/** Undone by another action. */
export const undoneBy = (name: string): ActionUndo => ({ kind: 'action', action: name });

/** Not to be undone. */
export const notUndone = (why: string): ActionUndo => ({ kind: 'none', why });
