import { context, trace } from '@opentelemetry/api';
import { getRPCMetadata, RPCType } from '@opentelemetry/core';
import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { LogFields, Logger } from '../../../../../src/kernel/index.ts';
import { DependencyError } from './dependency-error.ts';
import { healthPaths } from './health.ts';
import { HttpProblem } from './http-problem.ts';

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

function answerTo(thrown: unknown): Answer {
  if (thrown instanceof HttpProblem) return { status: thrown.status, code: thrown.code, detail: thrown.message };
  if (thrown instanceof DependencyError) {
    return { status: thrown.answerStatus, code: `dependency-${thrown.failure}`, detail: thrown.message };
  }
  if (thrown instanceof ZodError) {
    const detail = thrown.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return { status: 400, code: 'request-invalid', detail };
  }
  const status = (thrown as Partial<FastifyError>).statusCode ?? 500;
  // What an unexpected failure says may hold anything; the caller gets no more than that it happened.
  if (status >= 500) return { status: 500, code: 'internal', detail: 'an unexpected failure' };
  return { status, code: 'request-invalid', detail: (thrown as Error).message };
}

/** What a log line says of a request; the trace's id leads to the rest. */
function describe(request: FastifyRequest, status: number, { elapsedTime }: FastifyReply): LogFields {
  return {
    method: request.method,
    route: request.routeOptions.url,
    status,
    durationMs: Math.round(elapsedTime * 10) / 10,
    traceId: trace.getActiveSpan()?.spanContext().traceId,
  };
}

/**
 * An HTTP server as every service of the shop has it: spans named by route, problems answered as RFC 9457 problem
 * details, failed requests in the log with their trace.
 *
 * @param log - The service's log.
 */
export function createServer(log: Logger): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    // While draining, what still arrives on open connections is served: nobody else may be there to serve it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const metadata = getRPCMetadata(context.active());
    const route = request.routeOptions.url;
    if (metadata?.type === RPCType.HTTP && route !== undefined) metadata.route = route;
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (!healthPaths.includes(request.url)) log.debug('request-served', describe(request, reply.statusCode, reply));
    done();
  });

  app.setErrorHandler((thrown, request, reply) => {
    const { status, code, detail } = answerTo(thrown);
    if (status >= 500) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      trace.getActiveSpan()?.recordException(error);
      log.error('request-failed', {
        ...describe(request, status, reply),
        code,
        detail: error.message,
        // Of a failure that has a name, the name says enough.
        stack: status === 500 ? error.stack : undefined,
      });
    }
    return reply
      .code(status)
      .type('application/problem+json')
      .send({ type: 'about:blank', title: code, status, detail });
  });

  return app;
}
