/**
 * Sends far more telemetry at a time than a receiver may hold, from a process of its own, so that what the sender takes of
 * memory is not the receiver's: `otlp-flood.mjs PORT GRPC_PORT`. Prints how often it got which answer.
 */
import { gzipSync } from 'node:zlib';
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js';

const [port, grpcPort] = process.argv.slice(2);
const span = `{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","startTimeUnixNano":"1","endTimeUnixNano":"2"}`;
const padding = 'x'.repeat(4 * 1024 * 1024);
const body = gzipSync(`{"resourceSpans":[{"scopeSpans":[{"spans":[${span}]}]}],"padding":"${padding}"}`);
const message = Buffer.alloc(3 * 1024 * 1024);

const asItIs = (/** @type {Buffer} */ bytes) => bytes;
const method = {
  path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  requestStream: false,
  responseStream: false,
  requestSerialize: asItIs,
  requestDeserialize: asItIs,
  responseSerialize: asItIs,
  responseDeserialize: asItIs,
};
const Client = makeGenericClientConstructor({ export: method }, 'TraceService');
const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());

const post = async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  try {
    return `HTTP ${(await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', body, headers })).status}`;
  } catch {
    return 'HTTP cut off';
  }
};
const call = () =>
  new Promise((resolve) => {
    client['export']?.(message, (/** @type {{ code: number } | null} */ failure) =>
      resolve(`gRPC ${failure?.code ?? 0}`),
    );
  });

/** @type {Record<string, number>} */
const counts = {};
const answers = await Promise.all([...Array.from({ length: 200 }, post), ...Array.from({ length: 100 }, call)]);
for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
client.close();
process.stdout.write(JSON.stringify(counts));
