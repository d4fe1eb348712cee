import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reasonOf, RegisteredError } from '../../src/kernel/index.ts';
import type { Logger } from '../../src/kernel/index.ts';
import { exportResponse, refusal, retryAfterSeconds, rpcCodes } from './answers.ts';
import { BodyRefusal, largestBodyBytes, readBody } from './http-body.ts';
import type { Encoding, Intake, Signal } from './intake.ts';
import type { WorkBudget } from './work-budget.ts';

const contentTypes: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

/** A sender that stalls in the middle of a request holds bytes of the budget: it is cut off after this. */
const longestRequestMs = 30_000;

function encodingOf({ headers }: FastifyRequest): Encoding {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === contentTypes.json) return 'json';
  if (type === contentTypes.protobuf) return 'protobuf';
  throw new BodyRefusal(
    415,
    `content-type ${type} is not understood; accepted: ${Object.values(contentTypes).join(', ')}`,
  );
}

function refuse(reply: FastifyReply, encoding: Encoding, thrown: unknown, log: Logger): FastifyReply {
  const reason = reasonOf(thrown);
  const isTheirs = thrown instanceof BodyRefusal || thrown instanceof RegisteredError;
  const status = thrown instanceof BodyRefusal ? thrown.statusCode : isTheirs ? 400 : 500;
  if (isTheirs) log.debug('refused telemetry', { reason, status });
  else log.error('telemetry was received and could not be taken in', { reason });
  if (status === 429) void reply.header('retry-after', String(retryAfterSeconds));
  // What is left of a body that was not read to its end must not be taken for the next request.
  if (thrown instanceof BodyRefusal) void reply.header('connection', 'close');
  const code = status === 429 ? rpcCodes.unavailable : isTheirs ? rpcCodes.invalidArgument : rpcCodes.internal;
  const body = refusal(encoding, code, isTheirs ? reason : 'it could not be taken in');
  return reply.code(status).type(contentTypes[encoding]).send(body);
}

/**
 * Makes a server for OTLP over HTTP, in protobuf and JSON, packed with gzip or not.
 *
 * @param intake - Takes exports in.
 * @param budget - How much may be in work.
 * @param log - For what was refused.
 */
export function httpServer(intake: Intake, budget: WorkBudget, log: Logger): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: largestBodyBytes,
    requestTimeout: longestRequestMs,
    forceCloseConnections: true,
  });
  // Bodies are read here, within the budget, whatever they say that they are.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));

  for (const signal of ['traces', 'metrics', 'logs'] satisfies Signal[]) {
    const path = `/v1/${signal}`;
    server.post(path, async (request, reply) => {
      let encoding: Encoding = 'json';
      try {
        encoding = encodingOf(request);
        const body = await readBody(request.raw, request.headers['content-encoding'], budget);
        try {
          const taken = await intake.take(signal, encoding, body.bytes, path);
          return await reply.type(contentTypes[encoding]).send(exportResponse(signal, encoding, taken));
        } finally {
          body.release();
        }
      } catch (thrown) {
        return refuse(reply, encoding, thrown, log);
      }
    });
  }
  return server;
}
