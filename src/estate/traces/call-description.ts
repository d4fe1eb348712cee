import type { AttributeValue, SpanKind } from '../../../connectors/spans/index.ts';
import { foldDestination, foldName } from './fold-name.ts';
import { nameEvidence } from './name-evidence.ts';
import type { NameEvidence } from './name-evidence.ts';

/** How components speak with one another. */
export type Protocol = 'http' | 'grpc' | 'rpc' | 'database' | 'messaging' | 'internal' | 'unknown';

/** What a span says of itself, with all values folded out of it. */
export interface CallDescription {
  readonly kind: SpanKind;
  readonly protocol: Protocol;
  /** The operation's name, folded: `GET /orders/{id}`, `hipstershop.CartService/GetCart`, `SELECT orders`. */
  readonly template: string;
  /** Whether its path was folded from a raw URL or name, so that more of its segments may turn out to be parameters. */
  readonly isLearnable: boolean;
  /** The other end, by every name it was called by; empty where the span tells nothing. */
  readonly peers: readonly NameEvidence[];
  /** `postgresql`, `redis`, `kafka`, ...; undefined for what is neither database nor messaging. */
  readonly system: string | undefined;
  /**
   * Whether it asks something of its peer. Drivers also report the wait for a connection as a client span that names the
   * database but has no words for it.
   */
  readonly isRequest: boolean;
  /** Whether a span of unknown kind looks like the caller's half of a call, by its name. */
  readonly looksLikeCall: boolean;
}

/** The attributes that a description is made of, in the order that `describeCall` reads them. */
export const describingAttributes = [
  'http.request.method',
  'http.method',
  'http.route',
  'url.template',
  'url.path',
  'http.target',
  'url.full',
  'http.url',
  'rpc.system.name',
  'rpc.system',
  'rpc.service',
  'rpc.method',
  'db.system.name',
  'db.system',
  'db.namespace',
  'db.name',
  'db.query.summary',
  'db.operation.name',
  'db.operation',
  'db.collection.name',
  'db.sql.table',
  'db.query.text',
  'db.statement',
  'messaging.system',
  'messaging.destination.template',
  'messaging.destination.name',
  'messaging.destination',
  'messaging.operation.type',
  'messaging.operation.name',
  'messaging.operation',
  'service.peer.name',
  'peer.service',
  'server.address',
  'net.peer.name',
  'network.peer.address',
  'net.peer.ip',
  'server.port',
  'net.peer.port',
  'network.peer.port',
] as const;

/**
 * A way to read one attribute. URLs and statements come folded already: they vary from call to call, and are looked up by
 * what they fold to.
 */
export type ReadAttribute = (name: (typeof describingAttributes)[number]) => AttributeValue | undefined;

/** A name as OpenTelemetry gives to calls of remote procedures: `package.Service/Method`, sometimes with a word before. */
const rpcName = /^\/?(?:grpc\.)?((?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*))\/([A-Za-z_]\w*)$/;

/** A name as OpenTelemetry gives to database calls: the verb and what it acts on. */
const sqlName = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|REPLACE|UPSERT|CALL) (?:([\w$-]+)\.)?[\w$-]+$/;

