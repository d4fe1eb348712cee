import { putting } from './queue-operations.ts';

/** The queues that what is said by hand fills or works off itself. */
export interface FlowsByHand {
  readonly filled: ReadonlySet<string>;
  readonly drained: ReadonlySet<string>;
}

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isMapping(value) ? Object.entries(value) : [];

/** The queues that steps put messages into, at any depth. */
function publishedIn(steps: unknown): readonly string[] {
  if (Array.isArray(steps)) return steps.flatMap(publishedIn);
  return entriesOf(steps).flatMap(([key, value]) =>
    key === 'publish' && typeof value === 'string' ? [value] : publishedIn(value),
  );
}

/**
 * Which queues what is said by hand fills and works off: what facts tell of the same would come to it twice.
 *
 * @param byHand - What is to be merged over a model, as a file has it; it need not be well formed.
 */
export function flowsByHand(byHand: unknown): FlowsByHand {
  const components = isMapping(byHand) ? entriesOf(byHand['components']) : [];
  const filled = new Set<string>();
  const drained = new Set<string>();
  for (const [, component] of components) {
    if (!isMapping(component)) continue;
    for (const [operation, steps] of entriesOf(component['operations'])) {
      // The operation that facts make has other steps then, and is still the one that puts messages in.
      for (const queue of publishedIn(steps)) if (operation !== putting(queue)) filled.add(queue);
    }
    const consumes: unknown = component['consumes'];
    for (const each of Array.isArray(consumes) ? (consumes as readonly unknown[]) : []) {
      if (isMapping(each) && typeof each['queue'] === 'string') drained.add(each['queue']);
    }
  }
  return { filled, drained };
}
