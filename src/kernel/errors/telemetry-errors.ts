import { entry } from './entry.ts';

/** What can be wrong with telemetry that is sent to us. */
export const telemetryErrors = {
  'telemetry-malformed': entry<{ readonly place: string; readonly problem: string }>({
    category: 'outside-system',
    httpStatus: 400,
    when: 'Telemetry was sent that is not as its protocol says.',
    example: { place: '/v1/traces resourceSpans.0', problem: 'expected array' },
    message: ({ place, problem }) => `telemetry at ${place} is malformed: ${problem}`,
    remedy: () => 'Let the sender export OTLP: OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf, http/json or grpc.',
  }),
  'port-taken': entry<{ readonly host: string; readonly port: number }>({
    category: 'environment',
    httpStatus: 503,
    when: 'A port that is to be listened on is in use.',
    example: { host: '172.17.0.1', port: 4318 },
    message: ({ host, port }) => `port ${port} on ${host} is in use by another program`,
    remedy: ({ port }) =>
      `End that program (\`ss -ltnp 'sport = :${port}'\` shows it), or name another port with telemetry.port in backlot.yaml or BACKLOT_TELEMETRY_PORT.`,
  }),
  'address-unavailable': entry<{ readonly host: string; readonly port: number; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'An address or port cannot be listened on.',
    example: { host: '127.0.0.1', port: 80, reason: 'permission denied' },
    message: ({ host, port, reason }) => `cannot listen on ${host}, port ${port}: ${reason}`,
    remedy: () => 'Name a port above 1023 with telemetry.port in backlot.yaml or BACKLOT_TELEMETRY_PORT.',
  }),
} as const;
