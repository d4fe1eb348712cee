import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Below this a page fits one packet and compressing it gains nothing. */
const worthCompressingBytes = 1_400;

/**
 * Sends a page: with a validator, not at all where the shopper's copy is still good, and compressed where it is worth
 * it.
 *
 * @param request - Says which copy the shopper has and what it can unpack.
 * @param reply - Where the page goes.
 * @param html - The page.
 */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const entityTag = `"${createHash('sha256').update(html).digest('base64url')}"`;
  void reply.header('etag', entityTag).header('vary', 'accept, accept-encoding').type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === entityTag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'];
  const acceptsGzip = typeof accepted === 'string' && accepted.includes('gzip');
  if (!acceptsGzip || html.length < worthCompressingBytes) return reply.send(html);
  return reply.header('content-encoding', 'gzip').send(await compress(html));
}

/**
 * Whether the caller is a program: it asks for JSON and not for a page.
 *
 * @param request - The request.
 */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}
