import { RegisteredError } from '../../src/kernel/index.ts';
import type { Coverage, Logger } from '../../src/kernel/index.ts';
import { Intake } from './intake.ts';
import type { Consumers } from './intake.ts';
import { WorkBudget } from './work-budget.ts';

/** At about 400 bytes a span, 150,000 spans: a second of a large estate. */
const defaultWorkBytes = 64 * 1024 * 1024;

/** Where to listen, and who is told. */
export interface OtlpReceiverOptions extends Consumers {
  /** The address to listen on; nothing else can reach it. */
  readonly host: string;
  /** The port for OTLP over HTTP; 0 takes a free one. */
  readonly port: number;
  /** The port for OTLP over gRPC; 0 takes a free one, undefined listens to none. */
  readonly grpcPort?: number | undefined;
  /**
   * How many bytes of exports may be in work: being received, decoded, or with whoever is told. Beyond it senders are told
   * to come again later.
   *
   * @defaultValue 64 MiB
   */
  readonly workBytes?: number | undefined;
  readonly log: Logger;
}

/** A receiver that listens. */
export interface OtlpReceiver {
  readonly port: number;
  /** Of gRPC, where it was asked for. */
  readonly grpcPort: number | undefined;
  /** What came in so far, and what of it was not understood or not read. */
  coverage(): Coverage;
  close(): Promise<void>;
}

/** Says in words why an address cannot be listened on; the two servers report it in different shapes. */
function notListening(thrown: unknown, host: string, port: number): RegisteredError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE' || message.includes('EADDRINUSE')) {
    return new RegisteredError('port-taken', { host, port }, { cause: thrown });
  }
  return new RegisteredError('address-unavailable', { host, port, reason: message }, { cause: thrown });
}

/**
 * Listens for OTLP: traces and metrics over HTTP (protobuf and JSON) and gRPC. Logs are acknowledged and counted, and so are
 * metrics where nobody is told of them.
 *
 * @param options - Where to listen, who is told, and how much may be in work.
 * @throws RegisteredError `port-taken`, `address-unavailable`
 */
export async function startOtlpReceiver(options: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const { host, port, grpcPort, workBytes = defaultWorkBytes, log } = options;
  const intake = new Intake(options, log);
  const budget = new WorkBudget(workBytes);
  // Loading the servers takes 0.2 s, which every command would pay, and few of them listen.
  const { httpServer } = await import('./http-server.ts');
  const http = httpServer(intake, budget, log);
  try {
    await http.listen({ host, port });
  } catch (thrown) {
    throw notListening(thrown, host, port);
  }
  const listen = async (at: number) =>
    (await import('./grpc-server.ts')).listenGrpc(intake, budget, log, { host, port: at });
  const address = http.server.address();
  try {
    const grpc = grpcPort === undefined ? undefined : await listen(grpcPort);
    return {
      port: typeof address === 'object' && address !== null ? address.port : port,
      grpcPort: grpc?.port,
      coverage: () => intake.coverage,
      close: async () => {
        grpc?.close();
        await http.close();
      },
    };
  } catch (thrown) {
    await http.close();
    throw notListening(thrown, host, grpcPort ?? 0);
  }
}
