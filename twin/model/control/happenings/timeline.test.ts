import { describe, expect, it } from '@jest/globals';
import { startRun } from '../test-run.ts';

const web = { operations: { get: [{ cpu: '10ms' as const }] } };

describe('a timeline', () => {
  it('scales at its time, and says when that was done', () => {
    const run = startRun({
      components: { web: { ...web, replicas: 2, startUp: { time: '3s' } } },
      timeline: [{ at: '10s', action: 'scale', component: 'web', replicas: 4 }],
    }).to(60_000);
    expect(run.control.outcomes).toEqual([
      { kind: 'action', name: 'scale', component: 'web', startedMs: 10_000, completedMs: 13_000, problem: null },
    ]);
  });
});
