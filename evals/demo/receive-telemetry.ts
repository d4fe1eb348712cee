import { startOtlpReceiver } from '../../connectors/otlp/index.ts';
import type { OtlpReceiver, OtlpReceiverOptions } from '../../connectors/otlp/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';

/** A receiver, where it listens, and whether another program has the usual port there. */
export interface Reception {
  readonly receiver: OtlpReceiver;
  readonly host: string;
  readonly portTaken: boolean;
}

const loopback = '127.0.0.1';
/** OTLP over HTTP, as the configuration has it where nobody names another. */
const otlpHttpPort = 4318;

/**
 * Listens where the estate's containers reach this machine and nobody else does: on the bridge's own address, or, where
 * the engine runs in a machine of its own (Docker Desktop), on the loopback address that it passes on to. Takes the
 * usual port, or a free one where another program has that; one that was asked for by name is not replaced.
 *
 * @param gateway - The address that containers know as `host-gateway`, as far as the engine tells it.
 * @param options - The usual port, and who is told of spans.
 * @throws RegisteredError `address-unavailable`, `port-taken`
 */
export async function receiveTelemetry(
  gateway: string | undefined,
  options: Omit<OtlpReceiverOptions, 'host'>,
): Promise<Reception> {
  const host = gateway ?? loopback;
  try {
    return { receiver: await startOtlpReceiver({ ...options, host }), host, portTaken: false };
  } catch (thrown) {
    if (!(thrown instanceof RegisteredError)) throw thrown;
    // A port that somebody asked for by name is where they will look for it.
    if (thrown.code === 'port-taken' && options.port === otlpHttpPort) {
      return { receiver: await startOtlpReceiver({ ...options, host, port: 0 }), host, portTaken: true };
    }
    if (thrown.code !== 'address-unavailable' || host === loopback) throw thrown;
    return receiveTelemetry(undefined, options);
  }
}
