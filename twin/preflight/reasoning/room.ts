import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import type { EstateView } from '../estate-view.ts';
import type { Term } from '../term.ts';
import { bytesText } from './wording.ts';

/** What an instance reserves of a node; undefined where nothing tells. */
export interface Need {
  readonly cpuCores: number | undefined;
  readonly memoryBytes: number | undefined;
}

/** Where further instances of a component could go. */
export interface Room {
  /** How many more find a place on the nodes that there are; a lower bound; undefined where nothing tells. */
  readonly fits: number | undefined;
  /** Whether nodes can be added by themselves; undefined where nothing tells. */
  readonly canGrow: boolean | undefined;
  /** In one clause: what is free, and what is needed. */
  readonly told: string;
  readonly arithmetic: readonly Term[];
  readonly evidence: readonly FoundFact[];
}

/**
 * What one instance reserves: what is said of reservations, else its limits, as Kubernetes takes them.
 *
 * @param view - The estate.
 * @param component - The component.
 */
export function needOf(view: EstateView, component: string): Need {
  const limits = view.of(component, 'limits');
  return {
    cpuCores: limits?.cpuReservationCores ?? limits?.cpuCores,
    memoryBytes: limits?.memoryReservationBytes ?? limits?.memoryBytes,
  };
}

/** How often an amount goes into what is free; undefined where either is not known. */
function times(free: number | undefined, need: number | undefined): number | undefined {
  if (free === undefined || need === undefined) return undefined;
  // Reservations add up in thousandths of cores, which doubles do not hold exactly.
  return need === 0 ? Infinity : Math.max(0, Math.floor(free / need + 1e-9));
}

/** The least of those that are known; undefined where none is. */
function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

const minus = (whole: number | undefined, part: number | undefined): number | undefined =>
  whole === undefined || part === undefined ? undefined : whole - part;

function fitsOnNode(node: AttributeValueOf<'capacity'>, need: Need): number | undefined {
  if (node.isSchedulable === false) return 0;
  return least([
    times(minus(node.cpuCores, node.reservedCpuCores), need.cpuCores),
    times(minus(node.memoryBytes, node.reservedMemoryBytes), need.memoryBytes),
    minus(node.maxInstances, node.instances),
  ]);
}

type Pool = AttributeValueOf<'node-pools'>[number];

function canGrow({ nodes, mostNodes, quotaCpuCores, usedCpuCores, nodeCpuCores = 0 }: Pool): boolean | undefined {
  if (mostNodes !== undefined && nodes >= mostNodes) return false;
  const left = minus(quotaCpuCores, usedCpuCores);
  if (left !== undefined && left < Math.max(nodeCpuCores, Number.MIN_VALUE)) return false;
  return mostNodes === undefined && left === undefined ? undefined : true;
}

/** Yes where one is, no where all are not, and otherwise not known. */
function anyOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(undefined) ? undefined : false;
}

function needText({ cpuCores, memoryBytes }: Need): string {
  const parts = [
    ...(cpuCores === undefined ? [] : [`${cpuCores} cores`]),
    ...(memoryBytes === undefined ? [] : [bytesText(memoryBytes)]),
  ];
  return parts.join(' and ');
}

function freeText(pools: readonly Pool[]): string {
  const free = pools.flatMap(({ largestFreeMemoryBytes: memory, largestFreeCpuCores: cpu }) => [
    ...(memory === undefined ? [] : [bytesText(memory)]),
    ...(cpu === undefined ? [] : [`${cpu} cores`]),
  ]);
  return free.length === 0 ? '' : `the emptiest node has ${free.join(' and ')} free`;
}

/**
 * Where further instances of a component could go: on the nodes that there are, by what each has and what is reserved of
 * it, or on nodes that may still be added.
 *
 * @param view - The estate.
 * @param component - The component.
 * @param without - Nodes that are to be left out.
 */
export function roomFor(view: EstateView, component: string, without: readonly string[] = []): Room {
  const need = needOf(view, component);
  const nodes = view.known('capacity', 'component').filter(({ subject }) => !without.includes(subject.component));
  const pools = view.ofEstate('node-pools') ?? [];
  const perNode = nodes.map(({ value }) => fitsOnNode(value, need));
  const known = perNode.filter((count) => count !== undefined);
  const inPools = pools
    .map(({ largestFreeCpuCores, largestFreeMemoryBytes }) =>
      least([times(largestFreeCpuCores, need.cpuCores), times(largestFreeMemoryBytes, need.memoryBytes)]),
    )
    .filter((count) => count !== undefined);
  const sum = known.reduce((total, count) => total + count, 0);
  const fits =
    inPools.length > 0
      ? Math.max(...inPools, sum)
      : known.length === perNode.length && known.length > 0
        ? sum
        : undefined;
  const grows = anyOf(pools.map(canGrow));
  const limit = pools
    .map(({ nodes: count, mostNodes, quotaCpuCores, usedCpuCores }) =>
      [
        ...(mostNodes === undefined ? [] : [`${count} of ${mostNodes} nodes`]),
        ...(quotaCpuCores === undefined || usedCpuCores === undefined
          ? []
          : [`${usedCpuCores} of ${quotaCpuCores} cores`]),
      ].join(' and '),
    )
    .filter((text) => text !== '');
  const clauses = [
    ...(needText(need) === '' ? [] : [`one instance reserves ${needText(need)}`]),
    ...(freeText(pools) === '' ? [] : [freeText(pools)]),
    ...(known.length === 0 ? [] : [`${sum} more fit on the other nodes`]),
    ...(limit.length === 0 ? [] : [`the cluster has ${limit.join(', ')}`]),
  ];
  return {
    fits,
    canGrow: grows,
    told: clauses.join('; '),
    arithmetic: [
      ...(need.cpuCores === undefined
        ? []
        : [{ term: 'reserved by one instance', value: need.cpuCores, unit: 'cores' }]),
      ...(need.memoryBytes === undefined
        ? []
        : [{ term: 'reserved by one instance', value: need.memoryBytes, unit: 'bytes' }]),
      ...(fits === undefined || fits === Infinity ? [] : [{ term: 'more instances that fit now', value: fits }]),
    ],
    evidence: [
      ...nodes.map(({ fact }) => fact),
      ...view.known('node-pools', 'estate').map(({ fact }) => fact),
      ...[view.fact({ kind: 'component', component }, 'limits')].filter((fact) => fact !== undefined),
    ],
  };
}
