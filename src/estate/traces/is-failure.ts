import type { Span } from '../../../connectors/spans/index.ts';

/**
 * gRPC codes that are the server's own fault, by OpenTelemetry's conventions: UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED,
 * INTERNAL, UNAVAILABLE, DATA_LOSS.
 */
const serverFaults: ReadonlySet<unknown> = new Set([2, 4, 12, 13, 14, 15]);

/**
 * Whether the request of a span failed. A server's fault is a 5xx; a client counts what it marked as failed, too. Without
 * a status code the span's own status decides.
 *
 * @param span - Of any kind.
 */
export function isFailure({ attributes, isError, kind }: Span): boolean {
  if (attributes.size === 0) return isError;
  const status = attributes.get('http.response.status_code') ?? attributes.get('http.status_code');
  if (status !== undefined) {
    const code = Number(status);
    if (code >= 500) return true;
    // A request that ended in 4xx is the caller's fault: the server served it well.
    return kind === 'server' && code >= 400 ? false : isError;
  }
  if (isError) return true;
  const grpcCode = attributes.get('rpc.grpc.status_code') ?? attributes.get('rpc.response.status_code');
  if (grpcCode === undefined) return false;
  const code = Number(grpcCode);
  return kind === 'server' ? serverFaults.has(code) : code > 0;
}
