import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCapture } from './measure-capture.ts';
import type { CaptureMeasurement } from './measure-capture.ts';

function count(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isInteger(value) && value > 0) return value;
  process.stderr.write(`bench:capture: ${text} is no number of spans; accepted: a whole number above 0\n`);
  process.exit(2);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')} spans/s`;
}

function* lines({
  rates,
  ratios,
  memory,
  spans,
  jsonSpans,
  open,
  components,
  edges,
}: CaptureMeasurement): Generator<string> {
  yield `machine          ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${mebibytes(totalmem())}, Node ${process.version}`;
  yield `                 what matters is the speed of one core and of its caches; others' load lowers all rates alike, so the ratios stay`;
  yield `spans            ${spans.toLocaleString('en')} as protobuf, ${jsonSpans.toLocaleString('en')} of them as JSON`;
  yield `protobuf→facts   ${perSecond(rates.protoToSummary)} (decode and aggregate, by CPU time of the whole process)`;
  yield `protobuf decode  ${perSecond(rates.protoDecode)}`;
  yield `library decode   ${perSecond(rates.libraryDecode)} (protobufjs, published definitions, same bytes)`;
  yield `JSON→facts       ${perSecond(rates.jsonToSummary)}`;
  yield `ratio            protobuf→facts takes ${ratios.captureToLibraryDecode.toFixed(2)} times the library's decoding alone`;
  yield `ratio            JSON→facts takes ${ratios.jsonToProto.toFixed(2)} times protobuf→facts`;
  for (const { atSpans, heapBytes, rssBytes } of memory) {
    yield `memory           after ${atSpans.toLocaleString('en')} spans: heap ${mebibytes(heapBytes)} once collected (two summaries: protobuf's and JSON's), resident ${mebibytes(rssBytes)}`;
  }
  yield `estate           ${components} components, ${edges} edges`;
  yield `open             ${open.toLocaleString('en')} spans still in open traces at the end`;
}

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '1_000_000' },
    'json-spans': { type: 'string', default: '200_000' },
    json: { type: 'boolean', default: false },
  },
});

const measured = measureCapture({ spans: count(values.spans), jsonSpans: count(values['json-spans']) }, (progress) => {
  process.stderr.write(`bench:capture: ${progress}\n`);
});
process.stdout.write(
  values.json ? `${JSON.stringify(measured, undefined, 2)}\n` : `${[...lines(measured)].join('\n')}\n`,
);
