import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import type { FlowsByHand } from './flows-by-hand.ts';
import type { MissingFact } from './missing.ts';
import { consumersOf, putting, taking } from './queue-operations.ts';
import { bytesText, durationText, rateText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

type Consumes = NonNullable<ModelFile['components'][string]['consumes']>;

/** What queues bring into a model: themselves, what is put in and taken out, and by whom. */
export interface ModelFlows {
  readonly queues: NonNullable<ModelFile['queues']>;
  readonly operations: ReadonlyMap<string, Readonly<Record<string, readonly WrittenStep[]>>>;
  readonly consumes: ReadonlyMap<string, Consumes>;
  readonly arrivals: ModelFile['arrivals'];
  /** What stands for consumers that no fact names, by name. */
  readonly components: ModelFile['components'];
  readonly missing: readonly MissingFact[];
}

function add<Value extends object>(into: Map<string, Value>, key: string, value: Value): void {
  into.set(key, { ...into.get(key), ...value });
}

/**
 * The queues that brokers hold, filled and worked off at the rates that were seen. That all consumers together end so many
 * a second, each with one message at a time, says how long one takes: consumers over rate. Where no fact names them, one
 * component stands for them all. A queue of which nobody knows how fast it is worked off is not filled either: it would only
 * ever grow.
 *
 * @param view - The estate.
 * @param byHand - The queues that something else fills or works off.
 */
export function modelFlows(view: EstateView, byHand: FlowsByHand): ModelFlows {
  const queues: NonNullable<ModelFile['queues']> = {};
  const operations = new Map<string, Record<string, readonly WrittenStep[]>>();
  const consumes = new Map<string, Consumes>();
  const arrivals: ModelFile['arrivals'] = [];
  const components: ModelFile['components'] = {};
  const missing: MissingFact[] = [];
  for (const { subject, value } of view.known('backlogs', 'component')) {
    const broker = subject.component;
    const policy = view.of(broker, 'memory-policy');
    for (const [at, backlog] of value.entries()) {
      const name = backlog.queue ?? (at === 0 ? broker : `${broker} ${at + 1}`);
      const held = backlog.depth * (backlog.bytesPerMessage ?? 0);
      // What else the broker holds stays: the queue has what is left of its memory.
      const room =
        policy?.maxBytes === undefined || backlog.bytesPerMessage === undefined
          ? undefined
          : policy.maxBytes - Math.max(0, (policy.usedBytes ?? held) - held);
      queues[name] = {
        broker,
        holds: backlog.depth,
        ...(backlog.bytesPerMessage === undefined ? {} : { message: bytesText(backlog.bytesPerMessage) }),
        ...(backlog.mostMessages === undefined ? {} : { most: backlog.mostMessages }),
        ...(room === undefined ? {} : { memory: bytesText(room) }),
        whenFull: policy?.eviction === undefined || policy.eviction === 'none' ? 'refuse' : 'drop-oldest',
      };
      const consumers = (backlog.consumers ?? []).map(({ component }) => component);
      const { arrivalsPerSecond, servedPerSecond } = backlog;
      const isDrained = servedPerSecond !== undefined || byHand.drained.has(name);
      if (arrivalsPerSecond !== undefined && !isDrained) {
        missing.push({
          subject,
          attribute: 'backlogs',
          part: `how fast ${name} is worked off; nothing is put into it`,
          path: ['components', consumers[0] ?? broker, 'consumes'],
          isNeeded: false,
        });
      }
      if (arrivalsPerSecond !== undefined && isDrained && !byHand.filled.has(name)) {
        add(operations, broker, { [putting(name)]: [{ publish: name }] });
        arrivals.push({ operation: `${broker}/${putting(name)}`, rate: rateText(arrivalsPerSecond) });
      }
      if (servedPerSecond === undefined || servedPerSecond === 0) continue;
      const takes = (together: number): Record<string, { wait: string }[]> => ({
        [taking(name)]: [{ wait: durationText((together * 1_000) / servedPerSecond) }],
      });
      const consume = { queue: name, operation: taking(name) };
      if (consumers.length === 0 && !byHand.drained.has(name)) {
        components[consumersOf(name)] = { replicas: 1, operations: takes(1), consumes: [consume] };
      }
      const together = consumers.reduce((sum, component) => sum + (view.replicasOf(component) ?? 1), 0);
      for (const consumer of together === 0 ? [] : consumers) {
        add(operations, consumer, takes(together));
        consumes.set(consumer, [...(consumes.get(consumer) ?? []), consume]);
      }
    }
  }
  return { queues, operations, consumes, arrivals, components, missing };
}
