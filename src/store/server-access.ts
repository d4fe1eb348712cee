import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf, RegisteredError } from '../kernel/index.ts';
import type { DataDir } from './data-dir.ts';
import { parseJson } from './data-dir.ts';
import { fileFailure } from './file-failure.ts';

const accessSchema = z.object({ user: z.string(), password: z.string(), port: z.int().positive() });

/** How to log in to the embedded server. */
export interface ServerAccess {
  readonly user: string;
  /** Never printed. */
  readonly password: string;
  /** The port that the server listens on when it is free, so that connections find a restarted server again. */
  readonly port: number;
}

/** The one database of the embedded server; initdb makes it. */
export const embeddedDatabase = 'postgres';

/**
 * A new login with a password of the system's secure generator, which no seed may ever replace.
 *
 * @param port - The port that the server prefers from now on.
 */
export function createServerAccess(port: number): ServerAccess {
  return { user: 'backlot', password: randomBytes(24).toString('base64url'), port };
}

/**
 * Writes the login where only its owner may read it.
 *
 * @param file - The file; it must not exist yet.
 * @param access - The login.
 */
export async function writeServerAccess(file: string, access: ServerAccess): Promise<void> {
  await writeFile(file, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * Reads the login that was made when the cluster was.
 *
 * @param dir - The data directory.
 * @throws RegisteredError `data-dir-damaged`, `data-dir-not-writable`
 */
export async function readServerAccess(dir: DataDir): Promise<ServerAccess> {
  try {
    return parseJson(accessSchema, await readFile(dir.accessFile, 'utf8'), dir, 'postgres/access.json');
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw fileFailure(thrown, dir.path);
    throw new RegisteredError('data-dir-damaged', { path: dir.path, problem: 'postgres/access.json is missing' });
  }
}

/**
 * Whatever a URL leaves open, pg takes from the environment (PGSSLMODE, PGOPTIONS and others), which is meant for other
 * servers. What is empty counts as left open; no value here is, and each says what is so anyway.
 */
const connectionParameters = new URLSearchParams({
  sslmode: 'disable',
  sslnegotiation: 'postgres',
  options: '-c jit=off',
  client_encoding: 'UTF8',
  replication: 'false',
});

/**
 * The URL of the embedded server. It holds the password, and leaves nothing to the environment.
 *
 * @param access - The login.
 * @param port - The port that the server listens on.
 */
export function serverUrl(access: ServerAccess, port: number): string {
  const login = `${encodeURIComponent(access.user)}:${encodeURIComponent(access.password)}`;
  // A plus is a space in forms only: not every reader of PostgreSQL URLs takes it for one.
  const parameters = connectionParameters.toString().replaceAll('+', '%20');
  return `postgresql://${login}@127.0.0.1:${port}/${embeddedDatabase}?${parameters}`;
}
