import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { bytesText, dependantsOf, observedMemory, ratioText, roomFor } from '../reasoning/index.ts';
import type { ObservedMemory } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

/**
 * Of the limit, above the peak. With less, the growth of a week or one larger request passes the limit; with much more,
 * limits that have served for months would be called wrong.
 */
const leastHeadroomRatio = 0.1;

const mebibyte = 2 ** 20;

/** A fifth above the peak, in whole steps of 64 MiB. */
const roomyBytes = (peakBytes: number): number => Math.ceil((peakBytes * 1.2) / (64 * mebibyte)) * 64 * mebibyte;

const limitOf = (view: EstateView, component: string): number | undefined => view.of(component, 'limits')?.memoryBytes;

/** What it needs at least; of a component whose peak nobody watched, what it has now. */
const leastNeed = ({ peakBytes, nowBytes }: ObservedMemory): number | undefined =>
  peakBytes === undefined ? nowBytes : Math.max(peakBytes, nowBytes ?? 0);

/** The most that one node, or the engine's host, has; undefined where nothing tells. */
function largestHostBytes(view: EstateView): number | undefined {
  const nodes = view.known('capacity', 'component').flatMap(({ value }) => value.memoryBytes ?? []);
  const pools = (view.ofEstate('node-pools') ?? []).flatMap(({ nodeMemoryBytes }) => nodeMemoryBytes ?? []);
  const all = [...nodes, ...pools, ...(view.ofEstate('engine')?.memoryBytes ?? [0].slice(1)).toString().split(',')];
  const known = all.map(Number).filter((value) => value > 0);
  return known.length === 0 ? undefined : Math.max(...known);
}
