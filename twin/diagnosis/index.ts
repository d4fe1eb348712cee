/** Says which component or edge a symptom goes away with, if it were healthy; nothing here may know an estate by name. */
export { diagnose, requestsSince } from './diagnose.ts';
export type { Diagnosis, DiagnosisRequest, Suspect } from './diagnose.ts';
export type { MetricEvidence, MetricPoints } from './metric-evidence.ts';
export { placeLabel, touches } from './place.ts';
export type { Place } from './place.ts';
export { requestsOf } from './request-tree.ts';
export type { RecordedRequest, Step } from './request-tree.ts';
