import type { LogLevel } from '../kernel/index.ts';

/** Everything that an operator can set, checked and frozen. Durations are in milliseconds, paths absolute. */
export interface Config {
  /** Where Backlot keeps what is its own: the embedded database, keys, records. */
  readonly dataDir: string;
  readonly database: {
    /** A PostgreSQL to use instead of the embedded one; never printed, it may hold a password. */
    readonly url: string | undefined;
  };
  readonly docker: {
    /** The engine's address, `unix:///path` or `tcp://host:port`; the usual socket where undefined. */
    readonly host: string | undefined;
  };
  readonly telemetry: {
    /** The port on which OTLP over HTTP is received. @defaultValue 4318 */
    readonly port: number;
    /** The port on which OTLP over gRPC is received. @defaultValue 4317 */
    readonly grpcPort: number;
  };
  readonly estate: {
    /** Who answers for which components, in the operator's order. `*` in a name stands for any text. */
    readonly owners: readonly { readonly components: string; readonly owner: string }[];
  };
  readonly log: {
    /** @defaultValue warn */
    readonly level: LogLevel;
  };
}
