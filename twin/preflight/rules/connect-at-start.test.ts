import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import type { Json } from '../../../src/kernel/index.ts';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { connectAtStart } from './connect-at-start.ts';

type ConnectTime = AttributeValueOf<'connect-time'>;

const idle = { p50Ms: 40, p99Ms: 120 };
const loaded = { p50Ms: 450, p95Ms: 700, p99Ms: 900 };

const flags = (time: ConnectTime | undefined, pool: AttributeValueOf<'connection-pool'> = {}) => [
  factOf('flags', 'replicas', 20),
  factBetween('flags', 'writer', 'connection-pool', {
    sizePerInstance: 10,
    connectTimeoutMs: 1_000,
    opensAtStart: 5,
    connectBackoffMs: 0,
    ...pool,
  }),
  ...(time === undefined ? [] : [factBetween('flags', 'writer', 'connect-time', time)]),
  factBetween('web', 'flags', 'declared-dependency', { via: ['environment FLAGS_URL'] }),
  factBetween('reader', 'writer', 'declared-dependency', { via: ['environment WRITER_URL'] }),
];

const within = (connectTimeoutMs: number, more: Readonly<Record<string, Json>> = {}) => [
  {
    action: 'configure',
    component: 'flags',
    to: 'writer',
    attribute: 'connection-pool',
    value: { sizePerInstance: 10, connectTimeoutMs, opensAtStart: 5, connectBackoffMs: 0, ...more },
  },
];

describe('connect-at-start', () => {
  it('blocks a connect timeout that is below what connecting takes now, with everybody who is hit', () => {
    const { verdict, findings } = preflightOf(connectAtStart, flags({ idle, now: loaded }), within(300));
    expect(verdict).toBe('block');
    expect(findings[0]?.takesDown).toEqual(['flags', 'reader', 'web', 'writer']);
    expect(findings[0]?.reason).toContain('50 % of the starts fail or more, and who fails ends and starts anew');
    // 20 instances x 5 connections, one try each 0.3 s.
    expect(findings[0]?.reason).toContain('up to 333 times a second together');
  });

  it('passes at one second, and at 300 ms while the other side is idle', () => {
    expect(preflightOf(connectAtStart, flags({ idle, now: loaded }), within(1_000)).verdict).toBe('pass');
    expect(preflightOf(connectAtStart, flags({ idle, now: idle }), within(300)).verdict).toBe('pass');
    expect(preflightOf(connectAtStart, flags({ idle }), within(300))).toMatchObject({
      verdict: 'pass',
      findings: [{ missing: [{ attribute: 'connect-time', part: 'now' }] }],
    });
  });

  it('passes with what it proposes', () => {
    const { kind, ...values } = preflightOf(connectAtStart, flags({ now: loaded }), within(300)).findings[0]!
      .remedies[0]!.action!;
    expect(preflightOf(connectAtStart, flags({ now: loaded }), [{ action: kind, ...values }]).verdict).toBe('pass');
  });

  it('does not know what idle times are worth while something is wrong, or where none were measured', () => {
    const condition = [{ fault: 'cpu-hog', component: 'writer', cpu: '2' }];
    expect(preflightOf(connectAtStart, flags({ idle }), within(300), { condition }).verdict).toBe('unknown');
    expect(preflightOf(connectAtStart, flags(undefined), within(300)).verdict).toBe('unknown');
  });

  it('asks for no times where none could matter', () => {
    const unmeasured = flags(undefined);
    const restart = [{ action: 'restart', component: 'flags' }];
    const hog = (component: string) => ({ condition: [{ fault: 'cpu-hog', component, cpu: '2' }] });
    // Who runs has started so, and nothing was measured to be otherwise now.
    expect(preflightOf(connectAtStart, unmeasured).findings).toEqual([]);
    expect(preflightOf(connectAtStart, unmeasured, restart).findings).toEqual([]);
    expect(preflightOf(connectAtStart, unmeasured, restart, hog('web')).findings).toEqual([]);
    expect(preflightOf(connectAtStart, unmeasured, restart, hog('writer')).verdict).toBe('unknown');
    expect(preflightOf(connectAtStart, unmeasured, within(300, { whenStartFails: 'serves-without' })).findings).toEqual(
      [],
    );
    expect(preflightOf(connectAtStart, flags({ idle }), within(300), hog('web')).verdict).toBe('pass');
  });

  it('asks at every start, not only where the timeout is changed, and is latent until then', () => {
    const facts = flags({ now: loaded }, { connectTimeoutMs: 300 });
    expect(preflightOf(connectAtStart, facts, [{ action: 'restart', component: 'flags' }]).verdict).toBe('block');
    expect(preflightOf(connectAtStart, facts).verdict).toBe('latent');
    expect(preflightOf(connectAtStart, facts, [{ action: 'restart', component: 'web' }]).findings).toEqual([]);
  });

  it('only warns of instances that serve without, and says nothing of connections that are opened when needed', () => {
    expect(
      preflightOf(connectAtStart, flags({ now: loaded }), within(300, { whenStartFails: 'serves-without' })).verdict,
    ).toBe('warn');
    expect(preflightOf(connectAtStart, flags({ now: loaded }), within(300, { opensAtStart: 0 })).findings).toEqual([]);
  });
});
