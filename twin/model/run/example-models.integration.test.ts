import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readModelFile, simulate, simulationReportSchema } from '../index.ts';

const folder = fileURLToPath(new URL('../../../docs/models/', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('the models of the documentation', () => {
  it('are some', () => {
    expect(names.length).toBeGreaterThanOrEqual(6);
  });

  it.each(names)('%s runs, reports by its schema and keeps the laws', (name) => {
    const { model } = readModelFile(readFileSync(`${folder}/${name}`, 'utf8'), name);
    const report = simulate(model, { seed: 1 });
    expect(simulationReportSchema.safeParse(report).error).toBeUndefined();
    const { littlesLaw, utilisationLaw } = report.checks;
    expect(littlesLaw.length).toBeGreaterThan(0);
    // What is under way at both ends of a run is all that may be between the two sides; a storm ends with thousands.
    for (const { relativeDifference, expected } of littlesLaw) {
      if (expected > 1e-3) expect(Math.abs(relativeDifference ?? NaN)).toBeLessThan(0.03);
    }
    for (const { relativeDifference } of utilisationLaw) {
      expect(Math.abs(relativeDifference ?? NaN)).toBeLessThan(0.01);
    }
  });
});
