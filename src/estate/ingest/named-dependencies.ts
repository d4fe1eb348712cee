import type { Setting } from '../../kernel/index.ts';

/** A component that a setting names, and the setting. */
export interface NamedDependency {
  readonly key: string;
  /** `environment CART_ADDR`. */
  readonly via: string;
}

/** The hosts that a kept setting names: of its address, or of each `host:port` or bare host in its value. */
function hostsIn({ address, value }: Setting): string[] {
  if (address !== undefined) return [address.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/:\d+$/, '')];
  return (value ?? '').split(',').flatMap((part) => /^\s*([\w.-]+)(?::\d+)?\s*$/.exec(part)?.[1] ?? []);
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
      return key === undefined ? [] : [{ key, via: `${kind} ${setting.name}`.trim() }];
    }),
  );
}
