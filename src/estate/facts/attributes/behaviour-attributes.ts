/** What spans and metrics show of how the estate behaves. */
export const behaviourAttributes = {} as const;
