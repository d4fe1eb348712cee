import { describe, expect, it } from '@jest/globals';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { connectionSlots } from './connection-slots.ts';

const kinds = { database: 'database' } as const;

const shared = (sizePerInstance: number | undefined, tenants = 80) => [
  factOf('app', 'replicas', 4),
  factOf('app', 'autoscaling', { min: 2, max: 6 }),
  factOf('app', 'rollout', { strategy: 'rolling', maxSurge: { share: 0.25 }, maxUnavailable: { share: 0.25 } }),
  factBetween('app', 'database', 'connection-pool', sizePerInstance === undefined ? {} : { sizePerInstance }),
  factBetween('web', 'app', 'declared-dependency', { via: ['environment APP_URL'] }),
  factOf('database', 'connection-slots', {
    total: 200,
    reserved: 3,
    tenants: [{ name: 'sign-on', connections: tenants }],
  }),
];

const deploy = [{ action: 'set-image', component: 'app', image: 'app:2' }];

describe('connection-slots', () => {
  it('blocks a rollout whose surge takes the slots that tenants need too, and says who goes down', () => {
    const { verdict, findings } = preflightOf(connectionSlots, shared(25), deploy, { kinds });
    expect(verdict).toBe('block');
    // 6 instances and a quarter more, rounded up: 8 x 25 = 200; 200 - 3 - 80 = 117.
    expect(findings[0]?.reason).toBe(
      '8 x 25 of app = 200 connections are possible, and database has 117 for them (200 slots, 3 reserved, 80 held by others).',
    );
    expect(findings[0]?.takesDown).toEqual(['app', 'sign-on', 'web']);
    expect(findings[0]?.remedies).toMatchObject([
      { action: { kind: 'set-pool', component: 'app', to: 'database', size: 14 } },
    ]);
  });

  it('passes with a pool that leaves room, and with the one that it proposes', () => {
    expect(preflightOf(connectionSlots, shared(10), deploy, { kinds }).verdict).toBe('pass');
    expect(preflightOf(connectionSlots, shared(14), deploy, { kinds }).verdict).toBe('pass');
    expect(preflightOf(connectionSlots, shared(15), deploy, { kinds }).verdict).toBe('block');
  });

  const scaled = (sizePerInstance: number | undefined) => [
    factOf('app', 'replicas', 2),
    factBetween('app', 'database', 'connection-pool', sizePerInstance === undefined ? {} : { sizePerInstance }),
    factOf('database', 'image', { repository: 'docker.io/library/postgres', tag: '16' }),
    factOf('database', 'connection-slots', { total: 100 }),
  ];
  const toFive = [{ action: 'scale', component: 'app', replicas: 5 }];

  it('blocks scaling out where nothing bounds a pool, and counts the slots that PostgreSQL reserves', () => {
    const unbounded = preflightOf(connectionSlots, scaled(undefined), toFive, { kinds });
    expect(unbounded.verdict).toBe('block');
    expect(unbounded.findings[0]?.remedies).toMatchObject([{ action: { kind: 'set-pool', size: 19 } }]);
    expect(preflightOf(connectionSlots, scaled(20), toFive, { kinds }).verdict).toBe('block');
    expect(preflightOf(connectionSlots, scaled(19), toFive, { kinds }).verdict).toBe('pass');
  });

  it('calls it latent where the pools fit now and would not if an autoscaler did what it may', () => {
    const facts = shared(25, 80);
    expect(preflightOf(connectionSlots, facts, [], { kinds })).toMatchObject({
      verdict: 'latent',
      findings: [{ isStanding: true }],
    });
  });

  it('blocks an autoscaler that is allowed more instances than there are connections for', () => {
    const most = (instances: number) => [{ action: 'set-autoscaler', component: 'app', most: instances }];
    expect(preflightOf(connectionSlots, scaled(20), most(5), { kinds }).verdict).toBe('block');
    expect(preflightOf(connectionSlots, scaled(20), most(4), { kinds }).verdict).toBe('pass');
  });

  it('counts an overflow and every pool of an instance: two instances of 20 and 40', () => {
    const facts = [
      factOf('app', 'replicas', 2),
      factBetween('app', 'database', 'connection-pool', { sizePerInstance: 20, overflowPerInstance: 40 }),
      factOf('database', 'connection-slots', { total: 100, reserved: 0 }),
    ];
    expect(preflightOf(connectionSlots, facts, [], { kinds })).toMatchObject({ verdict: 'block' });
  });

  it('says unknown, with what is missing, where a scaled caller has no known pool or the database no known slots', () => {
    const [replicas, , image, slots] = scaled(20);
    const call = factBetween('app', 'database', 'declared-dependency', { via: ['environment DB_HOST'] });
    const noPool = preflightOf(connectionSlots, [replicas!, call, image!, slots!], toFive, { kinds });
    expect(noPool.undecided).toMatchObject([{ missing: [{ attribute: 'connection-pool' }] }]);
    const noSlots = preflightOf(connectionSlots, scaled(20).slice(0, 3), toFive, { kinds });
    expect(noSlots).toMatchObject({
      verdict: 'unknown',
      undecided: [{ missing: [{ attribute: 'connection-slots' }] }],
    });
  });

  it('says nothing of callers of something else than a database, or of a change that opens no connection', () => {
    const call = factBetween('web', 'app', 'declared-dependency', { via: ['depends_on'] });
    const facts = [call, factOf('web', 'replicas', 2)];
    const scaleWeb = [{ action: 'scale', component: 'web', replicas: 9 }];
    expect(preflightOf(connectionSlots, facts, scaleWeb).findings).toEqual([]);
    const noSlots = scaled(20).slice(0, 3);
    expect(preflightOf(connectionSlots, noSlots, [{ action: 'reload', component: 'app' }], { kinds }).findings).toEqual(
      [],
    );
  });

  it('reads a pool from the variables that name the database', () => {
    const facts = [
      factOf('app', 'replicas', 2),
      factOf('app', 'environment', [
        { name: 'SHOP_DB_HOST', value: 'database' },
        { name: 'SHOP_DB_POOL_SIZE', value: '30' },
      ]),
      factBetween('app', 'database', 'declared-dependency', { via: ['environment SHOP_DB_HOST'] }),
      factOf('database', 'connection-slots', { total: 100, reserved: 3 }),
    ];
    expect(
      preflightOf(connectionSlots, facts, [{ action: 'scale', component: 'app', replicas: 4 }], { kinds }),
    ).toMatchObject({
      verdict: 'block',
      findings: [{ evidence: expect.arrayContaining([expect.objectContaining({ place: 'variables SHOP_DB_…' })]) }],
    });
    expect(
      preflightOf(connectionSlots, facts, [{ action: 'scale', component: 'app', replicas: 3 }], { kinds }).verdict,
    ).toBe('pass');
  });
});
