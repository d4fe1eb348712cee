import { z } from 'zod';

const column = z.string().min(1).describe('the name of a column, as the header has it');
const timeUnit = z.enum(['ns', 'us', 'ms', 's', 'iso-8601']);
const durationUnit = z.enum(['ns', 'us', 'ms', 's']);

/** Which column of a CSV file holds what of a span. */
export const spanCsvMappingSchema = z
  .strictObject({
    traceId: column,
    spanId: column,
    parentSpanId: column.optional(),
    rootParents: z
      .array(z.string())
      .default(['', 'root', '0', 'null', 'None'])
      .describe('what stands for the parent of a span that has none'),
    service: column.optional(),
    pod: column.optional().describe('the name of a Kubernetes pod, from which the service is read'),
    operation: column,
    kind: column.optional().describe('server, client, producer, consumer or internal'),
    isError: column.optional().describe('true, 1 or error where the span failed'),
    startTime: column,
    startTimeUnit: timeUnit,
    endTime: column.optional().describe('in the unit of the start time'),
    duration: column.optional(),
    durationUnit: durationUnit.optional(),
  })
  .refine(({ service, pod }) => service !== undefined || pod !== undefined, {
    error: 'one of service and pod must be named',
    path: ['service'],
  })
  .refine(({ endTime, duration }) => endTime !== undefined || duration !== undefined, {
    error: 'one of endTime and duration must be named',
    path: ['endTime'],
  })
  .refine(({ endTime, duration, durationUnit: unit }) => endTime !== undefined || duration === undefined || unit, {
    error: 'a duration needs its unit',
    path: ['durationUnit'],
  });

/** Which column of a CSV file holds what of a span, checked. */
export type SpanCsvMapping = z.output<typeof spanCsvMappingSchema>;

/** The layout of Nezha's traces (https://github.com/IntelligentDDS/Nezha). */
export const nezhaMapping: SpanCsvMapping = spanCsvMappingSchema.parse({
  traceId: 'TraceID',
  spanId: 'SpanID',
  parentSpanId: 'ParentID',
  pod: 'PodName',
  operation: 'OperationName',
  startTime: 'StartTimeUnixNano',
  startTimeUnit: 'ns',
  endTime: 'EndTimeUnixNano',
});

const columnFields = [
  'traceId',
  'spanId',
  'parentSpanId',
  'service',
  'pod',
  'operation',
  'kind',
  'isError',
  'startTime',
  'endTime',
  'duration',
] as const;

/** What of a span can be in a column. */
export type ColumnField = (typeof columnFields)[number];

/** The columns that a mapping names, by what is in them. */
export function columnsOf(mapping: SpanCsvMapping): readonly (readonly [field: ColumnField, name: string])[] {
  return columnFields.flatMap((field) => {
    const name = mapping[field];
    return name === undefined ? [] : [[field, name] as const];
  });
}

/** Whether a header has all columns that a mapping names. */
const fits = (header: readonly string[], mapping: SpanCsvMapping): boolean =>
  columnsOf(mapping).every(([, name]) => header.includes(name));

/** Names of columns that only spans have together, in whatever spelling: the rest is for a mapping to say. */
const telling = ['traceid', 'spanid'];

/**
 * Whether a first row is that of spans: it has the columns of the mapping, or names the ids of a trace and of a span.
 *
 * @param header - The first row.
 * @param given - A mapping, where there is one.
 */
export function isSpanHeader(header: readonly string[], given?: SpanCsvMapping): boolean {
  if (given !== undefined && fits(header, given)) return true;
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return telling.every((name) => plain.includes(name));
}

/**
 * The mapping for a file: the given one, or the built-in one that its header has the columns of.
 *
 * @param header - The first row.
 * @param given - By the person who named the file.
 */
export function mappingOf(header: readonly string[], given: SpanCsvMapping | undefined): SpanCsvMapping | undefined {
  return given ?? (fits(header, nezhaMapping) ? nezhaMapping : undefined);
}
