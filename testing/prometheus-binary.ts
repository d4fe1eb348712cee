import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

/** A real Prometheus: on the PATH, or where testing/prometheus-binary.sh puts it; undefined where there is none. */
export const prometheusBinary: string | undefined = [
  ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'prometheus')),
  join(cache, 'backlot-test', 'prometheus'),
].find(isProgram);
