import { createGunzip } from 'node:zlib';
import { pipeline, Transform } from 'node:stream';
import fastify from 'fastify';
import { CoverageCount, RegisteredError } from '../../src/kernel/index.ts';
import type { Logger } from '../../src/kernel/index.ts';
import { decodeTracesJson } from './decode-traces-json.ts';
import type { Span } from '../spans/index.ts';

/** One export request is small, since senders batch by count; a larger one is refused before it is held in memory. */
const largestBodyBytes = 16 * 1024 * 1024;

const unsupportedMediaType = 415;
const onlyJson = 'only application/json is understood; set OTEL_EXPORTER_OTLP_PROTOCOL=http/json';

/** Where to listen, and who is told. */
export interface OtlpReceiverOptions {
  /** The address to listen on; nothing else can reach it. */
  readonly host: string;
  /** The port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly log: Logger;
  readonly onSpans: (spans: readonly Span[]) => void;
}

/** A receiver that listens. */
export interface OtlpReceiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Lets at most `largestBodyBytes` through: a small gzip body can unfold to any size. */
function bounded(): Transform {
  let seenBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.byteLength;
      if (seenBytes > largestBodyBytes) done(new Error(`the body unfolds to more than ${largestBodyBytes} bytes`));
      else done(null, chunk);
    },
  });
}

/**
 * Listens for OTLP over HTTP in its JSON encoding. Traces are decoded; metrics and logs are acknowledged and dropped.
 *
 * @param options - Where to listen, and who is told of spans.
 * @throws RegisteredError `port-taken`, `address-unavailable`
 */
export async function startOtlpReceiver({ host, port, log, onSpans }: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const server = fastify({ logger: false, bodyLimit: largestBodyBytes, forceCloseConnections: true });

  server.addHook('preParsing', async (request, _reply, payload) => {
    if (request.headers['content-encoding'] !== 'gzip') return payload;
    // The length that was announced is the packed one.
    delete request.headers['content-length'];
    const unpacked = bounded();
    // A failure on the way destroys the last stream, and so reaches whoever reads the body.
    pipeline(payload, createGunzip(), unpacked, () => undefined);
    return unpacked;
  });

  server.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof RegisteredError ? 400 : (error.statusCode ?? 400);
    log.debug('refused telemetry', { reason: error.message, status });
    // The protocol's own form of a refusal: google.rpc.Status.
    return reply.code(status).send({ code: 3, message: status === unsupportedMediaType ? onlyJson : error.message });
  });

  server.post('/v1/traces', (request) => {
    onSpans(decodeTracesJson(request.body, '/v1/traces', new CoverageCount()).spans);
    return {};
  });
  server.post('/v1/metrics', () => ({}));
  server.post('/v1/logs', () => ({}));

  try {
    await server.listen({ host, port });
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new RegisteredError('port-taken', { host, port }, { cause: thrown });
    throw new RegisteredError('address-unavailable', { host, port, reason: message }, { cause: thrown });
  }
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => server.close(),
  };
}
