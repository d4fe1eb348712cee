import type { RandomSource } from '../../src/kernel/index.ts';
import { modelEntries, modelEstate } from './estate-model.ts';
import type { ModelCall } from './estate-model.ts';
import type { MadeSpan } from './made-span.ts';

const kinds = { server: 2, client: 3, producer: 4, consumer: 5 } as const;

const instancesPerService = 2;
const requestsPerSecond = 2_000;
const errorRatio = 0.004;
const nsPerMs = 1e6;

/** Makes the spans of one request after another: the same ones for the same seed. */
export class EstateTraffic {
  readonly #random: RandomSource;
  #clockNs = 0;

  /** @param random - All of its chance. */
  constructor(random: RandomSource) {
    this.#random = random;
  }

  /** The spans of the next request, in the order in which they end, as exporters send them. */
  nextTrace(): readonly MadeSpan[] {
    this.#clockNs += this.#random.exponential(1e9 / requestsPerSecond);
    const spans: MadeSpan[] = [];
    this.#serve(spans, this.#hex(16), '', 'edge', this.#entry(), this.#clockNs);
    return spans.sort((left, right) => left.endNs - right.endNs);
  }

  #entry(): string {
    let left = this.#random.uniform();
    for (const { operation, share } of modelEntries) {
      left -= share;
      if (left < 0) return operation;
    }
    return 'GET /';
  }

  #hex(bytes: number): string {
    let text = '';
    for (let index = 0; index < bytes; index += 4) {
      text += Math.floor(this.#random.uniform() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    }
    return text;
  }

  #instance(): number {
    return Math.floor(this.#random.uniform() * instancesPerService);
  }

  /** Serves a request and gives the moment at which it ends. */
  #serve(
    spans: MadeSpan[],
    traceId: string,
    parentSpanId: string,
    service: string,
    operation: string,
    startNs: number,
    isMessage = false,
  ): number {
    const { calls = [], workMs = 1 } = modelEstate[service]?.operations[operation] ?? {};
    const span: MadeSpan = {
      service,
      instance: this.#instance(),
      traceId,
      spanId: this.#hex(8),
      parentSpanId,
      name: isMessage ? `process ${operation}` : operation,
      kind: isMessage ? kinds.consumer : kinds.server,
      startNs,
      endNs: startNs,
      isError: this.#random.uniform() < errorRatio,
      attributes: this.#served(operation, isMessage),
    };
    spans.push(span);
    const slices = calls.length + 1;
    let atNs = startNs + this.#work(workMs / slices);
    for (const step of calls) {
      const together = 'protocol' in step ? [step] : step;
      const endsNs = together.map((call) => this.#call(spans, span, call, atNs));
      atNs = Math.max(...endsNs) + this.#work(workMs / slices);
    }
    span.endNs = atNs;
    return atNs;
  }

  #work(meanMs: number): number {
    return this.#random.exponential(meanMs * nsPerMs) + 1_000;
  }

  #call(spans: MadeSpan[], caller: MadeSpan, call: ModelCall, startNs: number): number {
    if (this.#random.uniform() > (call.probability ?? 1)) return startNs;
    const isMessage = call.protocol === 'message';
    const client: MadeSpan = {
      service: caller.service,
      instance: caller.instance,
      traceId: caller.traceId,
      spanId: this.#hex(8),
      parentSpanId: caller.spanId,
      name:
        call.protocol === 'http'
          ? (call.operation.split(' ')[0] ?? '')
          : isMessage
            ? `publish ${call.operation}`
            : call.operation,
      kind: isMessage ? kinds.producer : kinds.client,
      startNs,
      endNs: startNs,
      isError: this.#random.uniform() < errorRatio,
      attributes: this.#called(call),
    };
    spans.push(client);
    const networkNs = this.#work(0.2);
    const isTraced = modelEstate[call.service] !== undefined;
    if (isMessage) {
      this.#serve(spans, caller.traceId, client.spanId, call.service, call.operation, startNs + this.#work(5), true);
      client.endNs = startNs + networkNs;
    } else if (isTraced) {
      const endNs = this.#serve(
        spans,
        caller.traceId,
        client.spanId,
        call.service,
        call.operation,
        startNs + networkNs,
      );
      client.endNs = endNs + this.#work(0.2);
    } else client.endNs = startNs + networkNs + this.#work(call.protocol === 'cache' ? 0.4 : 3);
    return client.endNs;
  }

  /** What HTTP, gRPC and messaging instrumentations say of a request, as far as they agree; much of it nobody reads. */
  #served(operation: string, isMessage: boolean): MadeSpan['attributes'] {
    if (isMessage) {
      return [
        ['messaging.system', 'kafka'],
        ['messaging.destination.name', operation],
        ['messaging.operation.type', 'process'],
        ['messaging.kafka.offset', Math.floor(this.#random.uniform() * 1e9)],
      ];
    }
    if (!operation.includes(' ')) {
      const [service = '', method = ''] = operation.split('/');
      return [
        ['rpc.system', 'grpc'],
        ['rpc.service', service],
        ['rpc.method', method],
        ['rpc.grpc.status_code', 0],
        [
          'network.peer.address',
          `10.0.${Math.floor(this.#random.uniform() * 4)}.${Math.floor(this.#random.uniform() * 250)}`,
        ],
      ];
    }
    const [method = '', route = ''] = operation.split(' ');
    return [
      ['http.request.method', method],
      ['http.route', route],
      ['url.path', this.#filled(route)],
      ['url.scheme', 'http'],
      ['http.response.status_code', 200],
      ['server.address', 'shop.example.com'],
      ['user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'],
      ['network.protocol.version', '1.1'],
    ];
  }

  #called({ protocol, service, operation }: ModelCall): MadeSpan['attributes'] {
    const [first = '', second = ''] = operation.split(protocol === 'grpc' ? '/' : ' ');
    switch (protocol) {
      case 'http':
        return [
          ['http.request.method', first],
          ['url.full', `http://${service}:8080${this.#filled(second)}`],
          ['server.address', service],
          ['server.port', 8080],
          ['http.response.status_code', 200],
          ['network.protocol.version', '1.1'],
        ];
      case 'grpc':
        return [
          ['rpc.system', 'grpc'],
          ['rpc.service', first],
          ['rpc.method', second],
          ['server.address', service],
          ['server.port', 50_051],
          ['rpc.grpc.status_code', 0],
        ];
      case 'sql':
        return [
          ['db.system.name', 'postgresql'],
          ['db.namespace', service.replace(/-db$/, '')],
          [
            'db.query.text',
            first === 'SELECT' ? `SELECT * FROM ${second} WHERE id = $1` : `INSERT INTO ${second} VALUES ($1, $2)`,
          ],
          ['server.address', service],
          ['server.port', 5_432],
        ];
      case 'cache':
        return [
          ['db.system.name', 'redis'],
          ['db.operation.name', operation],
          ['server.address', service],
          ['server.port', 6_379],
        ];
      case 'message':
        return [
          ['messaging.system', 'kafka'],
          ['messaging.destination.name', operation],
          ['messaging.operation.type', 'publish'],
          ['server.address', 'kafka'],
        ];
    }
  }

  #filled(route: string): string {
    return route.replace('{id}', () => String(Math.floor(this.#random.uniform() * 1e6)));
  }
}
