import type { AttributeValueOf } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { PartDifference } from './part-difference.ts';

type Mount = AttributeValueOf<'mounts'>[number];

/**
 * Whether a captured source is the declared one. Compose puts its project before a volume's name, and a path is read from
 * where the files lie, which is another place on another machine: what is declared is the end of what was captured.
 */
function isSameSource(declared: Mount, captured: Mount): boolean {
  if (declared.source === undefined || captured.source === undefined) return declared.source === captured.source;
  if (declared.source === captured.source) return true;
  if (declared.type === 'volume') return captured.source.endsWith(`_${declared.source}`);
  const path = declared.source.replace(/^\.(?=\/|$)/, '');
  return captured.source.endsWith(path);
}

const shown = ({ type, source, readOnly }: Mount): Json => ({
  type,
  ...(source === undefined ? {} : { source }),
  readOnly,
});

/**
 * Compares what is mounted where. What a container has beside what is declared is no difference: images and other
 * services bring mounts of their own, and secrets are mounted too.
 *
 * @param declared - Of the configuration.
 * @param captured - Of a container.
 */
export function compareMounts(declared: readonly Mount[], captured: readonly Mount[]): PartDifference[] {
  const seen = new Map(captured.map((mount) => [mount.target, mount]));
  return declared.flatMap((mount): PartDifference[] => {
    const other = seen.get(mount.target);
    const isSame = other?.type === mount.type && other.readOnly === mount.readOnly && isSameSource(mount, other);
    return isSame
      ? []
      : [{ part: mount.target, declared: shown(mount), captured: other === undefined ? null : shown(other) }];
  });
}
