import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { logSpace } from './log-space.ts';

const gibibyte = 2 ** 30;
const kinds = { 'node-1': 'host', 'node-2': 'host' } as const;
const disk = (over: Partial<AttributeValueOf<'disks'>[number]> = {}, owner = 'node-1') =>
  factOf(owner, 'disks', [{ disk: '/var', sizeBytes: 100 * gibibyte, usedBytes: 70 * gibibyte, ...over }]);
/** 10 GiB a day. */
const perSecond = (10 * gibibyte) / 86_400;
const growth = (over: Partial<AttributeValueOf<'log-growth'>> = {}) =>
  factOf('api', 'log-growth', { bytesPerSecond: perSecond, ...over });
const on = (node: string, instance = 'api-1') => factOfInstance('api', instance, 'placement', { node });

describe('log-space', () => {
  it('says in how many days logs have filled a disk, who goes down, and that it is latent while nothing is changed', () => {
    const uses = factBetween('web', 'api', 'declared-dependency', { via: ['depends_on'] });
    const { verdict, findings } = preflightOf(logSpace, [disk(), growth(), on('node-1'), uses], [], { kinds });
    expect(verdict).toBe('latent');
    expect(findings[0]).toMatchObject({
      reason: 'api writes 121.4 KiB of logs a second to /var of node-1, where 30 GiB are left: it is full in 3 d.',
      takesDown: ['api', 'node-1', 'web'],
      beginsAfterMs: 3 * 86_400_000,
    });
  });

  it('passes with the rotation that it proposes, which is a remedy', () => {
    const facts = [disk(), growth(), on('node-1')];
    const { kind, ...values } = preflightOf(logSpace, facts, [], { kinds }).findings[0]!.remedies[0]!.action!;
    expect(preflightOf(logSpace, facts, [{ action: kind, ...values }], { kinds })).toMatchObject({
      verdict: 'pass',
      remedies: [{ works: 'yes' }],
    });
  });

  it.each([
    ['rotation that fits', disk(), growth({ keptBytes: gibibyte }), 'pass'],
    ['rotation by time that does not fit', disk(), growth({ keptMs: 5 * 86_400_000 }), 'latent'],
    ['a system that acts at 75 %', disk({ actsAtRatio: 0.75 }), growth({ keptBytes: 6 * gibibyte }), 'latent'],
    ['a disk that is full', disk({ usedBytes: 100 * gibibyte }), growth(), 'block'],
    ['a slow log', disk(), growth({ bytesPerSecond: 10 }), 'pass'],
    ['a disk of another node', disk({}, 'node-2'), growth(), 'unknown'],
  ])('of %s says so', (_name, disks, logs, verdict) => {
    expect(preflightOf(logSpace, [disks, logs, on('node-1')], [], { kinds }).verdict).toBe(verdict);
  });

  it('blocks a change that makes logs fill the disk within hours, and says of one within days that harm comes later', () => {
    const verbose = (bytesPerSecond: number) => [
      { action: 'configure', component: 'api', attribute: 'log-growth', value: { bytesPerSecond } },
    ];
    const facts = [disk(), growth({ bytesPerSecond: 10 }), on('node-1')];
    expect(preflightOf(logSpace, facts, verbose(perSecond), { kinds }).verdict).toBe('latent');
    expect(preflightOf(logSpace, facts, verbose(24 * perSecond), { kinds }).verdict).toBe('block');
  });

  it('takes the rotation of the driver: json-file with and without a size, local, journald', () => {
    const verdict = (logging: AttributeValueOf<'logging'>) =>
      preflightOf(logSpace, [disk(), growth(), factOf('api', 'logging', logging)], [], {
        kinds: { 'node-1': 'host' },
      }).verdict;
    expect(verdict({ driver: 'json-file' })).toBe('latent');
    expect(verdict({ driver: 'json-file', maxFileBytes: 10 * 2 ** 20, maxFiles: 3 })).toBe('pass');
    expect(verdict({ driver: 'local' })).toBe('pass');
    expect(verdict({ driver: 'journald' })).toBe('pass');
  });

  it('names in one finding all whose logs nothing bounds on a disk that is not known', () => {
    const facts = ['a', 'b'].map((name) => factOf(name, 'logging', { driver: 'json-file' }));
    const { findings } = preflightOf(logSpace, facts);
    expect(findings).toMatchObject([
      {
        verdict: 'unknown',
        reason: 'Nothing bounds the logs of a and b; how fast they grow on which disk is not known.',
      },
    ]);
    expect(preflightOf(logSpace, facts, [{ action: 'restart', component: 'a' }]).findings).toEqual([]);
  });

  it('says that removing logs helps once, a larger disk for a while, a restart not', () => {
    const facts = [disk(), growth(), on('node-1')];
    const works = (action: Record<string, string>) =>
      preflightOf(logSpace, facts, [action], { kinds }).remedies.map((answer) => answer.works);
    expect(works({ action: 'prune-logs', node: 'node-1' })).toEqual(['partly']);
    expect(works({ action: 'resize-volume', component: 'node-1', size: '500GiB' })).toEqual(['partly']);
    expect(works({ action: 'restart', component: 'api' })).toEqual(['no']);
  });

  it('takes a disk that a fault fills for full', () => {
    const condition = [{ fault: 'disk-fill', node: 'node-1', fill: '100%' }];
    expect(preflightOf(logSpace, [disk(), growth(), on('node-1')], [], { kinds, condition }).verdict).toBe('block');
  });

  it('says nothing of a disk to which no log is known to be written', () => {
    expect(preflightOf(logSpace, [disk()], [], { kinds }).findings).toEqual([]);
  });

  it('says of a disk that a fault fills in part how much is left', () => {
    const condition = [{ fault: 'disk-fill', node: 'node-1', fill: '80%' }];
    const { verdict, findings } = preflightOf(logSpace, [disk()], [], { kinds, condition });
    expect(verdict).toBe('pass');
    expect(findings[0]?.reason).toContain('are left on /var of node-1');
  });
});
