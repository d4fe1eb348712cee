import type { EstatesMeasurement, MemoryMeasurement } from './estate/index.ts';
import type { ModelMeasurement } from './measure-model.ts';
import type { ModelBenchResult } from './model-bench-result.ts';
import { difference, gibibytes, mebibytes, percent, power, spread, threeDigits, whole } from './shown-figures.ts';

function* tandemLines(measured: ModelMeasurement): Generator<string> {
  const { engines, ratios, absent, processor, rounds, seed, expectedResponseMs } = measured;
  const pinned = processor === null ? 'not pinned: taskset is not there' : `all pinned to processor ${processor}`;
  yield `method     ${rounds} rounds, in each every engine once in a process of its own, ${pinned}, seeds from ${seed}; medians (lowest to highest), by processor time`;
  yield `model      three stations in a line; mean response after queueing theory ${whole(expectedResponseMs)} ms`;
  for (const { name, madeBy, requests, requestsPerSecond, lowestProcessorRatio } of engines) {
    const speed = spread(requestsPerSecond, whole);
    yield `${name.padEnd(10)} ${speed} requests/s, ${whole(requests)} in each run, which had at least ${percent(lowestProcessorRatio)} of a processor (${madeBy})`;
  }
  for (const { name, meanResponseMs, meanResponseDifferenceRatio } of engines) {
    yield `${name.padEnd(10)} mean response ${whole(meanResponseMs)} ms, ${difference(meanResponseDifferenceRatio)} from queueing theory`;
  }
  for (const { of, to, ratio } of ratios) {
    yield `${of.padEnd(10)} ${spread(ratio, threeDigits)} times the requests per second of ${to}`;
  }
  for (const { name, reason, remedy } of absent) yield `${name.padEnd(10)} absent: ${reason}. ${remedy}`;
}

function* estateLines(measured: EstatesMeasurement): Generator<string> {
  const { requestsPerSecond, simulatedMs, threads, seed, estates, growthExponents } = measured;
  yield `estates    rehearsals of ${simulatedMs / 1_000} s at ${requestsPerSecond} requests/s, each with other numbers, ${threads} threads, seed ${seed}`;
  for (const one of estates) {
    const used = percent(one.processorS / one.wallS / threads);
    const name = `estate of ${one.components}`.padEnd(14);
    yield `${name} ${whole(one.rehearsals)} rehearsals in ${threeDigits(one.wallS)} s, ${used} of ${threads} processors: ${threeDigits(one.processorMsOfRehearsal)} ms of processor time for each`;
    yield `${name} ${one.callsPerRequest.toFixed(1)} calls per request, ${whole(one.eventsPerRehearsal)} events per rehearsal, ${whole(one.eventsPerSecond)} events/s, ${percent(one.failedRatio, 2)} of the requests failed`;
  }
  yield `growth     with the number of components to the power of ${power(growthExponents.components)}, with the calls to ${power(growthExponents.calls)}`;
}

function* memoryLines({ components, before, marks }: MemoryMeasurement): Generator<string> {
  yield `memory     one run of an estate of ${components}; before it heap ${mebibytes(before.heapBytes)}, arrays ${mebibytes(before.arrayBytes)}, resident ${mebibytes(before.rssBytes)}`;
  for (const { simulatedMinutes, requests, heapBytes, arrayBytes, rssBytes } of marks) {
    yield `memory     after ${whole(simulatedMinutes)} simulated min, ${whole(requests)} requests: heap ${mebibytes(heapBytes)}, arrays ${mebibytes(arrayBytes)}, resident ${mebibytes(rssBytes)}`;
  }
}

/** What was measured, for a terminal: each line begins with what it is about. */
export function* modelBenchLines({ machine, tandem, estates, memory }: ModelBenchResult): Generator<string> {
  const { processor, cores, memoryBytes, node } = machine;
  yield `machine    ${processor}, ${cores} cores, ${gibibytes(memoryBytes)}, Node ${node}`;
  if (tandem !== undefined) yield* tandemLines(tandem);
  if (estates !== undefined) yield* estateLines(estates);
  if (memory !== undefined) yield* memoryLines(memory);
}
