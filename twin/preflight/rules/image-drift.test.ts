import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfEstate, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { imageDrift } from './image-drift.ts';

const singleton = (runs: string, declared: string, record: AttributeValueOf<'image-record'> = [], tagMoved = false) => [
  factOf('boskos', 'replicas', 1),
  factOf('boskos', 'rollout', { strategy: 'on-delete' }),
  factOf('boskos', 'image', { repository: 'registry.example/boskos', tag: declared }),
  ...(record.length === 0 ? [] : [factOf('boskos', 'image-record', record)]),
  factOfInstance('boskos', 'boskos-0', 'running-image', {
    reference: `registry.example/boskos:${runs}`,
    imageId: 'x',
    digests: [],
    tagMoved,
  }),
  factOfInstance('boskos', 'boskos-0', 'placement', { node: 'node-7' }),
  factBetween('jobs', 'boskos', 'declared-dependency', { via: ['environment BOSKOS_URL'] }),
  factOfEstate('alert-rules', []),
];

const broken = [{ image: 'registry.example/boskos:b', becameReady: 0, neverReady: 3 }];
const drain = [{ action: 'drain-node', node: 'node-7' }];

describe('image-drift', () => {
  it('blocks a drain that starts a declared image which never became ready in the place of one that runs', () => {
    const { verdict, findings } = preflightOf(imageDrift, singleton('a', 'b', broken), drain);
    expect(verdict).toBe('block');
    expect(findings[0]?.reason).toBe(
      'boskos runs registry.example/boskos:a and is declared as registry.example/boskos:b. After drain-node it starts from the declared image, which has never become ready here (3 tries); there is only this one instance, and no alert watches it.',
    );
    expect(findings[0]).toMatchObject({ effect: 'outage', takesDown: ['boskos', 'jobs'] });
  });

  it('passes where what runs is what is declared, and after what it proposes', () => {
    expect(preflightOf(imageDrift, singleton('b', 'b', broken), drain).verdict).toBe('pass');
    const { kind, ...values } = preflightOf(imageDrift, singleton('a', 'b', broken), drain).findings[0]!.remedies[0]!
      .action!;
    const after = preflightOf(imageDrift, singleton('a', 'b', broken), [{ action: kind, ...values }]);
    expect(after.resolved).toMatchObject([{ verdict: 'latent' }]);
  });

  it('only warns where the declared image has run before, or where nobody knows', () => {
    const proven = [{ image: 'registry.example/boskos:b', becameReady: 4, neverReady: 0 }];
    expect(preflightOf(imageDrift, singleton('a', 'b', proven), drain).verdict).toBe('warn');
    expect(preflightOf(imageDrift, singleton('a', 'b'), drain)).toMatchObject({
      verdict: 'warn',
      findings: [{ missing: [{ attribute: 'image-record' }] }],
    });
  });

  it('is latent until something makes a new instance; a restart keeps the container', () => {
    expect(preflightOf(imageDrift, singleton('a', 'b', broken)).verdict).toBe('latent');
    const restart = [{ action: 'restart', component: 'boskos' }] as const;
    expect(preflightOf(imageDrift, singleton('a', 'b', broken), restart)).toMatchObject({
      verdict: 'pass',
      elsewhere: [{ verdict: 'latent' }],
    });
    expect(
      preflightOf(imageDrift, singleton('a', 'b', broken), [{ action: 'delete-instance', component: 'boskos' }])
        .verdict,
    ).toBe('block');
  });

  it('sees a tag that points elsewhere by now, and a digest that is not the one that runs', () => {
    expect(
      preflightOf(imageDrift, singleton('b', 'b', [], true), [{ action: 'recreate', component: 'boskos' }]).verdict,
    ).toBe('warn');
    const pinned = (digests: string[]) => [
      factOf('app', 'image', { repository: 'docker.io/library/redis', tag: '7', digest: 'sha256:1111' }),
      factOfInstance('app', 'app-1', 'running-image', { imageId: 'sha256:9999', digests, tagMoved: false }),
    ];
    expect(preflightOf(imageDrift, pinned(['redis@sha256:2222'])).verdict).toBe('latent');
    expect(preflightOf(imageDrift, pinned(['redis@sha256:1111'])).verdict).toBe('pass');
    expect(preflightOf(imageDrift, pinned([])).findings).toEqual([]);
  });

  it('blocks deploying what never became ready, or lets its rollout stop while the old ones serve', () => {
    const deploy = [{ action: 'set-image', component: 'boskos', image: 'registry.example/boskos:b' }];
    const facts = singleton('a', 'a', broken);
    const rolled = (strategy: 'recreate' | 'rolling') =>
      facts.map((fact) => (fact.attribute === 'rollout' ? factOf('boskos', 'rollout', { strategy }) : fact));
    expect(preflightOf(imageDrift, rolled('recreate'), deploy).verdict).toBe('block');
    expect(preflightOf(imageDrift, rolled('rolling'), deploy).verdict).toBe('never-completes');
    expect(preflightOf(imageDrift, singleton('a', 'a'), deploy).findings).toEqual([]);
  });
});
