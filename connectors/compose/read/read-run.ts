import type { Dependency, DeviceMapping, LifecycleHook, RestartPolicy, Ulimit } from '../model/index.ts';
import { shown } from '../tree/index.ts';
import { containerFurther } from './further-attributes.ts';
import type { Fields } from './fields.ts';

const conditions = ['service_started', 'service_healthy', 'service_completed_successfully'] as const;

const namespaces = ['network_mode', 'ipc', 'pid', 'uts', 'cgroup'] as const;

/**
 * What a service waits for: what it says itself, and what sharing and linking imply.
 *
 * @param service - The service's attributes.
 */
export function readDependencies<Kept>(service: Fields<Kept>): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  for (const [name, condition] of service.namedMaps('depends_on')) {
    found.set(name, {
      service: name,
      condition: condition.word('condition', conditions) ?? 'service_started',
      restart: condition.truth('restart') ?? false,
      required: condition.truth('required') ?? true,
      from: 'depends_on',
    });
    condition.rest();
  }
  const imply = (name: string, from: Dependency['from'], restart: boolean): void => {
    if (name === '' || found.has(name)) return;
    found.set(name, { service: name, condition: 'service_started', restart, required: true, from });
  };
  for (const link of service.texts('links')) imply(link.split(':')[0] ?? '', 'links', true);
  for (const namespace of namespaces) {
    const [, shared = ''] = /^service:(.*)$/s.exec(service.text(namespace) ?? '') ?? [];
    imply(shared, namespace, true);
  }
  for (const from of service.texts('volumes_from')) {
    if (!from.startsWith('container:')) imply(from.split(':')[0] ?? '', 'volumes_from', false);
  }
  return [...found.values()];
}

/**
 * What the engine does when a container's process ends.
 *
 * @param service - The service's attributes.
 */
export function readRestart<Kept>(service: Fields<Kept>): RestartPolicy {
  const node = service.node('restart');
  const text = node?.kind === 'scalar' ? node.text : undefined;
  const [, plain, retries] = /^(no|always|unless-stopped|on-failure)(?::(\d{1,6}))?$/.exec(text ?? '') ?? [];
  if (node !== undefined && text !== '' && plain === undefined) {
    const accepted = "'no', always, unless-stopped, on-failure or on-failure:COUNT";
    service.problem('restart', node, accepted, shown(node), 'value');
  }
  const name = (plain ?? 'no') as RestartPolicy['name'];
  const counts = name === 'on-failure' && retries !== undefined;
  return { name, maximumRetries: counts ? Number(retries) : undefined };
}

/**
 * Limits of the kernel.
 *
 * @param fields - Of a service, or of its build.
 */
export function readUlimits<Kept>(fields: Fields<Kept>): readonly Ulimit[] {
  const node = fields.node('ulimits');
  if (node === undefined) return [];
  if (node.kind !== 'map') {
    fields.problem('ulimits', node, 'a map of names to numbers, or to maps of soft and hard');
    return [];
  }
  const limits = fields.map('ulimits');
  return [...node.entries].flatMap(([name, { value }]): readonly Ulimit[] => {
    if (name.startsWith('x-')) return [];
    if (value.kind === 'scalar') {
      const both = limits?.count(name, -1);
      return both === undefined ? [] : [{ name, soft: both, hard: both }];
    }
    const pair = limits?.map(name);
    const soft = pair?.count('soft', -1);
    const hard = pair?.count('hard', -1);
    pair?.rest();
    if (soft === undefined && hard === undefined) return [];
    return [{ name, soft: soft ?? hard ?? -1, hard: hard ?? soft ?? -1 }];
  });
}

/**
 * Devices of the host that a container sees.
 *
 * @param service - The service's attributes.
 */
export function readDevices<Kept>(service: Fields<Kept>): readonly DeviceMapping[] {
  return service.maps('devices').map((device) => {
    const source = device.text('source') ?? '';
    const made = {
      source,
      target: device.text('target') ?? source,
      permissions: device.text('permissions') ?? 'rwm',
    };
    device.rest();
    return made;
  });
}

/**
 * Commands that Compose runs at moments of a container's life.
 *
 * @param service - The service's attributes.
 */
export function readHooks<Kept>(service: Fields<Kept>): readonly LifecycleHook<Kept>[] {
  return (['pre_start', 'post_start', 'pre_stop'] as const).flatMap((moment) =>
    service.maps(moment).map((hook) => {
      const isContainer = moment === 'pre_start';
      const made = {
        moment,
        image: isContainer ? hook.text('image') : undefined,
        command: hook.command('command') ?? [],
        environment: hook.settings('environment'),
        further: hook.further(
          isContainer
            ? { ...containerFurther, per_replica: true }
            : { user: true, privileged: true, working_dir: true },
        ),
      };
      hook.rest();
      return made;
    }),
  );
}
