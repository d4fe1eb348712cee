import { describe, expect, it } from '@jest/globals';
import { decodeTracesJson, decodeTracesProto } from '../../connectors/otlp/index.ts';
import { createTraceAggregator } from '../../src/estate/traces/index.ts';
import { canonicalJson, CoverageCount, createRandom } from '../../src/kernel/index.ts';
import { modelEstate } from './estate-model.ts';
import { EstateTraffic } from './estate-traffic.ts';
import { otlpMessages, publishedTracesData } from './otlp-messages.ts';
import type { OtlpMessage } from './otlp-messages.ts';

function messagesOf(count: number): readonly OtlpMessage[] {
  const messages = otlpMessages(new EstateTraffic(createRandom('test')));
  return Array.from({ length: count }, () => messages.next().value);
}

describe('otlpMessages', () => {
  const messages = messagesOf(60);
  const coverage = new CoverageCount();

  it('are the same for the same seed', () => {
    expect(messagesOf(3).map(({ json }) => json)).toEqual(messages.slice(0, 3).map(({ json }) => json));
  });

  it('say the same as protobuf and as JSON, to the library and to ours', () => {
    for (const { proto, json, spans } of messages.slice(0, 5)) {
      const read = decodeTracesProto(proto, 'test', coverage).spans;
      expect(read).toHaveLength(spans);
      expect(decodeTracesJson(JSON.parse(json), 'test', coverage).spans).toEqual(read);
      const { resourceSpans } = publishedTracesData.toObject(publishedTracesData.decode(proto)) as {
        resourceSpans: { scopeSpans: { spans: unknown[] }[] }[];
      };
      expect(resourceSpans[0]?.scopeSpans[0]?.spans).toHaveLength(spans);
    }
  });

  it('give the services of the model, and only what they call', () => {
    const [fromProto, fromJson] = [createTraceAggregator(), createTraceAggregator()];
    for (const { proto, json } of messages) {
      fromProto.add(decodeTracesProto(proto, 'test', coverage).spans);
      fromJson.add(decodeTracesJson(JSON.parse(json), 'test', coverage).spans);
    }
    const summary = fromProto.finish();
    expect(canonicalJson(fromJson.finish())).toBe(canonicalJson(summary));
    const own = summary.components.filter(({ seenBy }) => seenBy === 'own-spans').map(({ name }) => name);
    expect(own.filter((name) => modelEstate[name] === undefined)).toEqual([]);
    expect(own).toContain('catalogue');
    const peers = summary.components.filter(({ seenBy }) => seenBy === 'callers').map(({ id }) => id);
    expect(peers).toEqual(expect.arrayContaining(['cache:redis', 'database:catalogue-db', 'database:stock-db']));
  });
});
