import { attributesRead } from '../spans/index.ts';

/** What varies from request to request has no place on a metric, and may hold anything that was typed. */
const varying: ReadonlySet<string> = new Set([
  'url.full',
  'url.path',
  'http.url',
  'http.target',
  'db.query.text',
  'db.statement',
  'client.address',
]);

/** The attributes of metric points that are read: those of spans, and what tells pools, states and directions apart. */
export const metricAttributesRead: ReadonlySet<string> = new Set([
  ...[...attributesRead].filter((name) => !varying.has(name)),
  'db.client.connection.pool.name',
  'db.client.connection.state',
  'db.client.connections.pool.name',
  'pool.name',
  'state',
  'cpu.mode',
  'cpu.state',
  'system.memory.state',
  'process.cpu.state',
  'jvm.memory.type',
  'jvm.memory.pool.name',
  'jvm.gc.name',
  'jvm.thread.state',
  'nodejs.eventloop.state',
  'v8js.gc.type',
  'v8js.heap.space.name',
  'network.io.direction',
  'disk.io.direction',
  'messaging.consumer.group.name',
  'messaging.destination.partition.id',
  'k8s.container.name',
]);
