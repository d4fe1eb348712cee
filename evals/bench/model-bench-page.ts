import type { EstatesMeasurement, MemoryMeasurement } from './estate/index.ts';
import type { ModelMeasurement } from './measure-model.ts';
import type { ModelBenchResult } from './model-bench-result.ts';
import { difference, gibibytes, mebibytes, percent, power, spread, threeDigits, whole } from './shown-figures.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  // Figures are compared digit by digit.
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)];
}

function tandemSection(measured: ModelMeasurement): readonly string[] {
  const { engines, ratios, absent, processor, rounds, expectedResponseMs } = measured;
  const pinned = processor === null ? 'not pinned to a processor' : 'all pinned to one processor';
  return [
    '### A tandem of three stations, beside other engines',
    '',
    `Three stations in a line, for which queueing theory has an exact answer (${whole(expectedResponseMs)} ms mean response). ` +
      `${rounds} rounds, each engine once in each, in a process of its own, ${pinned}; medians, with the lowest and the highest, by processor time.`,
    '',
    ...table(
      ['engine', 'made by', 'requests per second', 'mean response', 'from theory'],
      engines.map(({ name, madeBy, requestsPerSecond, meanResponseMs, meanResponseDifferenceRatio }) => [
        name,
        madeBy,
        spread(requestsPerSecond, whole),
        `${whole(meanResponseMs)} ms`,
        difference(meanResponseDifferenceRatio),
      ]),
    ),
    '',
    ...(ratios.length === 0
      ? []
      : [
          ...table(
            ['engine', 'beside', 'times as many requests per second'],
            ratios.map(({ of, to, ratio }) => [of, to, spread(ratio, threeDigits)]),
          ),
          '',
        ]),
    ...absent.flatMap(({ name, reason }) => [`${name} was not measured: ${reason}.`, '']),
  ];
}

function estatesSection(measured: EstatesMeasurement): readonly string[] {
  const { requestsPerSecond, simulatedMs, threads, estates, growthExponents } = measured;
  return [
    '### Rehearsals of whole estates',
    '',
    `Made estates with several edges, call trees 3 to 5 deep, databases behind pools, caches, timeouts and retries; ` +
      `${requestsPerSecond} requests per second from outside. Each rehearsal lasts ${simulatedMs / 1_000} s of the model and has numbers of its own: ` +
      `mean times ±30 %, latencies ±50 %, rates ±10 %, probabilities of paths ±30 %. ${threads} threads.`,
    '',
    ...table(
      [
        'components',
        'rehearsals',
        'wall time',
        'processor time',
        'of one rehearsal',
        'calls per request',
        'events per second',
        'failed requests',
      ],
      estates.map((one) => [
        whole(one.components),
        whole(one.rehearsals),
        `${threeDigits(one.wallS)} s`,
        `${threeDigits(one.processorS)} s`,
        `${threeDigits(one.processorMsOfRehearsal)} ms`,
        one.callsPerRequest.toFixed(1),
        whole(one.eventsPerSecond),
        percent(one.failedRatio, 2),
      ]),
    ),
    '',
    `Wall time runs from the text of the model to the last report. Processor time is of all threads of the process; that of one ` +
      `rehearsal, and events per second, are by it. It grows with the number of components to the power of ` +
      `${power(growthExponents.components)}, and with the number of calls to the power of ${power(growthExponents.calls)}.`,
    '',
  ];
}

function memorySection({ components, requestsPerSecond, before, marks }: MemoryMeasurement): readonly string[] {
  const row = (heapBytes: number, arrayBytes: number, rssBytes: number): readonly string[] =>
    [heapBytes, arrayBytes, rssBytes].map(mebibytes);
  return [
    '### Memory over simulated time',
    '',
    `One run of the estate of ${components} components at ${requestsPerSecond} requests per second, looked at as it goes, after a collection.`,
    '',
    ...table(
      ['simulated time', 'requests', 'heap', 'arrays', 'resident'],
      [
        ['before the run', '', ...row(before.heapBytes, before.arrayBytes, before.rssBytes)],
        ...marks.map(({ simulatedMinutes, requests, heapBytes, arrayBytes, rssBytes }) => [
          `${whole(simulatedMinutes)} min`,
          whole(requests),
          ...row(heapBytes, arrayBytes, rssBytes),
        ]),
      ],
    ),
    '',
    ...growthOf(marks),
  ];
}

function growthOf(marks: MemoryMeasurement['marks']): readonly string[] {
  const [first, last] = [marks.at(0), marks.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const changeBytes = last.heapBytes + last.arrayBytes - first.heapBytes - first.arrayBytes;
  const sign = changeBytes < 0 ? '' : '+';
  return [
    `From the first to the last of these, heap and arrays together changed by ${sign}${mebibytes(changeBytes)}, while ` +
      `${whole(last.requests - first.requests)} requests more came and went. The timeline of the report has up to 600 places for each source, and fills them.`,
    '',
  ];
}

/**
 * What was measured, as a section of a page.
 *
 * @param result - As `npm run bench:model -- --output json` prints it.
 * @returns Markdown with headings from the second level on.
 */
export function modelBenchPage({ machine, tandem, estates, memory }: ModelBenchResult): string {
  const { processor, cores, memoryBytes, node } = machine;
  return [
    '## Speed and memory of the model',
    '',
    `Measured by \`npm run bench:model\` on ${cores} cores (${processor}) with ${gibibytes(memoryBytes)} of memory, Node ${node}.`,
    '',
    ...(tandem === undefined ? [] : tandemSection(tandem)),
    ...(estates === undefined ? [] : estatesSection(estates)),
    ...(memory === undefined ? [] : memorySection(memory)),
  ].join('\n');
}
