/**
 * What the two commands of the README do before anything else: install what is missing and find the pinned Node.
 *
 * Runs on whatever Node the machine has (20 or later) and uses nothing that is not part of Node.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const oldestNodeMajor = 20;
const modules = join(root, 'node_modules');
const lock = join(root, '.install-lock');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const heartbeatMs = 2_000;
const silentHolderMs = 30_000;

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Ends the process with a message in the form of the product's own errors.
 *
 * @param {string} problem
 * @param {string} remedy
 * @returns {never}
 */
function refuse(problem, remedy) {
  say(`error: ${problem}`);
  say(`remedy: ${remedy}`);
  process.exit(3);
}

/**
 * Whether node_modules is what package-lock.json asks for, by the list that npm writes into it when it is done: also
 * where it was npm alone that installed, or was killed in the middle.
 */
function isInstalled() {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'));
    const there = packagesOf(join(modules, '.package-lock.json'));
    return (
      existsSync(pinnedNode) &&
      Object.entries(wanted).every(
        ([path, { version, optional, devOptional }]) =>
          path === '' || optional || devOptional || there[path]?.version === version,
      ) &&
      Object.entries(there).every(([path, { version }]) => wanted[path]?.version === version)
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * The code of a failed call to the system, where it has one.
 *
 * @param {unknown} thrown
 */
const codeOf = (thrown) => /** @type {NodeJS.ErrnoException} */ (thrown).code;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}

/** Whether the lock's holder is gone: killed, or, where its number is somebody else's by now, silent for long. */
function isLockDead() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    return !isAlive(pid) || Date.now() - statSync(lock).mtimeMs > silentHolderMs;
  } catch {
    // The holder has not written its number yet, or has just let go.
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > silentHolderMs;
  }
}

/**
 * Does `work` while no other process installs into the same clone.
 *
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  for (let told = false; ;) {
    try {
      mkdirSync(lock);
      break;
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') {
        refuse(`cannot write to ${root}: ${String(thrown)}`, 'Clone into a folder that you may write to.');
      }
    }
    if (isLockDead()) {
      // Renaming takes it away from exactly one of those who found it dead.
      const mine = `${lock}-${process.pid}`;
      try {
        renameSync(lock, mine);
        rmSync(mine, { recursive: true, force: true });
      } catch {
        // Another one was quicker.
      }
      continue;
    }
    if (!told) say('Waiting for another process that installs into this folder ...');
    told = true;
    await delay(200);
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), heartbeatMs);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lock, { recursive: true, force: true });
  }
}

async function install() {
  if (isInstalled()) return;
  say('Installing the dependencies (once; about a minute) ...');
  const startedMs = Date.now();
  // What is needed does not depend on NODE_ENV or an .npmrc: the demo is bundled by a development dependency, the pinned
  // Node and the database come by install scripts and optional packages.
  const must = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
  let code;
  try {
    // All of npm's words go to stderr: stdout belongs to the command's result. Its warnings are left out: they speak of the
    // Node that runs npm, and all else runs on the pinned one.
    code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...must], {
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
  } catch (thrown) {
    refuse(`npm could not be started: ${String(thrown)}`, 'Install Node.js 20 or later together with npm.');
  }
  if (code !== 0) {
    refuse(
      `npm ci ended with exit code ${code}`,
      'Read its message above; most often the npm registry cannot be reached, or the disk is full. Then run again.',
    );
  }
  if (!existsSync(pinnedNode)) {
    refuse('npm ci did not bring the pinned Node.js', 'Run `npm rebuild node`, read its message, then run again.');
  }
  say(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s.`);
}

/**
 * Installs what is missing.
 *
 * @returns {Promise<string>} The path of the Node binary that everything of ours runs on.
 */
export async function setUp() {
  if (Number(process.versions.node.split('.')[0]) < oldestNodeMajor) {
    refuse(
      `this is Node.js ${process.versions.node}; setting up needs ${oldestNodeMajor} or later`,
      'Install a current Node.js from nodejs.org or your package manager, then run the same command again.',
    );
  }
  if (!isInstalled()) await alone(install);
  return pinnedNode;
}

/**
 * Runs a program in the clone with this process's terminal, and resolves to its exit code. Signals reach the child:
 * from a terminal by themselves, from elsewhere by being passed on; this process outlives it either way.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    const ignore = () => undefined;
    const passOn = () => child.kill('SIGTERM');
    process.on('SIGINT', ignore);
    process.on('SIGTERM', passOn);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', ignore);
      process.off('SIGTERM', passOn);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
