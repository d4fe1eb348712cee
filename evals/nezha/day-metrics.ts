import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rowsOf } from '../../connectors/csv-rows/index.ts';
import { openInput } from '../../connectors/files/index.ts';
import { readMetricTable } from '../../connectors/metric-table/index.ts';
import { compareText, CoverageCount } from '../../src/kernel/index.ts';
import type { MetricEvidence, MetricPoints } from '../../twin/diagnosis/index.ts';

type Point = [atMs: number, value: number];

/** What of a pod's table is read. */
const measures = { cpu: 'CpuUsage', served: 'PodWorkload' } as const;

/** Medians of times by edge, as callers and as callees saw them. */
const edgeTables = { caller: 'source_50', callee: 'destination_50' } as const;

const inFolder = (folder: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: folder })
    .sort(compareText)
    .map((file) => join(folder, file));

async function podTables(folder: string): Promise<Pick<MetricEvidence, 'cpu' | 'served'>> {
  const read = { cpu: new Map<string, Point[]>(), served: new Map<string, Point[]>() };
  for (const path of inFolder(folder, '*_metric.csv{,.gz}')) {
    for (const { component, metric, points } of await readMetricTable(await openInput(path), new CoverageCount())) {
      for (const key of ['cpu', 'served'] as const) {
        if (metric === measures[key])
          read[key].set(component, [
            ...(read[key].get(component) ?? []),
            ...points.map(([at, value]): Point => [at, value]),
          ]);
      }
    }
  }
  return read;
}

/** A table with a column for each edge, `caller_callee`, in seconds; by edge, milliseconds by whole minutes. */
async function edgeTable(path: string): Promise<ReadonlyMap<string, ReadonlyMap<number, Point>>> {
  const edges = new Map<string, Map<number, Point>>();
  let names: readonly string[] | undefined;
  for await (const { cells } of rowsOf(await openInput(path))) {
    if (names === undefined) {
      names = cells.map((name) => name.trim());
      continue;
    }
    const atMs = Number(cells[1]) * 1_000;
    for (const [index, name] of names.entries()) {
      const text = (cells[index] ?? '').trim();
      const seconds = Number(text);
      if (index < 2 || text === '' || !Number.isFinite(seconds) || !Number.isFinite(atMs)) continue;
      const points = edges.get(name) ?? new Map<number, Point>();
      edges.set(name, points);
      points.set(Math.round(atMs / 60_000), [atMs, seconds * 1_000]);
    }
  }
  return edges;
}

/** The two components of `caller_callee`: each part has to be a component that is known. */
function endsOf(name: string, components: ReadonlySet<string>): readonly [caller: string, callee: string] | undefined {
  for (let at = name.indexOf('_'); at >= 0; at = name.indexOf('_', at + 1)) {
    const ends = [name.slice(0, at), name.slice(at + 1)] as const;
    if (ends.every((end) => components.has(end))) return ends;
  }
  return undefined;
}

async function waitsOf(folder: string, components: ReadonlySet<string>): Promise<MetricEvidence['waits']> {
  const [ofCallers] = inFolder(folder, `${edgeTables.caller}.csv{,.gz}`);
  const [ofCallees] = inFolder(folder, `${edgeTables.callee}.csv{,.gz}`);
  if (ofCallers === undefined || ofCallees === undefined) return [];
  const [asCallers, asCallees] = [await edgeTable(ofCallers), await edgeTable(ofCallees)];
  return [...asCallers].flatMap(([name, byMinute]) => {
    const ends = endsOf(name, components);
    if (ends === undefined) return [];
    const points = [...byMinute].flatMap(([minute, [atMs, waitedMs]]): Point[] => {
      const took = asCallees.get(name)?.get(minute);
      return took === undefined ? [] : [[atMs, waitedMs - took[1]]];
    });
    return [{ caller: ends[0], callee: ends[1], points: points satisfies MetricPoints }];
  });
}

/**
 * Reads the metrics of one day: tables of pods, and, where a mesh measured edges, what callers waited beyond what callees
 * took.
 *
 * @param folder - `SYSTEM/DAY/metric`; what is not there is no evidence.
 * @param components - Those that traces know, beside those of the tables.
 * @throws RegisteredError what reading a file throws.
 */
export async function readDayMetrics(folder: string, components: Iterable<string>): Promise<MetricEvidence> {
  const pods = await podTables(folder);
  const known = new Set([...components, ...pods.cpu.keys()]);
  return { ...pods, waits: await waitsOf(folder, known) };
}

/** The folder of a day's metrics. */
export const metricFolder = (folder: string, system: string, day: string): string =>
  join(folder, basename(system), basename(day), 'metric');
