import { describe, expect, it } from '@jest/globals';
import type { Block } from '../document.ts';
import { presentSimulation } from './present-simulation.ts';
import { simulateResultSchema } from './simulate-result.ts';
import type { SimulateResult } from './simulate-result.ts';

/** A small system of which everything is as it should be. */
const calm: SimulateResult = simulateResultSchema.parse({
  file: 'shop.yaml',
  stoppedEarly: false,
  tookMs: 250,
  remarks: [],
  trace: null,
  report: {
    run: {
      model: 'a'.repeat(64),
      seed: 1,
      simulatedMs: 540_000,
      warmUpMs: 60_000,
      events: 4_000,
      requests: 1_200,
      saturated: [],
    },
    operations: [
      {
        component: 'web',
        operation: 'GET /',
        attempts: 1_200,
        answered: 1_200,
        perSecond: 2.22,
        meanMs: 5.5,
        meanIntervalMs: { low: 5.2, high: 5.8 },
        p50Ms: 4,
        p95Ms: 12,
        p99Ms: 18,
        maxMs: 40,
        errorRatio: 0,
        errors: {},
        abandoned: 0,
        retries: 0,
      },
    ],
    sources: [
      { operation: 'web/GET /', kind: 'open', offered: 1_200, ended: 1_200, failed: 0, meanMs: 5.5, p95Ms: 12 },
    ],
    components: [
      {
        component: 'web',
        instances: { mean: 2, min: 2, max: 2 },
        workers: null,
        cpu: {
          utilisationOfCoresRatio: 0.4,
          utilisationOfLimitRatio: null,
          throttledRatio: null,
          throttledMs: 0,
        },
        inFlight: { mean: 0.012, max: 3 },
        meanWaiting: 0,
        restarts: 0,
        outOfMemoryKills: 0,
        memoryPeakBytes: null,
      },
    ],
    pools: [],
    queues: [],
    caches: [],
    breakers: [],
    checks: {
      littlesLaw: [
        {
          component: 'web',
          arrivalsPerSecond: 2.22,
          meanTimeMs: 5.5,
          expected: 0.012_2,
          measured: 0.012_3,
          relativeDifference: 0.008,
        },
      ],
      utilisationLaw: [
        {
          component: 'web',
          throughputPerSecond: 2.22,
          meanDemandMs: 4,
          expectedCores: 0.008_9,
          measuredCores: 0.008_9,
          relativeDifference: 0,
        },
      ],
    },
    timeline: {
      bucketMs: 1_000,
      sources: [
        { operation: 'web/GET /', offered: [2, 4, 2], ended: [2, 4, 2], failed: [0, 0, 0], p95Ms: [5, 12, null] },
      ],
      events: [],
      eventsLeftOut: 0,
    },
    objectives: [{ operation: 'web/GET /', measure: 'p95Ms', limit: 20, measured: 12, met: true, excessRatio: -0.4 }],
  },
});

const changed = (report: Partial<SimulateResult['report']>, more: Partial<SimulateResult> = {}): SimulateResult => ({
  ...calm,
  ...more,
  report: { ...calm.report, ...report },
});

const plain = (text: unknown): string => (typeof text === 'string' ? text : (text as { text: string }).text);

/** What a block says, a line each. */
function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'table':
      return [block.columns.map(({ heading }) => heading), ...block.rows.map((row) => row.map(plain))].map((cells) =>
        cells.join(' | '),
      );
    case 'list':
      return block.items.map(plain);
    case 'fields':
      return block.fields.map(({ label, value }) => `${label}: ${plain(value)}`);
    default:
      return [plain(block.text)];
  }
}

const said = (result: SimulateResult): readonly string[] => presentSimulation(result).flatMap(linesOf);

describe('presentSimulation', () => {
  it('says what was run, what was asked of it and what it rests on', () => {
    const lines = said(calm);
    expect(lines).toContain(
      'shop.yaml: 9 min 0 s simulated after a warm-up of 1 min 0 s, 1,200 requests, seed 1; 4,000 events in 250 ms.',
    );
    expect(lines).toContain('web/GET / | p95 | 20.0 ms | 12.0 ms | met by 40 %');
    expect(lines).toContain(
      'web/GET / | 2.22 | 5.50 ms ± 0.30 ms | 4.00 ms | 12.0 ms | 18.0 ms | 40.0 ms | 0 % |  | 0 | 0',
    );
    expect(lines).toContain('No queue was ever full: nothing was refused for lack of room.');
    expect(lines).toContain("Little's law (arrivals times stay are what is there) holds for 1 component, within 0.8 %");
    expect(lines).toContain('asked: ▅█▅  up to 4/s');
    expect(lines).toContain('p95: ▄█   up to 12.0 ms');
  });

  it('leaves out columns and tables of which there is nothing to say', () => {
    const lines = said(calm);
    expect(lines).toContain('component | instances ready | cores busy | in flight | most in one | waiting');
    expect(lines).not.toContain('Queues');
    expect(lines.filter((line) => line.startsWith('failed:'))).toEqual([]);
  });

  it('tells of misses, of what was full, of laws that do not hold, and of an early end', () => {
    const [operation] = calm.report.operations;
    const [little] = calm.report.checks.littlesLaw;
    const lines = said(
      changed(
        {
          run: { ...calm.report.run, saturated: [{ bound: 'instance-queue', where: 'web', refused: 1_234 }] },
          operations: [{ ...operation!, errorRatio: 0.25, errors: { timeout: 3, 'queue-full': 1_234 } }],
          objectives: [
            { operation: 'web/GET /', measure: 'p95Ms', limit: 20, measured: 50, met: false, excessRatio: 1.5 },
            { operation: 'web/GET /', measure: 'errorRatio', limit: 0, measured: 0.25, met: false, excessRatio: null },
            { operation: 'web/PUT /', measure: 'p99Ms', limit: 20, measured: null, met: null, excessRatio: null },
          ],
          checks: {
            littlesLaw: [{ ...little!, expected: 10, measured: 12, relativeDifference: 0.2 }],
            utilisationLaw: [],
          },
        },
        { stoppedEarly: true },
      ),
    );
    expect(lines).toContain('It was stopped early: what follows is of the time until then.');
    expect(lines).toContain('web/GET / | p95 | 20.0 ms | 50.0 ms | missed: 2.5 times as much');
    expect(lines).toContain('web/GET / | errors | 0 % | 25 % | missed');
    expect(lines).toContain('web/PUT / | p99 | 20.0 ms | – | not measured');
    expect(lines).toContain('1,234 requests could not wait in web');
    expect(lines.some((line) => line.includes('25 % | queue-full 1,234, timeout 3'))).toBe(true);
    expect(lines).toContain(
      "Little's law (arrivals times stay are what is there) does not hold for web: 10 expected, 12 measured, 20 % apart",
    );
    expect(lines).toContain('The utilisation law: nothing was measured');
  });

  it('lists what happened, and how much more did', () => {
    const events = Array.from({ length: 50 }, (_, at) => ({ atMs: at * 1_000, what: 'restarted', component: 'web' }));
    const lines = said(changed({ timeline: { ...calm.report.timeline, events, eventsLeftOut: 7 } }));
    expect(lines.filter((line) => line.endsWith('| web | restarted'))).toHaveLength(40);
    expect(lines).toContain('17 more happened; the result as JSON lists the first 50.');
  });
});
