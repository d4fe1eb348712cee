/** What is there of all that Backlot needs; nothing here may install or mend anything. */
export { doctorVerb } from './doctor-verb.ts';
