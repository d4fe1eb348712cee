import { describe, expect, it } from '@jest/globals';
import { callsValue, requestsValue } from '../../../testing/made-facts.ts';
import type { FoundFact } from '../../../src/estate/index.ts';
import {
  factBetween,
  factOf,
  factOfEstate,
  factOfInstance,
  factOfOperation,
  preflightOf,
} from '../../../testing/made-preflight.ts';
import { readImageReference } from '../reasoning/index.ts';
import { singlePoints } from './single-points.ts';

const replicas = (component: string, count: number) => factOf(component, 'replicas', count);
const uses = (component: string, to: string) =>
  factBetween(component, to, 'declared-dependency', { via: [`environment ${to.toUpperCase()}_HOST`] });
const kinds = { gateway: 'gateway', database: 'database' } as const;
const estate = (databases: number) => [
  replicas('gateway', 2),
  replicas('shop', 2),
  replicas('database', databases),
  uses('gateway', 'shop'),
  uses('shop', 'database'),
];
const calls = (component: string, operation: string, to: string, toOperation: string): FoundFact => ({
  subject: { kind: 'edge', component, to, operation, toOperation },
  attribute: 'calls',
  value: callsValue(),
  method: 'captured',
});

describe('single-points', () => {
  it('names the one instance that the entry of the estate needs, and a standby for what keeps data', () => {
    const { findings } = preflightOf(singlePoints, estate(1), [], { kinds });
    expect(findings).toMatchObject([
      {
        verdict: 'latent',
        reason: 'database runs as one instance, and 1 entry of 1 (gateway) does not work without it.',
        remedies: [{ does: expect.stringContaining('standby') }],
      },
    ]);
  });

  it('passes over it where there are two, and where the caller answers without it', () => {
    expect(preflightOf(singlePoints, estate(2), [], { kinds }).findings).toEqual([]);
    const optional = factBetween('shop', 'database', 'call-policy', { isOptional: true });
    expect(preflightOf(singlePoints, [...estate(1), optional], [], { kinds }).findings).toEqual([]);
  });

  it('counts the operations that need it by their calls, not all of the component', () => {
    const facts = [
      replicas('gateway', 2),
      replicas('shop', 2),
      replicas('payment', 1),
      ...['POST /checkout', 'GET /'].map((operation) =>
        factOfOperation('gateway', operation, 'requests', requestsValue()),
      ),
      calls('gateway', 'POST /checkout', 'shop', 'pay'),
      calls('gateway', 'GET /', 'shop', 'list'),
      calls('shop', 'pay', 'payment', 'charge'),
    ];
    const { findings } = preflightOf(singlePoints, facts, [], { kinds });
    expect(findings.map(({ reason }) => reason)).toEqual([
      'payment runs as one instance, and 1 entry of 2 (gateway POST /checkout) does not work without it.',
    ]);
  });

  it('sees several instances that are all on one host, where there are others', () => {
    const on = (instance: string, node: string) => factOfInstance('shop', instance, 'placement', { node });
    const together = [...estate(2), on('shop-1', 'node-1'), on('shop-2', 'node-1'), factOf('node-2', 'capacity', {})];
    expect(preflightOf(singlePoints, together, [], { kinds }).findings[0]?.reason).toContain(
      'shop has all its 2 instances on node-1',
    );
    const apart = [...estate(2), on('shop-1', 'node-1'), on('shop-2', 'node-2')];
    expect(preflightOf(singlePoints, apart, [], { kinds }).findings).toEqual([]);
  });

  it('warns of a restart of the only instance, with how long it takes, and blocks stopping it', () => {
    const facts = [...estate(1), factOf('database', 'start-up', { p95Ms: 20_000 })];
    const restarted = preflightOf(singlePoints, facts, [{ action: 'restart', component: 'database' }], { kinds });
    expect(restarted.findings[0]).toMatchObject({
      verdict: 'warn',
      lastsMs: 20_000,
      takesDown: ['database', 'gateway', 'shop'],
    });
    expect(preflightOf(singlePoints, facts, [{ action: 'stop', component: 'database' }], { kinds }).verdict).toBe(
      'block',
    );
    expect(
      preflightOf(singlePoints, facts, [{ action: 'scale', component: 'shop', replicas: 0 }], { kinds }).verdict,
    ).toBe('block');
    const oneByOne = preflightOf(singlePoints, facts, [{ action: 'restart', component: 'shop' }], { kinds });
    expect(oneByOne.findings.filter(({ verdict }) => verdict !== 'latent')).toEqual([]);
  });

  it('says what becomes single by a change, and that it no longer is', () => {
    const fewer = preflightOf(singlePoints, estate(2), [{ action: 'scale', component: 'shop', replicas: 1 }], {
      kinds,
    });
    expect(fewer.findings).toMatchObject([
      { verdict: 'latent', isStanding: false, remedies: [{ action: { replicas: 2 } }] },
    ]);
    const more = preflightOf(singlePoints, estate(1), [{ action: 'scale', component: 'database', replicas: 2 }], {
      kinds,
    });
    expect(more.findings).toMatchObject([{ verdict: 'pass', reason: 'database no longer runs as one instance.' }]);
    const limits = [{ action: 'set-limits', component: 'database', memory: '1GiB' }];
    expect(preflightOf(singlePoints, estate(1), limits, { kinds })).toMatchObject({ findings: [], resolved: [] });
  });

  it('says once of many what there is one of, that first on which most depends', () => {
    const facts = ['gateway', 'shop', 'stock', 'database'].map((name) => replicas(name, 1));
    const edges = [uses('gateway', 'shop'), uses('shop', 'stock'), uses('stock', 'database')];
    const { findings } = preflightOf(singlePoints, [...facts, ...edges], [], { kinds });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.about).toHaveLength(4);
  });

  it('finds alarms that need what they watch, and not those that stand apart', () => {
    const dns = [replicas('dns', 2), uses('shop', 'dns')];
    const alarms = factOf('alarms', 'alerting', { watches: [{ component: 'dns' }] });
    const needing = preflightOf(singlePoints, [...estate(2), ...dns, alarms, uses('alarms', 'dns')], [], { kinds });
    expect(needing.findings.map(({ reason }) => reason)).toEqual([
      'alarms raises the alarms and needs dns, on which it is to tell: when that fails nobody is told.',
    ]);
    expect(preflightOf(singlePoints, [...estate(2), ...dns, alarms], [], { kinds }).findings).toEqual([]);
    const rule = {
      group: 'names',
      name: 'DnsDown',
      expression: 'up{job="dns"} == 0',
      forMs: 0,
      keepFiringForMs: 0,
      labels: {},
      annotationNames: [],
    };
    const byRule = [factOf('alarms', 'alerting', {}), factOfEstate('alert-rules', [rule]), uses('alarms', 'dns')];
    expect(preflightOf(singlePoints, byRule).findings).toMatchObject([{ verdict: 'latent' }]);
    const captured = factOf('prometheus', 'image', readImageReference('prom/prometheus:v3.1.0'));
    const inCompose = [...estate(2), ...dns, captured, uses('prometheus', 'dns')];
    expect(preflightOf(singlePoints, inCompose, [], { kinds }).findings).toMatchObject([{ verdict: 'latent' }]);
  });
});
