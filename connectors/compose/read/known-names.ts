import type { YamlMap, YamlNode } from '../../../src/kernel/index.ts';
import { isFilled, valueOf } from '../tree/index.ts';

/** Names by which containers of a project find each other, in lower case. */
export interface KnownNames {
  readonly written: ReadonlySet<string>;
  /** Those that a variable made: what a variable holds may be a secret. */
  readonly filled: ReadonlySet<string>;
}

const sections = ['services', 'jobs'] as const;

function mapIn(map: YamlMap, key: string): YamlMap['entries'] {
  const value = valueOf(map, key);
  return value?.kind === 'map' ? value.entries : new Map();
}

/**
 * Finds the names by which containers of a project find each other.
 *
 * @param root - The project.
 */
export function findKnownNames(root: YamlMap): KnownNames {
  const written = new Set<string>();
  const filled = new Set<string>();
  const add = (node: YamlNode | undefined): void => {
    if (node?.kind === 'scalar' && node.text !== '') (isFilled(node) ? filled : written).add(node.text.toLowerCase());
  };
  for (const [name, { value: service }] of sections.flatMap((section) => [...mapIn(root, section)])) {
    written.add(name.toLowerCase());
    if (service.kind !== 'map') continue;
    add(valueOf(service, 'container_name'));
    add(valueOf(service, 'hostname'));
    for (const [, { value: end }] of mapIn(service, 'networks')) {
      const aliases = end.kind === 'map' ? valueOf(end, 'aliases') : undefined;
      for (const alias of aliases?.kind === 'list' ? aliases.items : []) add(alias);
    }
  }
  return { written, filled };
}
