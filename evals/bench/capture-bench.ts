import { cpus, totalmem } from 'node:os';
import { benchOptions, countOption } from './bench-options.ts';
import { measureCapture } from './measure-capture.ts';
import type { CaptureMeasurement } from './measure-capture.ts';

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

const usage = {
  name: 'bench:capture',
  text: `usage: npm run bench:capture -- [--spans N] [--json-spans N] [--json]

Measures how fast spans become facts, as protobuf and as JSON, against decoding alone by the same library, and whether
memory stays flat.

  --spans N        as protobuf (1_000_000)
  --json-spans N   as JSON (200_000)
  --json           print JSON

  npm run bench:capture -- --spans 200_000              a first look
  npm run -s bench:capture -- --spans 10_000_000 --json  memory over ten million spans
`,
} as const;
const values = benchOptions(usage, {
  spans: { type: 'string', default: '1_000_000' },
  'json-spans': { type: 'string', default: '200_000' },
  json: { type: 'boolean', default: false },
});
const asked = {
  spans: countOption(usage, 'spans', values.spans),
  jsonSpans: countOption(usage, 'json-spans', values['json-spans']),
};

const measured = measureCapture(asked, (progress) => {
  process.stderr.write(`bench:capture: ${progress}\n`);
});
process.stdout.write(
  values.json ? `${JSON.stringify(measured, undefined, 2)}\n` : `${[...lines(measured)].join('\n')}\n`,
);
