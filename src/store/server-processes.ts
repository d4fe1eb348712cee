import { readFile, readdir } from 'node:fs/promises';
import type { DataDir } from './data-dir.ts';
import { isSameDirectory } from './postmaster.ts';
import { runProgram } from './run-program.ts';

interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

async function readProcess(pid: number): Promise<RunningProcess | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The name of the program comes in parentheses and may hold anything; after it come the state and the parent.
    const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parentPid, command: command.replaceAll('\0', ' ').trim() };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** The processes of PostgreSQL on this machine that can be seen from here, whatever cluster they are of. */
async function postgresProcesses(): Promise<readonly RunningProcess[]> {
  const found: (RunningProcess | undefined)[] = [];
  if (process.platform === 'linux') {
    // A container may lack ps.
    const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid));
    found.push(...(await Promise.all(pids.map(readProcess))));
  } else {
    const { stdout } = await runProgram('ps', ['-axww', '-o', 'pid=,ppid=,command='], undefined);
    for (const line of stdout.split('\n')) {
      const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (command !== undefined) found.push({ pid: Number(pid), parentPid: Number(parentPid), command });
    }
  }
  return found.filter((one) => one !== undefined).filter(({ command }) => command.includes('postgres'));
}

/**
 * The processes that work on a cluster, whatever its `postmaster.pid` says.
 *
 * @param dir - The data directory.
 * @returns Their ids.
 */
export async function clusterProcesses(dir: DataDir): Promise<readonly number[]> {
  const pids: number[] = [];
  for (const { pid, command } of await postgresProcesses()) {
    // The server and all that it forked work in the cluster, also those that outlive a killed server.
    const isIts =
      process.platform === 'linux'
        ? await isSameDirectory(`/proc/${pid}/cwd`, dir.clusterDir)
        : command.includes(dir.clusterDir);
    if (isIts) pids.push(pid);
  }
  return pids;
}

/**
 * Whether somebody is logged in to a server, as far as its processes say.
 *
 * @param pid - The server's process.
 */
export async function servesSomebody(pid: number): Promise<boolean> {
  const processes = await postgresProcesses();
  return processes.some(
    ({ parentPid, command }) =>
      parentPid === pid &&
      /^postgres: \S+ \S+ [\d.]+\(\d+\) /.test(command) &&
      // One that is not let in, or not yet.
      !/ (authentication|startup|initializing)$/.test(command),
  );
}
