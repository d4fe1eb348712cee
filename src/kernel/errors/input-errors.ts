import { entry } from './entry.ts';

/** What can be wrong with a file that is to be read. */
export const inputErrors = {
  'input-unreadable': entry<{ readonly path: string; readonly found: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A file that is to be read is missing, may not be read, or is no file: a directory, a device, a pipe.',
    example: { path: 'traces.json', found: 'no such file' },
    message: ({ path, found }) => `${path} cannot be read: found ${found}; accepted: a file that you may read`,
    remedy: ({ path }) => `\`ls -ld ${path}\` shows what is there and whose it is; correct the path or the permission.`,
  }),
  'input-too-large': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 413,
    when: 'A file, what it unpacks to, or a part of it that must be held in memory at once is larger than is accepted.',
    example: {
      path: 'traces.json',
      found: 'one JSON document of more than 64 MiB',
      accepted: 'a document of up to 64 MiB; newline-delimited OTLP JSON, OTLP protobuf or CSV of any length',
    },
    message: ({ path, found, accepted }) => `${path} is too large: found ${found}; accepted: ${accepted}`,
    remedy: () =>
      'Split it, or export it in a form that can be read piece by piece, such as the newline-delimited JSON of the ' +
      "OpenTelemetry collector's file exporter.",
  }),
  'input-malformed': entry<{
    readonly path: string;
    /** Within the file: `line 12`, `byte 4096`, `data[0].spans[3]`; empty for the file as a whole. */
    readonly place: string;
    readonly found: string;
    readonly accepted: string;
  }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A file is empty, cut off, wrongly encoded, or not as its format says.',
    example: {
      path: 'traces.json',
      place: 'line 3, byte 17',
      found: 'a byte that is not UTF-8; it looks like Latin-1',
      accepted: 'text in UTF-8',
    },
    message: ({ path, place, found, accepted }) =>
      `${path}${place === '' ? '' : `, ${place}`}: found ${found}; accepted: ${accepted}`,
    remedy: () =>
      'Export or download the file again. Text in another encoding is converted by ' +
      '`iconv -f LATIN1 -t UTF-8 old > new` (UTF-16 likewise).',
  }),
  'input-unrecognised': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 415,
    when: 'What is in a file is in no format that is read.',
    example: {
      path: 'graph.json',
      found: 'a JSON list of objects with the keys parent, child, callCount',
      accepted: 'traces in OTLP, Zipkin, Jaeger or CSV',
    },
    message: ({ path, found, accepted }) => `${path} is in no known format: found ${found}; accepted: ${accepted}`,
    remedy: () =>
      'Leave it out, or export it in an accepted format; the name of a file does not matter, its content does.',
  }),
} as const;
