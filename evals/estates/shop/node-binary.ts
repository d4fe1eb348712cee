import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { RegisteredError } from '../../../src/kernel/index.ts';

const run = promisify(execFile);

/** npm's names for the architectures, by the names that engines use. */
const npmArchitecture: Readonly<Record<string, 'x64' | 'arm64'>> = {
  amd64: 'x64',
  x86_64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

/** A Node for the engine. */
export interface NodeBinary {
  readonly version: string;
  /** Path of the executable on this machine. */
  readonly file: string;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Finds the Node that this repository pins, for an engine: the installed one where the engine is of this machine's kind,
 * otherwise the same version of npm's package for the engine, fetched once.
 *
 * @param architecture - The engine's, as the engine itself names it.
 * @param cacheDirectory - Where a fetched one is kept.
 * @throws RegisteredError `engine-architecture-unsupported`, `node-binary-unavailable`
 */
export async function findNodeBinary(architecture: string, cacheDirectory: string): Promise<NodeBinary> {
  const arch = npmArchitecture[architecture];
  if (arch === undefined) {
    const accepted = Object.keys(npmArchitecture);
    throw new RegisteredError('engine-architecture-unsupported', { found: architecture, accepted });
  }
  const manifest = createRequire(import.meta.url).resolve('node/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const installed = join(dirname(manifest), 'bin', 'node');
  if (process.platform === 'linux' && process.arch === arch && (await exists(installed))) {
    return { version, file: installed };
  }

  const name = `node-linux-${arch}`;
  const folder = join(cacheDirectory, `${name}-${version}`);
  const file = join(folder, 'package', 'bin', 'node');
  if (!(await exists(file))) await fetchPackage(`${name}@${version}`, folder);
  return { version, file };
}

/** Fetches and unpacks a package of npm's; the folder appears only when it is whole. */
async function fetchPackage(specifier: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await run('npm', ['pack', specifier, '--silent', '--pack-destination', unfinished], { cwd: unfinished });
    const [archive] = (await readdir(unfinished)).filter((entry) => entry.endsWith('.tgz'));
    await run('tar', ['-xzf', join(unfinished, archive ?? ''), '-C', unfinished, 'package/bin/node']);
    await rm(join(unfinished, archive ?? ''));
    await rename(unfinished, folder).catch(async (thrown: unknown) => {
      // Another process was faster: what it put there is the same.
      if (!(await exists(join(folder, 'package', 'bin', 'node')))) throw thrown;
    });
  } catch (thrown) {
    throw new RegisteredError(
      'node-binary-unavailable',
      { specifier, reason: (thrown as Error).message },
      { cause: thrown },
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
