import { existsSync, globSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { compareText, RegisteredError } from '../../src/kernel/index.ts';
import type { AggregatedEstate } from '../../twin/calibration/index.ts';
import { readCase } from './read-case.ts';
import type { ChangeCase } from './read-case.ts';
import { readGraph } from './read-graph.ts';
import { readMetrics } from './read-metrics.ts';

/** Cases under one traffic, with the estate at usual times. */
export interface Traffic {
  /** Its folder below the one that was named; `.` for that itself. */
  readonly name: string;
  /** The front door is named by each case. */
  readonly estate: Omit<AggregatedEstate, 'frontDoor'>;
  readonly cases: readonly ChangeCase[];
}

const accepted =
  'a folder with graph.csv, noissue/metrics.csv and cases (train or test, in it a folder for each with target.json and metrics.csv), or a folder of such folders';

const casesIn = (folder: string): string[] =>
  globSync(['{train,test}/*/target.json', '{train,test}/*/metrics.csv'], { cwd: folder })
    .map((path) => dirname(path).replaceAll(sep, '/'))
    .filter((id, at, all) => all.indexOf(id) === at)
    .sort(compareText);

function medianStep(startsMs: readonly number[]): number {
  const steps = startsMs.slice(1).map((startMs, at) => startMs - (startsMs[at] ?? startMs));
  return steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
}

async function readTraffic(folder: string, name: string): Promise<Traffic> {
  const within = join(folder, name);
  const graph = await readGraph(join(within, 'graph.csv'));
  const usual = await readMetrics(join(within, 'noissue', 'metrics.csv'));
  const cases: ChangeCase[] = [];
  for (const id of casesIn(within)) cases.push(await readCase(within, id, graph.names));
  const estate = {
    components: new Map([...usual.components].filter(([component]) => graph.names.has(component))),
    calls: graph.calls,
    windowMs: medianStep(usual.startsMs),
  };
  for (const { id, frontDoor } of cases) {
    if (estate.components.get(frontDoor)?.requests.some((count) => count > 0) !== true) {
      throw new RegisteredError('input-malformed', {
        path: join(within, 'noissue', 'metrics.csv'),
        place: '',
        found: `no requests of "${frontDoor}", the front door of ${id}`,
        accepted: 'requests (Sum) of the component that target.node of each case names',
      });
    }
  }
  return { name, estate, cases };
}

/**
 * Reads a folder of one traffic, or of several.
 *
 * @param folder - Its path.
 * @returns With those folders that have cases but no metrics of usual times, which cannot be read.
 * @throws RegisteredError `input-unreadable` where it is not there, `input-unrecognised` where it is not of the layout, and
 * what reading its files throws.
 */
export async function readTraffics(
  folder: string,
): Promise<{ readonly traffics: readonly Traffic[]; readonly withoutUsual: readonly string[] }> {
  if (!existsSync(folder)) throw new RegisteredError('input-unreadable', { path: folder, found: 'no such folder' });
  const below = globSync('*/{train,test}', { cwd: folder }).map((path) => dirname(path));
  const names = [...new Set(casesIn(folder).length > 0 ? ['.'] : below)]
    .filter((name) => casesIn(join(folder, name)).length > 0)
    .sort(compareText);
  const hasUsual = (name: string): boolean => existsSync(join(folder, name, 'noissue', 'metrics.csv'));
  const traffics: Traffic[] = [];
  for (const name of names.filter(hasUsual)) traffics.push(await readTraffic(folder, name));
  if (traffics.length === 0) {
    const found =
      names.length === 0 ? 'no cases' : `cases, but no noissue/metrics.csv beside them in ${names.join(', ')}`;
    throw new RegisteredError('input-unrecognised', { path: folder, found, accepted });
  }
  return { traffics, withoutUsual: names.filter((name) => !hasUsual(name)) };
}
