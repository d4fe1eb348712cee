/** The first cells of the rows above PetShop's values (https://github.com/amazon-science/petshop-root-cause-analysis). */
const petshopHeaders = ['microservice', 'metric', 'statistic'] as const;
/** The first cell of the row below them, which is otherwise empty. */
const petshopTime = 'unix_timestamp';

const nezhaTime = ['time', 'timestamp'] as const;
const nezhaPod = 'podname';
const nezhaService = 'servicename';

/** Where the components stand in a table. */
export type Layout = 'petshop' | 'nezha-pod' | 'nezha-service';

/**
 * The layout that the first row of a table shows.
 *
 * @param header - Its cells.
 */
export function layoutOf(header: readonly string[]): Layout | undefined {
  const names = header.slice(0, 3).map((name) => name.trim().toLowerCase());
  if (names[0] === petshopHeaders[0] && header.length > 1) return 'petshop';
  if (names[0] !== nezhaTime[0] || names[1] !== nezhaTime[1]) return undefined;
  if (names[2] === nezhaPod) return 'nezha-pod';
  return names[2] === nezhaService ? 'nezha-service' : undefined;
}

/** Whether a first row is that of a table that is read. */
export const isMetricTableHeader = (header: readonly string[]): boolean => layoutOf(header) !== undefined;

/** What the first cell of a row of PetShop's says that the row is. */
export function petshopRowOf(firstCell: string): (typeof petshopHeaders)[number] | 'time' | 'values' {
  const name = firstCell.trim().toLowerCase();
  if (name === petshopTime) return 'time';
  return petshopHeaders.find((header) => header === name) ?? 'values';
}
