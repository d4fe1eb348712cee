/**
 * A record of outside names: without a prototype, so that no name has a meaning of its own.
 *
 * @param entries - Names with values.
 */
export function textRecord<Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}
