import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BuildFailure, BuildOptions, Metafile } from 'esbuild';
import { RegisteredError } from '../../../src/kernel/index.ts';
import type { ImageRecipeFile } from '../image-recipe.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Packages that the telemetry hooks while they are loaded by name: they must stay packages of their own.
 * `docs/decisions/2026-11-30-bundling-the-demo-services.md` tells why.
 */
const hookedPackages = ['pg', 'ioredis'];

const common = {
  absWorkingDir: repository,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  logLevel: 'silent',
  legalComments: 'none',
} as const satisfies BuildOptions;

interface Bundle {
  readonly content: Uint8Array;
  readonly metafile: Metafile;
}

async function bundle(service: string, options: BuildOptions): Promise<Bundle> {
  try {
    const { outputFiles, metafile } = await build({ ...common, ...options, write: false, metafile: true });
    return { content: outputFiles[0]?.contents ?? new Uint8Array(), metafile };
  } catch (thrown) {
    const { errors = [], message } = thrown as Partial<BuildFailure> & { readonly message: string };
    const problems = errors.map(({ text, location }) =>
      location === null ? text : `${location.file}:${location.line}: ${text}`,
    );
    throw new RegisteredError(
      'service-bundle-failed',
      { service, problems: problems.length > 0 ? problems : [message] },
      { cause: thrown },
    );
  }
}

/** The files of a package and of all that it loads, in their places under `node_modules`, as esbuild follows them. */
async function packageFiles(name: string): Promise<readonly string[]> {
  const { metafile } = await bundle(name, {
    stdin: { contents: `require(${JSON.stringify(name)})`, resolveDir: repository },
    // Optional, and not installed: pg loads it only where it is asked for.
    external: ['pg-native'],
  });
  const files = new Set<string>();
  for (const path of Object.keys(metafile.inputs)) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (folder === undefined) continue;
    files.add(path);
    // The version in it decides whether an instrumentation fits, and `main` where the package begins.
    files.add(`${folder}/package.json`);
  }
  return [...files].sort();
}

/**
 * Bundles the telemetry that every service loads first.
 *
 * @throws RegisteredError `service-bundle-failed`
 */
export async function bundleTelemetry(): Promise<ImageRecipeFile> {
  const { content } = await bundle('telemetry', {
    entryPoints: ['evals/estates/shop/services/telemetry/main.ts'],
  });
  return { path: 'app/telemetry.cjs', source: { content } };
}

/**
 * Bundles a service, with the packages beside it that must not be bundled.
 *
 * @param service - The name of its folder.
 * @throws RegisteredError `service-bundle-failed`
 */
export async function bundleService(service: string): Promise<readonly ImageRecipeFile[]> {
  const { content, metafile } = await bundle(service, {
    entryPoints: [`evals/estates/shop/services/${service}/main.ts`],
    external: hookedPackages,
  });
  const used = new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  const packages = await Promise.all(hookedPackages.filter((name) => used.has(name)).map(packageFiles));
  const paths = [...new Set(packages.flat())].sort();
  return [
    { path: 'app/service.cjs', source: { content } },
    ...paths.map((path) => ({ path: join('app', path), source: { file: join(repository, path) } })),
  ];
}
