import { describe, expect, it } from '@jest/globals';
import { modelBenchLines } from './model-bench-lines.ts';
import { modelBenchPage } from './model-bench-page.ts';
import type { ModelBenchResult } from './model-bench-result.ts';
import { modelBenchSection } from './model-bench-section.ts';

const machine = { processor: 'Some Processor', cores: 2, memoryBytes: 2 ** 34, node: 'v24.0.0' };
const spread = { median: 1_234_567, lowest: 1_000_000, highest: 2_000_000 };
const reading = { heapBytes: 20 * 2 ** 20, arrayBytes: 2 ** 20, rssBytes: 150 * 2 ** 20 };

const result: ModelBenchResult = {
  machine,
  tandem: {
    rounds: 3,
    seed: 1,
    processor: 0,
    expectedResponseMs: 4_308.7,
    engines: [
      {
        name: 'Backlot',
        madeBy: 'Node v24.0.0',
        requests: 1_000_000,
        requestsPerSecond: spread,
        lowestProcessorRatio: 0.99,
        meanResponseMs: 4_300,
        meanResponseDifferenceRatio: -0.002,
      },
    ],
    ratios: [{ of: 'Backlot', to: 'Other', ratio: { median: 21.5, lowest: 20, highest: 23 } }],
    absent: [{ name: 'Other', reason: 'it is not there', remedy: 'Install it.' }],
  },
  estates: {
    requestsPerSecond: 200,
    simulatedMs: 60_000,
    threads: 2,
    seed: 1,
    estates: [
      {
        components: 50,
        rehearsals: 1_000,
        wallS: 211.7,
        processorS: 420.1,
        processorMsOfRehearsal: 420.1,
        threadMs: spread,
        requests: 12_000_000,
        failedRatio: 0.0034,
        callsPerRequest: 23.66,
        callsPerRehearsal: 283_920,
        eventsPerRehearsal: 1_100_000,
        eventsPerSecond: 2_618_424,
      },
    ],
    growthExponents: { components: 0.66, calls: null },
  },
  memory: {
    components: 50,
    requestsPerSecond: 200,
    seed: 1,
    before: reading,
    marks: [
      { simulatedMinutes: 1, requests: 11_935, ...reading },
      { simulatedMinutes: 100, requests: 1_199_141, ...reading, heapBytes: 20.5 * 2 ** 20 },
    ],
  },
};

describe('modelBenchPage', () => {
  it('has every part that was measured, with its figures', () => {
    const page = modelBenchSection.page(JSON.parse(JSON.stringify(result)));
    for (const row of [
      '| Backlot | Node v24.0.0 | 1,234,567 (1,000,000 to 2,000,000) | 4,300 ms | -0.20 % |',
      '| Backlot | Other | 21.5 (20 to 23) |',
      'Other was not measured: it is not there.',
      '| 50 | 1,000 | 212 s | 420 s | 420 ms | 23.7 | 2,618,424 | 0.34 % |',
      '| 100 min | 1,199,141 | 20.5 MiB | 1.0 MiB | 150.0 MiB |',
    ]) {
      expect(page.split('\n')).toContain(row);
    }
    expect(page).toContain('changed by +0.5 MiB, while 1,187,206 requests more came and went');
    expect(page).toContain('of components to the power of 0.66, and with the number of calls to the power of unknown');
  });

  it('refuses what is not what the benchmark prints', () => {
    expect(() => modelBenchSection.page({ machine, estates: [] })).toThrow('estates');
  });

  it('says nothing of parts that were not', () => {
    expect(modelBenchPage({ machine }).match(/^#+ .*$/gm)).toEqual(['## Speed and memory of the model']);
  });
});

describe('modelBenchLines', () => {
  it('begins each line with what it is about', () => {
    const subjects = [...modelBenchLines(result)].map((line) => /^(?:estate of \d+|\S+)/.exec(line)?.[0]);
    expect(new Set(subjects)).toEqual(
      new Set(['machine', 'method', 'model', 'Backlot', 'Other', 'estates', 'estate of 50', 'growth', 'memory']),
    );
  });
});
