/** Says the value of a fact in one line for people; nothing here may find out or judge what is said. */
export { factText } from './fact-text.ts';
