import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BuildFailure, BuildOptions } from 'esbuild';
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

async function bundle(options: BuildOptions) {
  try {
    return await build({ ...common, ...options, write: false, metafile: true });
  } catch (thrown) {
    const { errors = [], message } = thrown as Partial<BuildFailure> & { readonly message: string };
    const problems = errors.map(({ text, location }) =>
      location === null ? text : `${location.file}:${location.line}: ${text}`,
    );
    throw new RegisteredError(
      'service-bundle-failed',
      { problems: problems.length > 0 ? problems : [message] },
      { cause: thrown },
    );
  }
}

/** The files of a package and of all that it loads, in their places under `node_modules`, as esbuild follows them. */
async function packageFiles(name: string): Promise<readonly string[]> {
  const { metafile } = await bundle({
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

/** What stands in the images of the services, under `app/`. */
export interface ServiceBundles {
  /** Loaded first, the same for all. */
  readonly telemetry: ImageRecipeFile;
  /** By service: its program, with the packages beside it that must not be bundled. */
  readonly services: ReadonlyMap<string, readonly ImageRecipeFile[]>;
}

/**
 * Bundles the telemetry and all services in one pass, so that what they share is parsed once.
 *
 * @param services - The names of their folders.
 * @throws RegisteredError `service-bundle-failed`
 */
export async function bundleServices(services: readonly string[]): Promise<ServiceBundles> {
  const entries = ['telemetry', ...services];
  const [{ outputFiles, metafile }, ...packages] = await Promise.all([
    bundle({
      entryPoints: Object.fromEntries(entries.map((name) => [name, `evals/estates/shop/services/${name}/main.ts`])),
      outdir: 'bundles',
      external: hookedPackages,
    }),
    ...hookedPackages.map(packageFiles),
  ]);
  const program = (name: string, as: string): ImageRecipeFile => {
    const file = outputFiles.find(({ path }) => path.endsWith(`/${name}.js`));
    return { path: `app/${as}`, source: { content: file?.contents ?? '' } };
  };
  const beside = (name: string): readonly ImageRecipeFile[] => {
    const imports = metafile.outputs[`bundles/${name}.js`]?.imports ?? [];
    const needed = packages.filter((_, index) => imports.some(({ path }) => path === hookedPackages[index]));
    const paths = [...new Set(needed.flat())].sort();
    return paths.map((path) => ({ path: `app/${path}`, source: { file: join(repository, path) } }));
  };
  return {
    telemetry: program('telemetry', 'telemetry.cjs'),
    services: new Map(services.map((name) => [name, [program(name, 'service.cjs'), ...beside(name)]])),
  };
}
