import { describe, expect, it } from '@jest/globals';
import { howToTell } from './how-to-tell.ts';

describe('howToTell', () => {
  it('names the captures that read a fact, and where a person writes it', () => {
    const subject = { kind: 'edge', component: 'web', to: 'api' } as const;
    expect(howToTell({ subject, attribute: 'calls', part: 'latency' })).toMatchObject({
      missing: 'calls.latency of web → api',
      commands: ['backlot capture TRACES, or backlot listen'],
      byHand: 'facts: calls: web > api: calls',
    });
  });

  it('names no command where nothing reads it yet', () => {
    const subject = { kind: 'component', component: 'database' } as const;
    expect(howToTell({ subject, attribute: 'connection-slots' })).toMatchObject({
      commands: [],
      byHand: 'facts: components: database: connection-slots',
    });
  });
});
