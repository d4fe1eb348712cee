/** The demo estate before a person's eyes; nothing here may decide anything about it. */
export { demoVerb } from './demo-verb.ts';
