/**
 * An estate of which only averages per window are known: how often each component is called, who waits for whom, whose
 * failures are passed on, and what a change of one component does to the front door; it never asks a real system.
 */
export { drawNormal } from './chance.ts';
export type { AggregatedEstate, ComponentWindows } from './aggregated-estate.ts';
export type { ComponentLevel } from './component-level.ts';
export type { Dose } from './dose.ts';
export type { Measuring } from './front-door-draw.ts';
export { drawEstate } from './estate-draws.ts';
export type { EstateDraws } from './estate-draws.ts';
export { learnDose } from './learn-dose.ts';
export type { SeenDose, SeenEffect } from './learn-dose.ts';
export { intervalRatio } from './predicted-interval.ts';
export type { DosePrediction, PredictedInterval } from './predicted-interval.ts';
export { predictDose, unknownMechanism } from './predict-dose.ts';
export { predictEffect } from './predict-effect.ts';
export { usualDeviation } from './usual-deviation.ts';
