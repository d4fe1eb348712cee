import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { bytesText, durationText, rateText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

/** The operation of a broker that puts a message into a queue, and that of a consumer that takes one. */
const putting = (queue: string): string => `put ${queue}`;
const taking = (queue: string): string => `take ${queue}`;

type Consumes = NonNullable<ModelFile['components'][string]['consumes']>;

/** What queues bring into a model: themselves, what is put in and taken out, and by whom. */
export interface ModelFlows {
  readonly queues: NonNullable<ModelFile['queues']>;
  readonly operations: ReadonlyMap<string, Readonly<Record<string, readonly WrittenStep[]>>>;
  readonly consumes: ReadonlyMap<string, Consumes>;
  readonly arrivals: ModelFile['arrivals'];
}

function add<Value extends object>(into: Map<string, Value>, key: string, value: Value): void {
  into.set(key, { ...into.get(key), ...value });
}

/**
 * The queues that brokers hold, filled and worked off at the rates that were seen. That all consumers together end so many
 * a second, each with one message at a time, says how long one takes: consumers over rate.
 *
 * @param view - The estate.
 */
export function modelFlows(view: EstateView): ModelFlows {
  const queues: NonNullable<ModelFile['queues']> = {};
  const operations = new Map<string, Record<string, readonly WrittenStep[]>>();
  const consumes = new Map<string, Consumes>();
  const arrivals: ModelFile['arrivals'] = [];
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
      if (backlog.arrivalsPerSecond !== undefined) {
        add(operations, broker, { [putting(name)]: [{ publish: name }] });
        arrivals.push({ operation: `${broker}/${putting(name)}`, rate: rateText(backlog.arrivalsPerSecond) });
      }
      const consumers = (backlog.consumers ?? []).map(({ component }) => component);
      const together = consumers.reduce((sum, component) => sum + (view.replicasOf(component) ?? 1), 0);
      for (const consumer of backlog.servedPerSecond === undefined ? [] : consumers) {
        const takesMs = backlog.servedPerSecond === 0 ? 0 : (together * 1_000) / (backlog.servedPerSecond ?? 1);
        if (takesMs === 0) continue;
        add(operations, consumer, { [taking(name)]: [{ wait: durationText(takesMs) }] });
        consumes.set(consumer, [...(consumes.get(consumer) ?? []), { queue: name, operation: taking(name) }]);
      }
    }
  }
  return { queues, operations, consumes, arrivals };
}
