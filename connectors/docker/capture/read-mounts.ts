import { compareText } from '../../../src/kernel/index.ts';
import type { ContainerAnswer } from './container-answer.ts';
import type { ContainerMount } from './container-reading.ts';
import { bounded } from './lenient.ts';

const kinds: ReadonlySet<string> = new Set(['volume', 'bind', 'tmpfs', 'image', 'cluster', 'npipe']);

/** The engine's own name for a volume that nobody named. */
const drawnName = /^[0-9a-f]{64}$/;

/** `size=64m,mode=1777` */
function tmpfsSizeBytes(options: string): number | undefined {
  const [, amount, unit = ''] = /(?:^|,)size=(\d{1,12})([kmgt]?)(?:,|$)/i.exec(options) ?? [];
  return amount === undefined ? undefined : Number(amount) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' ');
}

function mounted(mount: ContainerAnswer['Mounts'][number]): ContainerMount {
  const kind = (mount.Type !== undefined && kinds.has(mount.Type) ? mount.Type : 'other') as ContainerMount['kind'];
  const volume = kind === 'volume' || kind === 'cluster' ? mount.Name : undefined;
  return {
    kind,
    volume,
    nameless: volume !== undefined && drawnName.test(volume),
    hostPath: kind === 'bind' || kind === 'npipe' ? mount.Source : undefined,
    target: bounded(mount.Destination),
    writable: mount.RW,
    sizeBytes: undefined,
  };
}

/**
 * What is mounted in a container. The engine tells of volumes and binds where they are, and of memory where it was asked
 * for.
 *
 * @param container - The engine's answer.
 */
export function containerMounts({ Mounts: mounts, HostConfig: host }: ContainerAnswer): readonly ContainerMount[] {
  const inMemory = (target: string, sizeBytes: number | undefined, writable: boolean): ContainerMount => ({
    kind: 'tmpfs',
    volume: undefined,
    nameless: false,
    hostPath: undefined,
    target: bounded(target),
    writable,
    sizeBytes,
  });
  const all = [
    ...host.Tmpfs.map(([target, options]) =>
      inMemory(target, tmpfsSizeBytes(options), !options.split(',').includes('ro')),
    ),
    ...host.Mounts.filter(({ Type }) => Type === 'tmpfs').map(({ Target, TmpfsOptions }) =>
      inMemory(Target ?? '', TmpfsOptions.SizeBytes, true),
    ),
    ...mounts.map(mounted),
  ];
  // The first of a target counts: the request knows the size, which the answer about it lacks.
  const byTarget = new Map(all.toReversed().map((mount) => [mount.target, mount]));
  return [...byTarget.values()].toSorted((left, right) => compareText(left.target, right.target));
}
