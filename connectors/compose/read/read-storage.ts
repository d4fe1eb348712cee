import type { FileGrant, ServiceMount } from '../model/index.ts';
import type { Fields } from './fields.ts';
import type { Keep } from './read-context.ts';
import { composeBytes } from './values.ts';

const kinds = ['bind', 'volume', 'tmpfs', 'cluster', 'npipe', 'image'] as const;

/** `/run:size=64m,mode=1770` */
function memoryMount<Kept>(entry: string, keep: Keep<Kept>): ServiceMount<Kept> {
  const [target = '', written = ''] = entry.split(':');
  const options = written.split(',').filter((option) => option !== '');
  const size = options.find((option) => option.startsWith('size='))?.slice('size='.length);
  return {
    kind: 'tmpfs',
    source: undefined,
    target,
    readOnly: options.includes('ro'),
    sizeBytes: size === undefined ? undefined : composeBytes(size),
    further: options.map((option) => {
      const [name = '', ...rest] = option.split('=');
      return rest.length === 0 ? keep.bare(name) : keep.named(name, rest.join('='));
    }),
  };
}

/**
 * What is mounted into a container, memory among it.
 *
 * @param service - The service's attributes.
 * @param keep - How options of memory are held.
 */
export function readMounts<Kept>(service: Fields<Kept>, keep: Keep<Kept>): readonly ServiceMount<Kept>[] {
  const mounts = service.maps('volumes').flatMap((mount): readonly ServiceMount<Kept>[] => {
    const kind = mount.word('type', kinds) ?? 'volume';
    const target = mount.text('target');
    const memory = mount.map('tmpfs');
    const volume = mount.map('volume');
    const image = mount.map('image');
    const source = mount.text('source');
    const nothing = { kind: 'scalar', value: null, text: '', place: mount.place } as const;
    if (target === undefined) mount.problem('target', nothing, 'a path in the container');
    if (kind === 'bind' && source === undefined) mount.problem('source', nothing, 'a path of the host');
    const made = {
      kind,
      source,
      target: target ?? '',
      readOnly: mount.truth('read_only') ?? false,
      sizeBytes: memory?.bytes('size'),
      further: [
        ...mount.further({
          consistency: true,
          bind: { propagation: true, create_host_path: true, recursive: true, selinux: true },
        }),
        ...(memory?.further({ mode: true }) ?? []),
        ...(volume?.further({ nocopy: true, subpath: true, labels: true }) ?? []),
        ...(image?.further({ subpath: true }) ?? []),
      ],
    };
    for (const fields of [mount, memory, volume, image]) fields?.rest();
    return target === undefined ? [] : [made];
  });
  return [...mounts, ...service.texts('tmpfs').map((entry) => memoryMount(entry, keep))];
}

/**
 * Secrets or configurations that a container sees.
 *
 * @param service - The service's attributes.
 * @param name - Which of the two.
 */
export function readGrants<Kept>(service: Fields<Kept>, name: 'secrets' | 'configs'): readonly FileGrant<Kept>[] {
  const folder = name === 'secrets' ? '/run/secrets/' : '/';
  return service.maps(name).map((grant) => {
    const source = grant.text('source') ?? '';
    const made = {
      source,
      target: grant.text('target') ?? `${folder}${source}`,
      further: grant.further({ uid: true, gid: true, mode: true }),
    };
    grant.rest();
    return made;
  });
}
