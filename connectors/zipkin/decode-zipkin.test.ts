import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CoverageCount } from '../../src/kernel/index.ts';
import { itWhere } from '../../testing/it-where.ts';
import { sharedData } from '../../testing/shared-data.ts';
import { decodeZipkin } from './decode-zipkin.ts';

const client = {
  traceId: '5af7183fb1d4cf5f',
  parentId: '6B221D5BC9E6496C',
  id: '352bff9a74ca9ad2',
  kind: 'CLIENT',
  name: 'get /api',
  timestamp: 1_556_604_172_355_737,
  duration: 1_431,
  localEndpoint: { serviceName: 'backend', ipv4: '192.168.99.1', port: 3_306 },
  remoteEndpoint: { serviceName: 'catalogue', ipv4: '172.19.0.2', port: 58_648 },
  tags: { 'http.method': 'GET', 'http.path': '/api', 'http.status_code': '503', 'unread.tag': 'x' },
};

function decode(body: unknown) {
  const coverage = new CoverageCount();
  return { ...decodeZipkin(body, 'test', coverage), notUnderstood: coverage.coverage.notUnderstood };
}

describe('decodeZipkin', () => {
  it('reads a span with all that it has', () => {
    expect(decode([client]).spans).toEqual([
      {
        traceId: '00000000000000005af7183fb1d4cf5f',
        spanId: '352bff9a74ca9ad2',
        parentSpanId: '6b221d5bc9e6496c',
        name: 'get /api',
        kind: 'client',
        startMs: 1_556_604_172_355.737,
        durationMs: 1.431,
        isError: false,
        isShared: false,
        traceState: undefined,
        links: [],
        attributes: new Map<string, unknown>([
          ['http.method', 'GET'],
          ['url.path', '/api'],
          ['http.status_code', 503],
          ['peer.service', 'catalogue'],
          ['server.address', '172.19.0.2'],
          ['server.port', 58_648],
        ]),
        resource: new Map([
          ['service.name', 'backend'],
          ['host.ip', '192.168.99.1'],
        ]),
      },
    ]);
  });

  it('reads one span, a list of spans and a list of traces', () => {
    expect(decode(client).spans).toHaveLength(1);
    expect(decode([client, client]).spans).toHaveLength(2);
    expect(decode([[client], [client, client]]).spans).toHaveLength(3);
    expect(decode([]).spans).toEqual([]);
  });

  it('keeps trace ids of 128 bits', () => {
    const traceId = '5AF7183FB1D4CF5F6B221D5BC9E6496C';
    expect(decode([{ ...client, traceId }]).spans[0]?.traceId).toBe(traceId.toLowerCase());
  });

  const server = { ...client, kind: 'SERVER', remoteEndpoint: { ipv4: '10.0.0.1' } };

  it('tells shared spans by their flag, and before there was one by the id of the two halves', () => {
    expect(decode([{ ...server, shared: true }]).spans.map(({ isShared }) => isShared)).toEqual([true]);
    expect(decode([server, client]).spans.map(({ kind, isShared }) => [kind, isShared])).toEqual([
      ['server', true],
      ['client', false],
    ]);
    expect(decode([server, { ...client, id: '1111111111111111' }]).spans.map(({ isShared }) => isShared)).toEqual([
      false,
      false,
    ]);
  });

  it('takes for the half without times those of the other', () => {
    const bare = { ...server, timestamp: undefined, duration: undefined };
    expect(decode([bare, client]).spans[0]).toMatchObject({ startMs: 1_556_604_172_355.737, durationMs: 1.431 });
    expect(decode([bare]).notUnderstood).toEqual([{ what: 'spans without a timestamp', place: 'test [0]', count: 1 }]);
  });

  it('takes a message without a duration for a moment, and any other span for unfinished', () => {
    const { spans, refusedSpans, notUnderstood } = decode([
      { ...client, kind: 'PRODUCER', duration: undefined },
      { ...client, duration: undefined },
    ]);
    expect(spans.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([['producer', 0]]);
    expect(refusedSpans).toBe(1);
    expect(notUnderstood[0]).toMatchObject({ what: expect.stringContaining('without a duration'), place: 'test [1]' });
  });

  it.each([
    ['SERVER', 'client.address'],
    ['CONSUMER', 'client.address'],
    ['CLIENT', 'server.address'],
    ['PRODUCER', 'server.address'],
  ])('calls the other end of %s %s', (kind, name) => {
    const [span] = decode([{ ...client, kind, remoteEndpoint: { ipv6: '2001:db8::c001' } }]).spans;
    expect(span?.attributes.get(name)).toBe('2001:db8::c001');
  });

  it('leaves the kind open where there is none, and lets tags say more than endpoints', () => {
    const [span] = decode([{ ...client, kind: undefined, tags: { 'peer.service': 'told' } }]).spans;
    expect([span?.kind, span?.attributes.get('peer.service')]).toEqual(['unspecified', 'told']);
  });

  it('takes an error tag for an error, and keeps nothing of its text', () => {
    const errorOf = (error: unknown) => {
      const [span] = decode([{ ...client, tags: { error } }]).spans;
      return [span?.isError, span?.attributes.get('error')];
    };
    expect(errorOf('password hunter2 refused')).toEqual([true, true]);
    expect(errorOf('')).toEqual([true, true]);
    expect(errorOf('false')).toEqual([false, undefined]);
  });

  it('knows queues by the tags of their instrumentation', () => {
    const [span] = decode([{ ...client, tags: { 'kafka.topic': 'orders', 'rabbit.queue': '' } }]).spans;
    expect(span?.attributes.get('messaging.destination.name')).toBe('orders');
  });

  it.each([
    ['an id of 10 kB', { id: 'a'.repeat(10_240) }],
    ['an id that is a number', { traceId: 5 }],
    ['a negative timestamp', { timestamp: -1 }],
    ['a timestamp beyond all years', { timestamp: 1e300 }],
    ['a negative duration', { duration: -5 }],
    ['a duration that is text', { duration: 'long' }],
  ])('leaves out a span with %s, and takes the others', (_what, change) => {
    const { spans, refusedSpans } = decode([client, { ...client, ...change }, client]);
    expect([spans.length, refusedSpans]).toEqual([2, 1]);
  });

  it('does not mind keys of prototypes', () => {
    const hostile: unknown = JSON.parse(
      `[${JSON.stringify({ ...client, kind: 'constructor' }).replace('"tags":{', '"__proto__":{"shared":true},"tags":{"__proto__":"x","constructor":"y",')}]`,
    );
    expect(decode(hostile).spans).toMatchObject([{ kind: 'unspecified', isShared: false }]);
  });

  it('refuses what is no document of Zipkin', () => {
    expect(() => decode('text')).toThrow(/test: found a string; accepted: a list of spans/);
  });

  itWhere(sharedData !== undefined, 'no shared data')('reads what Zipkin tests its own pages with', () => {
    const read = (name: string) =>
      decode(JSON.parse(readFileSync(`${sharedData}/zipkin-lens-testdata/${name}.json`, 'utf8')));
    const counts = { ascend: 8, envoy: 1, messaging: 4, 'simple-db-p6': 5, yelp: 16 };
    for (const [name, count] of Object.entries(counts)) {
      const { spans, refusedSpans } = read(name);
      expect([name, spans.length, refusedSpans]).toEqual([name, count, 0]);
    }
    expect(read('ascend').spans.filter(({ isShared }) => isShared)).toHaveLength(2);
    expect(read('messaging').spans.map(({ kind }) => kind)).toEqual(['consumer', 'unspecified', 'producer', 'server']);
    expect(read('simple-db-p6').spans[0]?.attributes.get('peer.service')).toBe('app_db');
  });
});
