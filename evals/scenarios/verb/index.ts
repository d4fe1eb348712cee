/** `backlot eval stories`: runs scenarios, and says how they came out; nothing here may decide what is right. */
export { carrierOf, expectedOf, saidOf } from './present-stories.ts';
export { storiesResult } from './stories-result.ts';
export type { StoriesResult } from './stories-result.ts';
export { ownStories, storiesVerb } from './stories-verb.ts';
