import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { madeTrace } from '../../../testing/made-trace.ts';
import type { MadeSpan } from '../../../testing/made-trace.ts';
import { criticalPath } from './critical-path.ts';

type Row = readonly [id: string, from: number, to: number, parent?: string];

function pathOf(...rows: readonly Row[]): string {
  const spans = rows.map(([id, from, to, parent]): MadeSpan => ({
    id,
    service: 'a',
    at: [from, to],
    ...(parent === undefined ? {} : { parent }),
  }));
  return criticalPath(madeTrace('t', spans, 0))
    .map(({ span }) => span.spanId)
    .join(' ');
}

const root: Row = ['R', 0, 1_000];

describe('criticalPath', () => {
  it('follows a chain down', () => {
    expect(pathOf(['R', 0, 100], ['A', 10, 90, 'R'], ['B', 20, 70, 'A'])).toBe('R A B');
  });

  it('takes children one after the other, later ones first, each with what is below it', () => {
    expect(pathOf(root, ['A', 0, 400, 'R'], ['B', 500, 1_000, 'R'])).toBe('R B A');
    const below: Row[] = [
      ['B1', 900, 1_000, 'B'],
      ['B2', 500, 800, 'B'],
    ];
    expect(pathOf(root, ['A', 0, 400, 'R'], ['B', 500, 1_000, 'R'], ...below)).toBe('R B B1 B2 A');
  });

  it('leaves out what ran beside', () => {
    expect(pathOf(root, ['A', 0, 600, 'R'], ['B', 500, 1_000, 'R'])).toBe('R B');
  });

  it('allows clocks an overlap of less than a hundredth of the parent, where no third span is near', () => {
    expect(pathOf(root, ['A', 0, 505, 'R'], ['B', 500, 1_000, 'R'])).toBe('R B A');
    expect(pathOf(root, ['A', 0, 510, 'R'], ['B', 500, 1_000, 'R'])).toBe('R B');
    expect(pathOf(root, ['A', 0, 505, 'R'], ['B', 500, 1_000, 'R'], ['C', 502, 510, 'R'])).toBe('R B');
  });

  it('cuts children to their parent, and drops those outside with all below', () => {
    const spans = madeTrace(
      't',
      [
        { id: 'R', service: 'a', at: [0, 100] },
        { id: 'A', parent: 'R', service: 'b', at: [10, 120] },
        { id: 'X', parent: 'R', service: 'c', at: [110, 160] },
        { id: 'Y', parent: 'X', service: 'c', at: [50, 60] },
      ],
      0,
    );
    expect(criticalPath(spans).map(({ span, exclusiveMs }) => [span.spanId, exclusiveMs])).toEqual([
      ['R', 10],
      ['A', 90],
    ]);
  });

  it('has an answer for no spans, for circles, and for ten thousand spans in a row', () => {
    expect(criticalPath([])).toEqual([]);
    expect(pathOf(['A', 0, 1, 'B'], ['B', 0, 1, 'A'])).toBe('');
    const deep = Array.from({ length: 10_000 }, (_none, index): Row =>
      index === 0 ? ['0', 0, 10] : [String(index), 0, 10, String(index - 1)],
    );
    expect(pathOf(...deep).split(' ')).toHaveLength(10_000);
  });

  it('accounts for the whole of the root, whatever the tree', () => {
    const rows = fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(10)), { maxLength: 12 });
    fc.assert(
      fc.property(rows, (all) => {
        const spans = all.map(([from, length, parent], index): MadeSpan => ({
          id: String(index + 1),
          service: 'a',
          at: [from, from + length],
          parent: String(Math.min(parent, index)),
        }));
        const path = criticalPath(madeTrace('t', [{ id: '0', service: 'a', at: [0, 250] }, ...spans], 0));
        const total = path.reduce((sum, { exclusiveMs }) => sum + exclusiveMs, 0);
        expect(total).toBeCloseTo(250, 6);
      }),
    );
  });
});
