/** Runs a model of an estate from a file, and says what it showed; nothing here may touch a real estate. */
export type { RunningSimulation, StartSimulation } from './running-simulation.ts';
export { simulateVerb } from './simulate-verb.ts';
