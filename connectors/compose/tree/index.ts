/** A compose file as a tree of located values: filled in, laid over each other. Nothing here may know what a value means. */
export { fillTree } from './fill-tree.ts';
export { mergeTrees, withoutMarks } from './merge-trees.ts';
export type { MergeListener } from './merge-trees.ts';
export { formOf, isFilled, isNothing, mapNode, shown, textNode, valueOf, withValue } from './node.ts';
export { uniqueEntries } from './unique-entries.ts';
