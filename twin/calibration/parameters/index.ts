/** The numbers that a calibrated model rests on, each with its range, its source and its reason; it never asks a real system. */
export { bestGuess, drawParameters } from './draw-parameters.ts';
export type { Settle } from './draw-parameters.ts';
export { exactly, workOfFew } from './parameter.ts';
export type { Parameter, ParameterKind, ParameterSource } from './parameter.ts';
export { serversOf } from './servers-of.ts';
export { workOf } from './work-of.ts';
