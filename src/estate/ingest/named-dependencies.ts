import type { Setting } from '../../kernel/index.ts';

/** A component that a setting names, and the setting. */
export interface NamedDependency {
  readonly key: string;
  /** The setting's name. */
  readonly setting: string;
  /** `environment CART_ADDR`. */
  readonly via: string;
}

/** Names of settings whose value is a host: `DB_HOST`, `--broker`, `-h`. */
const nameOfHost =
  /(?:^-h$)|(?:^|[_.-])(?:addr(?:ess)?(?:es)?|hosts?|hostnames?|ur[il]s?|endpoints?|servers?|peers?|brokers?|upstreams?|backends?|targets?|nodes?|service|svc|primary|replica)(?:$|[_.-])/i;

/**
 * The hosts that a kept setting names: of its address, or of each `host:port` in its value. A bare word is one only where
 * the setting is called as a host's: a mailbox or a schema may be called as a neighbour is.
 */
function hostsIn({ name, address, value }: Setting): string[] {
  if (address !== undefined) return [address.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/:\d+$/, '')];
  return (value ?? '').split(',').flatMap((part) => {
    const [, host, port] = /^\s*([\w.-]+)(:\d+)?\s*$/.exec(part) ?? [];
    return host !== undefined && (port !== undefined || nameOfHost.test(name)) ? [host] : [];
  });
}

/**
 * Finds which neighbours the settings of a component name: what it must be able to reach.
 *
 * @param kind - What the settings are: `environment`, `command`.
 * @param settings - The component's settings.
 * @param keyOfName - Gives the key of a neighbour by a name that it has, in lower case.
 */
export function namedDependencies(
  kind: string,
  settings: readonly Setting[],
  keyOfName: (name: string) => string | undefined,
): readonly NamedDependency[] {
  return settings.flatMap((setting) =>
    hostsIn(setting).flatMap((host): NamedDependency[] => {
      const lower = host.toLowerCase();
      const key = keyOfName(lower) ?? keyOfName(lower.split('.')[0] ?? '');
      return key === undefined ? [] : [{ key, setting: setting.name, via: `${kind} ${setting.name}`.trim() }];
    }),
  );
}
