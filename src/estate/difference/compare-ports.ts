import type { AttributeValueOf } from '../facts/index.ts';
import type { PartDifference } from './part-difference.ts';

type Publication = AttributeValueOf<'ports'>[number];

/** An address that means all of a host's is most often left out. */
const addressOf = ({ hostAddress = '' }: Publication): string =>
  /^(?:0\.0\.0\.0|::)?$/.test(hostAddress) ? '' : hostAddress;

const textOf = (publications: readonly Publication[]): string | null =>
  publications.length === 0
    ? null
    : publications
        .map((one) => [addressOf(one), String(one.hostPort ?? 'any')].filter((part) => part !== '').join(':'))
        .sort()
        .join(', ');

/** Whether a publication is one that was declared: a port that is left open, or a range, is for the engine to choose. */
function isOneOf(declared: Publication, captured: Publication): boolean {
  if (addressOf(declared) !== addressOf(captured)) return false;
  if (declared.hostPort === undefined || captured.hostPort === undefined) return true;
  const [first = NaN, last = first] = String(declared.hostPort).split('-').map(Number);
  const port = Number(captured.hostPort);
  return port >= first && port <= last;
}

/**
 * Compares where the ports of a container are published: each container port with all its publications.
 *
 * @param declared - Of the configuration.
 * @param captured - Of a container.
 */
export function comparePorts(declared: readonly Publication[], captured: readonly Publication[]): PartDifference[] {
  const keyOf = ({ containerPort, protocol }: Publication): string => `${containerPort}/${protocol}`;
  const [said, seen] = [Map.groupBy(declared, keyOf), Map.groupBy(captured, keyOf)];
  return [...new Set([...said.keys(), ...seen.keys()])].sort().flatMap((part): PartDifference[] => {
    const [all, found] = [said.get(part) ?? [], seen.get(part) ?? []];
    const isSame =
      all.every((one) => found.some((other) => isOneOf(one, other))) &&
      found.every((other) => all.some((one) => isOneOf(one, other)));
    return isSame ? [] : [{ part, declared: textOf(all), captured: textOf(found) }];
  });
}
