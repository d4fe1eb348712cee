/** Runs models and says what was seen; nothing here may decide what a model means. */
export { Simulation, simulate, startSimulation } from './simulation.ts';
export type { SimulationOptions } from './simulation.ts';
export type { Mark, WindowFigures } from './window-figures.ts';
