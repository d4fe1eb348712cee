/** Learns the numbers of a model from an estate, and makes the model of them; it never asks a real system. */
export { calibrate } from './calibrate.ts';
export type { Calibration, Unknown } from './calibrate.ts';
export { calibratedBehaviour } from './calibrated-behaviour.ts';
