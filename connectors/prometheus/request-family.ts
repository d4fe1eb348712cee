/** Where a status stands in a metric's labels, and which ones are errors of the server. */
export interface StatusLabel {
  readonly label: string;
  /** A regular expression of PromQL, anchored at both ends. */
  readonly errors: string;
}

/** Metrics of requests that one kind of instrumentation writes. */
export interface RequestFamily {
  readonly id: string;
  /** Counters of requests. */
  readonly counter?: RegExp;
  /** Histograms of how long they took, without `_bucket`; the unit is the end of the name. */
  readonly histogram?: RegExp;
  /** Whether the histogram counts requests, too, as no counter does. */
  readonly histogramCounts: boolean;
  /** Narrows the series to those of whoever serves: `reporter="destination"`; empty for all. */
  readonly served: string;
  /** A metric has one of them. */
  readonly statuses: readonly StatusLabel[];
  /** Labels that say whom a series speaks of, besides the usual ones. */
  readonly identity: readonly string[];
}

/** Labels that say whom a series speaks of, whoever writes the metric; a series has some of them. */
export const usualIdentity = [
  'namespace',
  'service',
  'service_name',
  'service_namespace',
  'pod',
  'container',
  'job',
  'instance',
] as const;

/** https://opentelemetry.io/docs/specs/semconv/rpc/grpc: those that are a server's own failures. */
const grpcErrorNumbers = '2|4|12|13|14|15';
const grpcErrorNames =
  'Unknown|DeadlineExceeded|Unimplemented|Internal|Unavailable|DataLoss|UNKNOWN|DEADLINE_EXCEEDED|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS';

const httpErrors = '5..';

/**
 * The families that are read, the more particular first: a metric belongs to the first that knows it.
 */
export const requestFamilies: readonly RequestFamily[] = [
  {
    // https://opentelemetry.io/docs/specs/semconv/http/http-metrics, current and before 1.23
    id: 'otel-http-server',
    histogram: /^http_server_(?:request_)?duration(?:_(?:seconds|milliseconds))$/,
    histogramCounts: true,
    served: '',
    statuses: [
      { label: 'http_response_status_code', errors: httpErrors },
      { label: 'http_status_code', errors: httpErrors },
    ],
    identity: [],
  },
  {
    // https://opentelemetry.io/docs/specs/semconv/rpc/rpc-metrics
    id: 'otel-rpc-server',
    histogram: /^rpc_server_(?:call_)?duration_(?:seconds|milliseconds)$/,
    histogramCounts: true,
    served: '',
    statuses: [
      { label: 'rpc_grpc_status_code', errors: grpcErrorNumbers },
      { label: 'rpc_response_status_code', errors: `${grpcErrorNumbers}|${grpcErrorNames}` },
    ],
    identity: [],
  },
  {
    // The collector's span metrics connector, and Tempo's metrics generator.
    id: 'span-metrics',
    counter: /^(?:traces_)?(?:span_?metrics_)?calls_total$/,
    histogram:
      /^(?:traces_)?(?:span_?metrics_)?duration_(?:seconds|milliseconds)$|^traces_spanmetrics_latency(?:_seconds)?$/,
    histogramCounts: false,
    served: 'span_kind=~"SPAN_KIND_SERVER|SPAN_KIND_CONSUMER"',
    statuses: [{ label: 'status_code', errors: 'STATUS_CODE_ERROR' }],
    identity: [],
  },
  {
    // https://istio.io/latest/docs/reference/config/metrics: both proxies of a call tell of it.
    id: 'istio',
    counter: /^istio_requests_total$/,
    histogram: /^istio_request_duration_(?:milliseconds|seconds)$/,
    histogramCounts: false,
    served: 'reporter=~"destination|waypoint"',
    statuses: [{ label: 'response_code', errors: httpErrors }],
    identity: ['destination_workload', 'destination_workload_namespace', 'destination_service_name'],
  },
  {
    id: 'grpc-server',
    counter: /^grpc_server_handled_total$/,
    histogram: /^grpc_server_handling_seconds$/,
    histogramCounts: false,
    served: '',
    statuses: [{ label: 'grpc_code', errors: grpcErrorNames }],
    identity: [],
  },
  {
    id: 'spring-http-server',
    histogram: /^http_server_requests_seconds$/,
    histogramCounts: true,
    served: '',
    statuses: [{ label: 'status', errors: httpErrors }],
    identity: ['application'],
  },
  {
    // What client libraries' own documentation teaches.
    id: 'http',
    counter: /^(?:\w+_)?http_(?:server_)?requests?_total$/,
    histogram: /^(?:\w+_)?(?:request|requests|response|http)_(?:duration|latency|time)_(?:seconds|milliseconds)$/,
    histogramCounts: true,
    served: '',
    statuses: [
      { label: 'code', errors: httpErrors },
      { label: 'status', errors: httpErrors },
      { label: 'status_code', errors: httpErrors },
      { label: 'http_status_code', errors: httpErrors },
    ],
    identity: ['app'],
  },
];
