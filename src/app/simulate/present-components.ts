import type { Block, Document, Text } from '../document.ts';
import { amountText, bytesText, latencyText, shareText } from './measure-text.ts';
import type { SimulateResult } from './simulate-result.ts';

type Report = SimulateResult['report'];
type Component = Report['components'][number];

/** One column of a table that shows only what anybody has something to say of. */
interface ColumnOf<Row> {
  readonly heading: string;
  readonly text: (row: Row) => Text;
  /** Whether the row has something to say of it; left out, it always has. */
  readonly has?: (row: Row) => boolean;
}

/** Busy for more than this, waiting grows faster than load: at 0.8 a request waits four times as long as it works. */
const busyRatio = 0.8;

const busyText = (ratio: number | null): Text =>
  ratio !== null && ratio >= busyRatio ? { text: shareText(ratio), tone: 'warn' } : shareText(ratio);

const badIfAny = (count: number): Text => ({ text: count.toLocaleString('en'), tone: count > 0 ? 'bad' : 'plain' });

function tableOf<Row>(rows: readonly Row[], first: ColumnOf<Row>, columns: readonly ColumnOf<Row>[]): Block {
  const shown = columns.filter(({ has }) => has === undefined || rows.some(has));
  return {
    kind: 'table',
    columns: [{ heading: first.heading }, ...shown.map(({ heading }) => ({ heading, align: 'right' }) as const)],
    rows: rows.map((row) => [first.text(row), ...shown.map(({ text }) => text(row))]),
  };
}

const instancesText = ({ instances: { mean, min, max } }: Component): string =>
  min === max ? String(min) : `${amountText(mean)} (${min} to ${max})`;

const componentColumns: readonly ColumnOf<Component>[] = [
  { heading: 'instances ready', text: instancesText },
  {
    heading: 'cores busy',
    text: ({ cpu }) => busyText(cpu.utilisationOfCoresRatio),
    has: ({ cpu }) => cpu.utilisationOfCoresRatio !== null,
  },
  {
    heading: 'of limit',
    text: ({ cpu }) => busyText(cpu.utilisationOfLimitRatio),
    has: ({ cpu }) => cpu.utilisationOfLimitRatio !== null,
  },
  {
    heading: 'periods held',
    text: ({ cpu }) => shareText(cpu.throttledRatio),
    has: ({ cpu }) => cpu.throttledRatio !== null,
  },
  {
    heading: 'workers busy',
    text: ({ workers }) => busyText(workers?.utilisationRatio ?? null),
    has: ({ workers }) => workers !== null,
  },
  { heading: 'in flight', text: ({ inFlight }) => amountText(inFlight.mean) },
  { heading: 'most in one', text: ({ inFlight }) => inFlight.max.toLocaleString('en') },
  { heading: 'waiting', text: ({ meanWaiting }) => amountText(meanWaiting) },
  { heading: 'restarts', text: ({ restarts }) => badIfAny(restarts), has: ({ restarts }) => restarts > 0 },
  {
    heading: 'out of memory',
    text: ({ outOfMemoryKills }) => badIfAny(outOfMemoryKills),
    has: ({ outOfMemoryKills }) => outOfMemoryKills > 0,
  },
  {
    heading: 'memory peak',
    text: ({ memoryPeakBytes }) => bytesText(memoryPeakBytes),
    has: ({ memoryPeakBytes }) => memoryPeakBytes !== null,
  },
];

function others({ pools, queues, caches, breakers }: Report): Document {
  const blocks: Block[] = [];
  if (pools.length > 0) {
    blocks.push(
      { kind: 'heading', text: 'Pools of connections' },
      tableOf(pools, { heading: 'pool', text: ({ caller, called }) => `${caller} > ${called}` }, [
        { heading: 'in use', text: ({ utilisationRatio }) => busyText(utilisationRatio) },
        { heading: 'waiting', text: ({ meanWaiting }) => amountText(meanWaiting) },
      ]),
    );
  }
  if (queues.length > 0) {
    const text = (read: (queue: Report['queues'][number]) => number) => (queue: Report['queues'][number]) =>
      read(queue).toLocaleString('en');
    blocks.push(
      { kind: 'heading', text: 'Queues' },
      tableOf(queues, { heading: 'queue', text: ({ queue }) => queue }, [
        { heading: 'depth', text: ({ meanDepth }) => amountText(meanDepth) },
        { heading: 'at most', text: text(({ maxDepth }) => maxDepth) },
        { heading: 'at the end', text: text(({ depthAtEnd }) => depthAtEnd) },
        { heading: 'published', text: text(({ published }) => published) },
        { heading: 'worked off', text: text(({ consumed }) => consumed) },
        { heading: 'failed', text: ({ failed }) => badIfAny(failed) },
        { heading: 'refused', text: ({ refused }) => badIfAny(refused) },
        { heading: 'dropped', text: ({ dropped }) => badIfAny(dropped), has: ({ dropped }) => dropped > 0 },
        { heading: 'oldest at the end', text: ({ oldestAtEndMs }) => latencyText(oldestAtEndMs) },
      ]),
    );
  }
  if (caches.length > 0) {
    blocks.push(
      { kind: 'heading', text: 'Caches' },
      tableOf(caches, { heading: 'cache', text: ({ cache }) => cache }, [
        { heading: 'hits', text: ({ hitRatio }) => shareText(hitRatio) },
      ]),
    );
  }
  if (breakers.length > 0) {
    blocks.push(
      { kind: 'heading', text: 'Circuit breakers' },
      tableOf(breakers, { heading: 'breaker', text: ({ caller, called }) => `${caller} > ${called}` }, [
        { heading: 'opened', text: ({ opened }) => badIfAny(opened) },
      ]),
    );
  }
  return blocks;
}

/**
 * How busy components, pools, queues and caches were; columns of which nobody has anything to say are left out.
 *
 * @param report - Of the run.
 */
export function presentComponents(report: Report): Document {
  return [
    { kind: 'heading', text: 'Components' },
    tableOf(report.components, { heading: 'component', text: ({ component }) => component }, componentColumns),
    ...others(report),
  ];
}
