import { describe, expect, it } from '@jest/globals';
import type { PredictResult } from '../../src/app/predict/index.ts';
import { comparedFigures, relativeError, tallyOf } from './compare.ts';
import type { ComparedFigure } from './compare.ts';
import type { MeasuredOperation } from './span-meter.ts';

const measured = (operation: string, p50Ms: number, p95Ms: number, requests = 500): MeasuredOperation => ({
  operation,
  requests,
  p50Ms,
  p95Ms,
  errorRatio: 0,
});

const signal = (
  operation: string,
  name: 'p50' | 'p95',
  best: number,
  phase: 'during' | 'after' = 'after',
): PredictResult['signals'][number] => ({
  operation,
  isRoot: true,
  signal: name,
  unit: 'ms',
  before: null,
  during: null,
  after: null,
  [phase]: { best, low: best - 1, high: best + 1 },
});

const roots = new Set(['web/GET /']);

describe('comparedFigures', () => {
  it('sets what is said of afterwards beside what was measured, of what is asked from outside', () => {
    const said = [signal('web/GET /', 'p50', 10), signal('web/GET /', 'p95', 30)];
    const before = [measured('web/GET /', 8, 20), measured('stock/read', 1, 2)];
    const after = [measured('web/GET /', 11, 33), measured('stock/read', 1, 2)];
    expect(comparedFigures(said, roots, before, after)).toEqual([
      { operation: 'web/GET /', quantile: 'p50', before: 8, measured: 11, predicted: { best: 10, low: 9, high: 11 } },
      { operation: 'web/GET /', quantile: 'p95', before: 20, measured: 33, predicted: { best: 30, low: 29, high: 31 } },
    ]);
  });

  it('takes what is said of meanwhile where it does not end', () => {
    const [figure] = comparedFigures(
      [signal('web/GET /', 'p50', 10, 'during')],
      roots,
      [measured('web/GET /', 8, 20)],
      [measured('web/GET /', 11, 33)],
    );
    expect(figure?.predicted?.best).toBe(10);
  });

  it('leaves out what too few requests tell, and says what was not predicted', () => {
    const figures = comparedFigures([], roots, [measured('web/GET /', 8, 20, 60)], [measured('web/GET /', 11, 33, 60)]);
    expect(figures.map(({ quantile, predicted }) => [quantile, predicted])).toEqual([['p50', null]]);
  });
});

describe('tallyOf', () => {
  const figure = (best: number | null, before: number, value: number): ComparedFigure => ({
    operation: 'web/GET /',
    quantile: 'p50',
    before,
    measured: value,
    predicted: best === null ? null : { best, low: best - 5, high: best + 5 },
  });

  it('takes the median of absolute relative errors, beside those of no change, and counts what is held', () => {
    const figures = [figure(110, 100, 100), figure(90, 50, 100), figure(103, 400, 100), figure(null, 1, 100)];
    const { figures: count, medianError, noChangeError, covered } = tallyOf(figures);
    expect([count, covered]).toEqual([3, 1]);
    expect(medianError).toBeCloseTo(0.1, 10);
    expect(noChangeError).toBeCloseTo(0.5, 10);
  });

  it('takes the middle of two', () => {
    expect(tallyOf([figure(110, 100, 100), figure(130, 100, 100)]).medianError).toBeCloseTo(0.2, 10);
  });

  it('says nothing of nothing', () => {
    expect(tallyOf([figure(null, 1, 2)])).toEqual({ figures: 0, medianError: null, noChangeError: null, covered: 0 });
  });

  it('signs an error by whether it is too much', () => {
    expect(relativeError(120, 100)).toBeCloseTo(0.2, 10);
    expect(relativeError(80, 100)).toBeCloseTo(-0.2, 10);
  });
});
