import type { Model } from '../format/index.ts';
import type { SimulationReport } from '../report/index.ts';

type Objective = SimulationReport['objectives'][number];
type Operation = SimulationReport['operations'][number];

const measures = [
  { measure: 'p50Ms', key: 'p50' },
  { measure: 'p95Ms', key: 'p95' },
  { measure: 'p99Ms', key: 'p99' },
  { measure: 'errorRatio', key: 'errors' },
] as const;

/** How far each objective of a model was kept to. */
export function objectiveFigures(objectives: Model['objectives'], operations: readonly Operation[]): Objective[] {
  return objectives.flatMap((objective) => {
    const seen = operations.find(({ component, operation }) => `${component}/${operation}` === objective.operation);
    return measures.flatMap(({ measure, key }) => {
      const limit = objective[key];
      if (limit === undefined) return [];
      const measured = seen?.[measure] ?? null;
      return {
        operation: objective.operation,
        measure,
        limit,
        measured,
        met: measured === null ? null : measured <= limit,
        excessRatio: measured === null || limit === 0 ? null : measured / limit - 1,
      };
    });
  });
}
