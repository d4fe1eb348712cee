import type { AttributeValue } from './span.ts';

/** Attributes that are numbers by convention; formats that know only text write their digits. */
const numeric: ReadonlySet<string> = new Set([
  'http.response.status_code',
  'http.status_code',
  'http.request.resend_count',
  'http.resend_count',
  'rpc.grpc.status_code',
  'server.port',
  'net.peer.port',
  'network.peer.port',
  'messaging.batch.message_count',
]);

const digits = /^\d{1,15}$/;

/**
 * The value of an attribute that came as text, as formats with types have it.
 *
 * @param name - The attribute.
 * @param text - Its value.
 */
export function attributeOfText(name: string, text: string): AttributeValue {
  return numeric.has(name) && digits.test(text) ? Number(text) : text;
}