/** Ports say nothing of a client's end of a connection; addresses of the machine itself name no other component. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0)$/;

function first(read: ReadAttribute, ...names: Parameters<ReadAttribute>[0][]): AttributeValue | undefined {
  for (const name of names) {
    const value = read(name);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function word(value: AttributeValue | undefined): string | undefined {
  return value === undefined ? undefined : String(value).slice(0, 200);
}

function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
}

function hostOfUrl(url: string | undefined): string | undefined {
  const authority = url === undefined ? undefined : /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority?.replace(/^.*@/, '');
}

const folded = (destination: AttributeValue | undefined): string | undefined =>
  destination === undefined ? undefined : foldDestination(String(destination));

function peersOf(read: ReadAttribute, kind: SpanKind, system: string | undefined, protocol: Protocol): NameEvidence[] {
  if (kind === 'server' || kind === 'internal') return [];
  const peers: (NameEvidence | undefined)[] = [
    nameEvidence('peer-service', first(read, 'service.peer.name', 'peer.service')),
    protocol === 'messaging'
      ? nameEvidence(
          'destination',
          folded(first(read, 'messaging.destination.template', 'messaging.destination.name', 'messaging.destination')),
        )
      : undefined,
  ];
  const host = word(first(read, 'server.address', 'net.peer.name', 'network.peer.address', 'net.peer.ip'));
  const port = word(first(read, 'server.port', 'net.peer.port', 'network.peer.port'));
  const address = host !== undefined ? host.replace(/^.*@/, '') : hostOfUrl(word(first(read, 'url.full', 'http.url')));
  if (address !== undefined && !(loopback.test(address) && port === undefined)) {
    const withPort = port === undefined || /:\d+$/.test(address) ? address : `${address}:${port}`;
    peers.push(nameEvidence('address', withPort));
  }
  if (protocol === 'database') peers.push(nameEvidence('db-namespace', first(read, 'db.namespace', 'db.name')));
  const service = protocol === 'grpc' || protocol === 'rpc' ? word(read('rpc.service')) : undefined;
  if (service !== undefined) peers.push(nameEvidence('rpc-service', service));
  if (system !== undefined) peers.push(nameEvidence('system', system));
  return peers.filter((peer) => peer !== undefined);
}

function httpTemplate(read: ReadAttribute, name: string): { template: string; isLearnable: boolean } {
  const method = word(first(read, 'http.request.method', 'http.method'))?.toUpperCase() ?? 'HTTP';
  const route = word(first(read, 'http.route', 'url.template'));
  if (route !== undefined) {
    const path = route.replace(/[?#].*$/s, '');
    return { template: `${method} ${path.startsWith('/') ? '' : '/'}${path}`, isLearnable: false };
  }
  const url = word(first(read, 'url.path', 'http.target', 'url.full', 'http.url'));
  if (url !== undefined) return { template: `${method} ${pathOf(url)}`, isLearnable: true };
  const folded = foldName(name);
  const template = folded.toUpperCase().startsWith(method) || method === 'HTTP' ? folded : `${method} ${folded}`;
  return { template, isLearnable: template.includes('/') };
}

function databaseTemplate(read: ReadAttribute, name: string): { template: string; isRequest: boolean } {
  const summary = word(first(read, 'db.query.summary'));
  if (summary !== undefined) return { template: foldName(summary), isRequest: true };
  const operation = word(first(read, 'db.operation.name', 'db.operation'));
  const table = word(first(read, 'db.collection.name', 'db.sql.table'));
  if (operation !== undefined) {
    return { template: foldName(table === undefined ? operation : `${operation} ${table}`), isRequest: true };
  }
  const statement = word(first(read, 'db.query.text', 'db.statement'));
  if (statement !== undefined) return { template: statement, isRequest: true };
  return { template: foldName(table === undefined ? name : `${name} ${table}`), isRequest: table !== undefined };
}

function unknownKindTemplate(name: string): Pick<CallDescription, 'protocol' | 'template' | 'peers' | 'looksLikeCall'> {
  const rpc = rpcName.exec(name);
  if (rpc !== null) {
    const service = nameEvidence('rpc-service', rpc[1]);
    return {
      protocol: 'grpc',
      template: foldName(name),
      peers: service === undefined ? [] : [service],
      looksLikeCall: true,
    };
  }
  const sql = sqlName.exec(name);
  if (sql !== null) {
    const database = nameEvidence('db-namespace', sql[1]);
    return {
      protocol: 'database',
      template: foldName(name),
      peers: database === undefined ? [] : [database],
      looksLikeCall: database !== undefined,
    };
  }
  const isHttp = /^(?:HTTP )?(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|^\//.test(name);
  return { protocol: isHttp ? 'http' : 'unknown', template: foldName(name), peers: [], looksLikeCall: false };
}

/**
 * What a span says of itself, without any value that varies from call to call.
 *
 * @param kind - Which end of a call the span is.
 * @param name - Its name, folded.
 * @param read - Its attributes.
 */
export function describeCall(kind: SpanKind, name: string, read: ReadAttribute): CallDescription {
  const common = { kind, isLearnable: false, system: undefined, isRequest: true, looksLikeCall: false } as const;
  const database = word(first(read, 'db.system.name', 'db.system'));
  if (database !== undefined) {
    const peers = peersOf(read, kind, database, 'database');
    return { ...common, protocol: 'database', ...databaseTemplate(read, name), peers, system: database };
  }
  const messaging = word(first(read, 'messaging.system', 'messaging.destination.name', 'messaging.destination'));
  if (messaging !== undefined || kind === 'producer' || kind === 'consumer') {
    const system = word(read('messaging.system'));
    const operation = word(first(read, 'messaging.operation.type', 'messaging.operation.name', 'messaging.operation'));
    const destination = word(
      first(read, 'messaging.destination.template', 'messaging.destination.name', 'messaging.destination'),
    );
    const template = operation !== undefined && destination !== undefined ? `${operation} ${destination}` : name;
    const peers = peersOf(read, kind, system, 'messaging');
    return { ...common, protocol: 'messaging', template: foldName(template), peers, system };
  }
  const rpc = word(first(read, 'rpc.system.name', 'rpc.system'));
  const method = word(read('rpc.method'));
  if (rpc !== undefined || method !== undefined) {
    const protocol = rpc === undefined || rpc === 'grpc' ? 'grpc' : 'rpc';
    const service = word(read('rpc.service'));
    const template = method === undefined ? name : service === undefined ? method : `${service}/${method}`;
    return { ...common, protocol, template: foldName(template), peers: peersOf(read, kind, undefined, protocol) };
  }
  const http = first(read, 'http.request.method', 'http.method', 'http.route', 'url.path', 'http.target', 'http.url');
  if (http !== undefined || read('url.full') !== undefined) {
    return { ...common, protocol: 'http', ...httpTemplate(read, name), peers: peersOf(read, kind, undefined, 'http') };
  }
  if (kind === 'internal') return { ...common, protocol: 'internal', template: foldName(name), peers: [] };
  const told = unknownKindTemplate(name);
  const named = peersOf(read, kind, undefined, told.protocol);
  return {
    ...common,
    ...told,
    isLearnable: told.template.includes('/') && told.protocol !== 'grpc',
    peers: [...named, ...told.peers],
  };
}
