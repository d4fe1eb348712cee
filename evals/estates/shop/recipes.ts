import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImageRecipe, ImageRecipeFile } from '../image-recipe.ts';
import { bundleServices } from './bundle.ts';
import { findNodeBinary } from './node-binary.ts';

/** The version that compose.yaml asks for where SHOP_VERSION is not set. */
export const shopVersion = '1.0.0';

/** The shop's Node services, by folder under `services/`. */
export const shopNodeServices = [
  'storefront',
  'catalogue',
  'cart',
  'checkout',
  'payment',
  'payment-provider',
  'load-generator',
] as const;

/** What may differ between builds of the shop. */
export interface ShopImageOptions {
  /**
   * The image that all others stand on: Debian 12, from a registry or made locally.
   *
   * @defaultValue `debian:bookworm-slim`
   */
  readonly baseImage?: string;
  /**
   * The tag of the images, and `service.version` in the services' telemetry.
   *
   * @defaultValue `shopVersion`
   */
  readonly version?: string;
  /**
   * Where a Node of another platform is kept once fetched.
   *
   * @defaultValue `backlot/` in the user's cache directory
   */
  readonly cacheDirectory?: string;
}

const images = fileURLToPath(new URL('images/', import.meta.url));

function imageFile(folder: string, name: string, mode = 0o644): ImageRecipeFile {
  return { path: name, source: { file: join(images, folder, name) }, mode };
}

function userCacheDirectory(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'backlot');
}

/**
 * All that is needed to build the shop's images, in the order in which they stand on each other. The services are
 * bundled on the way; nothing is written.
 *
 * @param engine - The engine that will build and run them.
 * @param options - What may differ.
 * @throws RegisteredError `engine-architecture-unsupported`, `node-binary-unavailable`, `service-bundle-failed`
 */
export async function shopImageRecipes(
  engine: { readonly architecture: string },
  options: ShopImageOptions = {},
): Promise<readonly ImageRecipe[]> {
  const baseImage = options.baseImage ?? 'debian:bookworm-slim';
  const version = options.version ?? shopVersion;
  const [node, bundles] = await Promise.all([
    findNodeBinary(engine.architecture, options.cacheDirectory ?? userCacheDirectory()),
    bundleServices(shopNodeServices),
  ]);
  const runtimeTag = `backlot-shop/node-runtime:${node.version}`;

  const plain = (name: string, files: readonly ImageRecipeFile[]): ImageRecipe => ({
    tag: `backlot-shop/${name}:${version}`,
    dockerfile: 'Dockerfile',
    files: [imageFile(name, 'Dockerfile'), ...files],
    buildArguments: { BASE_IMAGE: baseImage },
  });

  return [
    plain('database', [
      imageFile('database', 'schema.sql'),
      imageFile('database', 'seed.sql'),
      imageFile('database', 'start-database', 0o755),
    ]),
    plain('redis', [imageFile('redis', 'redis.conf'), imageFile('redis', 'start-redis', 0o755)]),
    plain('gateway', [imageFile('gateway', 'nginx.conf.template'), imageFile('gateway', 'start-gateway', 0o755)]),
    {
      tag: runtimeTag,
      dockerfile: 'Dockerfile',
      files: [imageFile('node-runtime', 'Dockerfile'), { path: 'node', source: { file: node.file }, mode: 0o755 }],
      buildArguments: { BASE_IMAGE: baseImage },
    },
    ...[...bundles.services].map(([name, files]) => ({
      tag: `backlot-shop/${name}:${version}`,
      dockerfile: 'Dockerfile',
      files: [imageFile('service', 'Dockerfile'), bundles.telemetry, ...files],
      buildArguments: { BASE_IMAGE: runtimeTag, SERVICE_VERSION: version },
    })),
  ];
}
