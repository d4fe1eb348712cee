import { bytesText, latencyText, ratioText } from '../map/index.ts';
import { counted } from '../../counted.ts';
import { listed } from './texts.ts';
import type { Texts } from './texts.ts';

/** How many paths are named; the whole list is in the JSON output. */
const mostPaths = 3;

/** Images are named by their first digits, as `docker images` does. */
const digitsOfImage = 12;

/** How what runs, and how it is, is said. */
export const stateTexts: Texts = {
  state: ({ state, health, restarts, outOfMemory, exitCode, startedAt }) =>
    listed(
      exitCode === undefined ? state : `${state} with ${exitCode}`,
      outOfMemory ? 'killed for want of memory' : undefined,
      health,
      restarts === 0 ? undefined : counted(restarts, 'restart'),
      startedAt === undefined ? undefined : `started ${startedAt}`,
    ),
  'running-image': ({ imageId, tagMoved }) =>
    listed(
      imageId.replace(/^sha256:/, '').slice(0, digitsOfImage),
      tagMoved ? 'not what its tag points at now' : undefined,
    ),
  usage: ({ cpuCores, throttledRatio = 0, memoryBytes, memoryLimitBytes, pids }) =>
    listed(
      cpuCores === undefined ? undefined : `${cpuCores.toFixed(2)} cores`,
      throttledRatio === 0 ? undefined : `throttled in ${ratioText(throttledRatio)} of periods`,
      memoryBytes === undefined
        ? undefined
        : `${bytesText(memoryBytes)}${memoryLimitBytes === undefined ? '' : ` of ${bytesText(memoryLimitBytes)}`}`,
      pids === undefined ? undefined : counted(pids, 'process', 'processes'),
    ),
  drift: ({ added, changed, deleted, paths }) =>
    added + changed + deleted === 0
      ? 'none'
      : `${added} added, ${changed} changed, ${deleted} deleted: ${paths.slice(0, mostPaths).join(', ')}${paths.length > mostPaths ? ', …' : ''}`,
  series: (series) =>
    series.map(({ metric, statistic, mean }) => `${metric} ${statistic} ${Number(mean.toPrecision(3))}`).join(', '),
  'latency-histograms': (histograms) =>
    histograms
      .map(({ metric, count, sumMs }) =>
        listed(
          `${metric} ${counted(count, 'request')}`,
          sumMs === undefined || count === 0 ? undefined : `${latencyText(sumMs / count)} on average`,
        ),
      )
      .join('; '),
  'scrape-jobs': (jobs) => jobs.map(({ job, targets, up }) => `${job} ${up} of ${targets} up`).join(', '),
};
