import type { ServiceBuild } from '../model/index.ts';
import type { Fields } from './fields.ts';

/**
 * How a service's image is built.
 *
 * @param service - The service's attributes.
 * @param directory - What stands where no context is written.
 */
export function readBuild<Kept>(service: Fields<Kept>, directory: string): ServiceBuild<Kept> | undefined {
  const build = service.map('build');
  if (build === undefined) return undefined;
  const contexts = build.node('additional_contexts');
  const inline = build.node('dockerfile_inline');
  const written = build.text('dockerfile');
  const node = build.node('dockerfile');
  if (inline !== undefined && node !== undefined && written !== undefined) {
    build.problem('dockerfile', node, 'one of the two', 'dockerfile beside dockerfile_inline', 'value');
  }
  const made = {
    context: build.text('context') ?? directory,
    dockerfile: inline === undefined ? (written ?? 'Dockerfile') : undefined,
    hasInlineDockerfile: inline !== undefined,
    target: build.text('target'),
    arguments: build.settings('args'),
    tags: build.texts('tags'),
    platforms: build.texts('platforms'),
    additionalContexts:
      contexts?.kind === 'map'
        ? [...contexts.entries].flatMap(([name, { value }]) =>
            build.items(`additional_contexts.${name}`, [value]).map((item) => ({ name, context: item.text })),
          )
        : [],
    secrets: build.maps('secrets').flatMap((grant) => {
      const source = grant.text('source');
      // Where the build sees them is the Dockerfile's affair.
      grant.further({ target: true, uid: true, gid: true, mode: true });
      grant.rest();
      return source === undefined ? [] : [source];
    }),
    further: build.further({
      cache_from: true,
      cache_to: true,
      entitlements: true,
      extra_hosts: true,
      isolation: true,
      labels: true,
      network: true,
      no_cache: true,
      no_cache_filter: true,
      privileged: true,
      provenance: true,
      pull: true,
      sbom: true,
      shm_size: true,
      ssh: true,
      ulimits: true,
    }),
  };
  build.rest();
  return made;
}
