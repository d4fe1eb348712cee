import type { AttributeValueOf, FoundFact } from '../../../src/estate/index.ts';
import type { Action, Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';

type Backlog = AttributeValueOf<'backlogs'>[number];

/** How the memory of a broker fills. */
export interface BrokerLoad {
  readonly component: string;
  /** What bounds it: what it refuses to go beyond, or what it is killed at; undefined where neither is known. */
  readonly limit: { readonly bytes: number; readonly isRefused: boolean } | undefined;
  readonly eviction: AttributeValueOf<'memory-policy'>['eviction'];
  /** Undefined where nothing tells. */
  readonly usedBytes: number | undefined;
  /** Of all queues together, negative where they empty; undefined where a rate or a size is not known. */
  readonly growthBytesPerSecond: number | undefined;
  /** What it may hold at most, where its queues are bounded; infinite where one is not. */
  readonly mostBytes: number;
  readonly waiting: number;
  readonly arrivalsPerSecond: number | undefined;
  readonly servedPerSecond: number | undefined;
  readonly consumers: readonly string[];
  readonly evidence: readonly FoundFact[];
}

/** What happens while it is looked at. */
export interface BrokerCircumstances {
  readonly before: EstateView;
  readonly after: EstateView;
  readonly actions: readonly Action[];
  readonly condition: readonly Fault[];
}

/** Undefined where one of them is, or there is none. */
const sum = (values: readonly (number | undefined)[]): number | undefined =>
  (values.length === 0 ? [undefined] : values).reduce<number | undefined>(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  );

const least = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : Math.min(...values);

/** Whether an action or a fault about a queue means this one. */
const isQueue = (backlog: Backlog, owner: string, queue: string, component: string | undefined): boolean =>
  (backlog.queue ?? owner) === queue && (component === undefined || component === owner);

/** Which part of what they served its consumers still serve, by how many instances of them there are then. */
function servingRatio(
  { before, after, actions, condition }: BrokerCircumstances,
  backlog: Backlog,
  owner: string,
): number {
  const consumers = (backlog.consumers ?? []).map(({ component }) => component);
  const isPaused = (component: string | undefined): boolean =>
    actions.some(
      (action) =>
        action.kind === 'pause-consumers' &&
        action.queue === (backlog.queue ?? owner) &&
        (action.component === undefined || action.component === component),
    );
  if (consumers.length === 0) return isPaused(undefined) ? 0 : 1;
  const isDown = (component: string): boolean =>
    isPaused(component) ||
    [...actions, ...condition].some(
      (word) =>
        (word.kind === 'stop' || word.kind === 'crash-loop' || word.kind === 'pause') &&
        word.component === component &&
        word.instances === undefined,
    );
  const ratios = consumers.map((component) => {
    if (isDown(component)) return 0;
    const [was, is] = [before.replicasOf(component), after.replicasOf(component)];
    return was === undefined || is === undefined || was === 0 ? 1 : is / was;
  });
  return ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
}

function waitingOf({ actions, condition }: BrokerCircumstances, backlog: Backlog, owner: string): number {
  const isPurged = actions.some(
    (action) =>
      (action.kind === 'purge-queue' && isQueue(backlog, owner, action.queue, action.component)) ||
      (action.kind === 'flush-cache' && action.component === owner),
  );
  const added = condition.reduce(
    (total, fault) =>
      fault.kind === 'queue-backlog' && isQueue(backlog, owner, fault.queue, fault.component)
        ? total + fault.messages
        : total,
    0,
  );
  return isPurged ? 0 : backlog.depth + added;
}

/**
 * How the memory of a broker fills: what waits in its queues, what comes and what goes.
 *
 * @param circumstances - The estate before and after the actions, these, and what is wrong.
 * @param component - The broker.
 */
export function brokerLoad(circumstances: BrokerCircumstances, component: string): BrokerLoad {
  const view = circumstances.after;
  const subject = { kind: 'component', component } as const;
  const policy = view.of(component, 'memory-policy');
  const backlogs = view.of(component, 'backlogs') ?? [];
  const killedAt = view.of(component, 'limits')?.memoryBytes;
  const bytes = least([policy?.maxBytes, killedAt].filter((value) => value !== undefined));
  const each = backlogs.map((backlog) => {
    const served =
      backlog.servedPerSecond === undefined
        ? undefined
        : backlog.servedPerSecond * servingRatio(circumstances, backlog, component);
    return { backlog, served, waiting: waitingOf(circumstances, backlog, component) };
  });
  const held = (key: 'before' | 'now'): number | undefined =>
    sum(
      each.map(({ backlog, waiting }) =>
        backlog.bytesPerMessage === undefined
          ? undefined
          : (key === 'before' ? backlog.depth : waiting) * backlog.bytesPerMessage,
      ),
    );
  const [heldBefore, heldNow] = [held('before'), held('now')];
  // What it uses beside the messages: it stays when these go.
  const base = policy?.usedBytes === undefined ? 0 : Math.max(0, policy.usedBytes - (heldBefore ?? 0));
  const usedBytes = heldNow === undefined ? policy?.usedBytes : base + heldNow;
  const most = sum(
    each.map(({ backlog: { mostMessages, bytesPerMessage } }) =>
      mostMessages === undefined || bytesPerMessage === undefined ? Infinity : mostMessages * bytesPerMessage,
    ),
  );
  return {
    component,
    limit: bytes === undefined ? undefined : { bytes, isRefused: bytes === policy?.maxBytes },
    eviction: policy?.eviction,
    usedBytes,
    growthBytesPerSecond: sum(
      each.map(({ backlog: { arrivalsPerSecond, bytesPerMessage }, served }) =>
        arrivalsPerSecond === undefined || served === undefined || bytesPerMessage === undefined
          ? undefined
          : (arrivalsPerSecond - served) * bytesPerMessage,
      ),
    ),
    mostBytes: base + (most ?? Infinity),
    waiting: each.reduce((total, { waiting }) => total + waiting, 0),
    arrivalsPerSecond: sum(each.map(({ backlog }) => backlog.arrivalsPerSecond)),
    servedPerSecond: sum(each.map(({ served }) => served)),
    consumers: [...new Set(backlogs.flatMap(({ consumers = [] }) => consumers.map((one) => one.component)))].sort(),
    evidence: [
      view.fact(subject, 'memory-policy'),
      view.fact(subject, 'backlogs'),
      view.fact(subject, 'limits'),
    ].filter((fact) => fact !== undefined),
  };
}

/**
 * How long until a broker is full.
 *
 * @param load - How its memory fills.
 * @returns Milliseconds; infinite where it never is; undefined where something of the sum is not known.
 */
export function fullAfterMs({ limit, usedBytes, growthBytesPerSecond, mostBytes }: BrokerLoad): number | undefined {
  if (limit === undefined) return undefined;
  if (usedBytes !== undefined && usedBytes >= limit.bytes) return 0;
  if (mostBytes <= limit.bytes) return Infinity;
  if (growthBytesPerSecond === undefined) return undefined;
  if (growthBytesPerSecond <= 0) return Infinity;
  return usedBytes === undefined ? undefined : ((limit.bytes - usedBytes) / growthBytesPerSecond) * 1_000;
}
