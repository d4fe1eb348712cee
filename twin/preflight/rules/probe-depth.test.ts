import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { probeDepth } from './probe-depth.ts';

const onDatabase = [{ component: 'database' }];
const app = (probes: AttributeValueOf<'probes'>) => [
  factOf('app', 'replicas', 3),
  factOf('app', 'probes', probes),
  factBetween('app', 'database', 'call-policy', { isOptional: true }),
  factBetween('web', 'app', 'declared-dependency', { via: ['environment APP_URL'] }),
];
const databaseDown = { condition: [{ fault: 'stop', component: 'database' }] };

describe('probe-depth', () => {
  it('warns of a liveness probe that asks a database, and blocks while that is down', () => {
    const deep = app({ liveness: { checks: onDatabase } });
    expect(preflightOf(probeDepth, deep).verdict).toBe('warn');
    const { verdict, findings } = preflightOf(probeDepth, deep, [], databaseDown);
    expect(verdict).toBe('block');
    expect(findings[0]?.takesDown).toEqual(['app', 'web']);
    expect(findings[0]?.reason).toContain('all 3 instances of app are restarted again and again');
  });

  it('passes a probe that asks the process only, whatever is down', () => {
    const shallow = app({ liveness: { checks: 'process' }, readiness: { checks: 'process' } });
    expect(preflightOf(probeDepth, shallow).verdict).toBe('pass');
    expect(preflightOf(probeDepth, shallow, [], databaseDown).verdict).toBe('pass');
  });

  it('calls a readiness probe latent that asks what the component can do without, and no other', () => {
    expect(preflightOf(probeDepth, app({ readiness: { checks: onDatabase } })).verdict).toBe('latent');
    const needed = app({ readiness: { checks: onDatabase } }).filter(({ attribute }) => attribute !== 'call-policy');
    expect(preflightOf(probeDepth, needed).verdict).toBe('pass');
  });

  it('says nothing where it is not known what a probe asks', () => {
    expect(preflightOf(probeDepth, app({ liveness: {} })).findings).toEqual([]);
  });
});
