import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  setLogVerbosity,
  status,
} from '@grpc/grpc-js';
import type { handleUnaryCall, ServerInterceptor, ServiceDefinition } from '@grpc/grpc-js';
import { reasonOf, RegisteredError } from '../../src/kernel/index.ts';
import type { Logger } from '../../src/kernel/index.ts';
import { exportResponse, retryStatus } from './answers.ts';
import type { Intake, Signal } from './intake.ts';
import type { WorkBudget } from './work-budget.ts';

/** What gRPC accepts where nobody says otherwise, and the OpenTelemetry collector with it. */
const mostMessageBytes = 4 * 1024 * 1024;

/** More calls at a time on one connection than any sender makes; each could hold a message. */
const mostCallsOfConnection = 100;

const services: Readonly<Record<Signal, string>> = {
  traces: 'opentelemetry.proto.collector.trace.v1.TraceService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
};

/** The answer that tells a sender to come again, which the protocol takes for back-pressure. */
function overload() {
  const details = 'too much telemetry is in work; send it again later';
  const metadata = new Metadata();
  metadata.set('grpc-status-details-bin', retryStatus(details));
  return { code: status.UNAVAILABLE, details, metadata };
}

/**
 * Lets no call begin that would have no room for its message: gRPC reads the whole of it before anybody here is asked.
 */
function withRoom(budget: WorkBudget, messageBytes: number): ServerInterceptor {
  return (_method, call) => {
    let heldBytes = 0;
    const release = (): void => {
      budget.giveBack(heldBytes);
      heldBytes = 0;
    };
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (!budget.take(messageBytes)) {
              call.sendStatus(overload());
              return;
            }
            heldBytes = messageBytes;
            pass(metadata);
          },
          onCancel: release,
        });
      },
      sendStatus: (answer, next) => {
        release();
        next(answer);
      },
    });
  };
}

function handlerOf(signal: Signal, intake: Intake, budget: WorkBudget, log: Logger): handleUnaryCall<Buffer, Buffer> {
  const place = `gRPC ${services[signal]}`;
  return ({ request }, answer) => {
    if (!budget.take(request.byteLength)) {
      answer(overload());
      return;
    }
    intake
      .take(signal, 'protobuf', request, place)
      .then(
        (taken) => answer(null, exportResponse(signal, 'protobuf', taken)),
        (thrown: unknown) => {
          const reason = reasonOf(thrown);
          if (thrown instanceof RegisteredError) {
            log.debug('refused telemetry', { reason, place });
            answer({ code: status.INVALID_ARGUMENT, details: reason });
            return;
          }
          log.error('telemetry was received and could not be taken in', { reason, place });
          answer({ code: status.INTERNAL, details: 'it could not be taken in' });
        },
      )
      .finally(() => budget.giveBack(request.byteLength));
  };
}

const asItIs = (bytes: Buffer): Buffer => bytes;

/** The `Export` call of a service: messages stay bytes, which the decoders read. */
const definitionOf = (signal: Signal): ServiceDefinition => ({
  export: {
    path: `/${services[signal]}/Export`,
    requestStream: false,
    responseStream: false,
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: asItIs,
    responseDeserialize: asItIs,
    originalName: 'Export',
  },
});

/** A gRPC server that listens. */
export interface GrpcServer {
  readonly port: number;
  close(): void;
}

/**
 * Listens for OTLP over gRPC, packed with gzip or not.
 *
 * @param intake - Takes exports in.
 * @param budget - How much may be in work.
 * @param log - For what was refused.
 * @param at - Where to listen; port 0 takes a free one. A message may take a quarter of the budget, and no more than 4 MiB.
 * @throws Error in the words of the operating system where it cannot listen there.
 */
export async function listenGrpc(
  intake: Intake,
  budget: WorkBudget,
  log: Logger,
  at: { readonly host: string; readonly port: number },
): Promise<GrpcServer> {
  // What fails is thrown or answered; the library would write it to the terminal as well.
  setLogVerbosity(logVerbosity.NONE);
  const messageBytes = Math.min(mostMessageBytes, Math.floor(budget.limitBytes / 4));
  const server = new Server({
    'grpc.max_receive_message_length': messageBytes,
    'grpc.max_concurrent_streams': mostCallsOfConnection,
    // A port that another program has is an error, and is not shared with it.
    'grpc.so_reuseport': 0,
    interceptors: [withRoom(budget, messageBytes)],
  });
  for (const signal of Object.keys(services) as Signal[]) {
    server.addService(definitionOf(signal), { export: handlerOf(signal, intake, budget, log) });
  }
  const host = at.host.includes(':') ? `[${at.host}]` : at.host;
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${at.port}`, ServerCredentials.createInsecure(), (failure, bound) =>
      failure === null ? resolve(bound) : reject(failure),
    );
  });
  return { port, close: () => server.forceShutdown() };
}
