/** Enough that the cost of a batch does not show, few enough that they take little memory. */
const batchLength = 2_048;

/**
 * Takes what comes one at a time together in lists.
 *
 * @param items - What comes.
 */
export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[], void, undefined> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
