import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/kernel/index.ts';
import { startOtlpReceiver } from './receiver.ts';
import type { OtlpReceiver } from './receiver.ts';
import type { Span } from '../spans/index.ts';

const host = '127.0.0.1';
const log = createLogger(
  () => 'silent',
  () => undefined,
  () => 0,
);

const body = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              name: 'GET',
              kind: 3,
              startTimeUnixNano: '1000000',
              endTimeUnixNano: '3000000',
            },
          ],
        },
      ],
    },
  ],
});

describe('startOtlpReceiver', () => {
  let receiver: OtlpReceiver;
  let received: Span[];

  const post = (path: string, content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`http://${host}:${receiver.port}${path}`, {
      method: 'POST',
      body: content,
      headers: { 'content-type': 'application/json', ...headers },
    });

  beforeEach(async () => {
    received = [];
    receiver = await startOtlpReceiver({ host, port: 0, log, onSpans: (spans) => received.push(...spans) });
  });

  afterEach(() => receiver.close());

  it('takes plain and gzipped traces', async () => {
    expect((await post('/v1/traces', body)).status).toBe(200);
    const packed = new Uint8Array(gzipSync(body));
    expect((await post('/v1/traces', packed, { 'content-encoding': 'gzip' })).status).toBe(200);
    expect(received.map(({ durationMs }) => durationMs)).toEqual([2, 2]);
  });

  it('acknowledges metrics and logs', async () => {
    expect((await post('/v1/metrics', '{"resourceMetrics":[]}')).status).toBe(200);
    expect((await post('/v1/logs', '{"resourceLogs":[]}')).status).toBe(200);
  });

  it('refuses what it cannot read, and goes on', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)));
    const refused = [
      await post('/v1/traces', '{'),
      await post('/v1/traces', '{"resourceSpans":7}'),
      await post('/v1/traces', new Uint8Array([1, 2, 3]), { 'content-encoding': 'gzip' }),
      await post('/v1/traces', bomb, { 'content-encoding': 'gzip' }),
      await post('/v1/traces', new Uint8Array([10, 0]), { 'content-type': 'application/x-protobuf' }),
    ];
    for (const response of refused) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect((await response.json()) as object).toHaveProperty('message');
    }
    expect(received).toEqual([]);
    expect((await post('/v1/traces', body)).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it('says that its port is taken', async () => {
    await expect(startOtlpReceiver({ host, port: receiver.port, log, onSpans: () => undefined })).rejects.toMatchObject(
      {
        code: 'port-taken',
      },
    );
  });

  it('says that an address is not its own', async () => {
    await expect(
      startOtlpReceiver({ host: '192.0.2.1', port: 0, log, onSpans: () => undefined }),
    ).rejects.toMatchObject({ code: 'address-unavailable' });
  });
});
