import { describe, expect, it } from '@jest/globals';
import { factOf, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { readImageReference } from '../reasoning/index.ts';
import { floatingTags } from './floating-tags.ts';

const image = (reference: string) => factOf('cache', 'image', readImageReference(reference));
const recreate = [{ action: 'recreate', component: 'cache' }];
const pull = (policy: string) => factOf('cache', 'pull-policy', policy);
const onDocker = factOf('cache', 'restart-policy', 'always');
const onCluster = factOfInstance('cache', 'cache-0', 'placement', { node: 'node-1' });
const digest = `sha256:${'ab'.repeat(32)}`;
const running = (instance: string, imageId: string, tagMoved = false) =>
  factOfInstance('cache', instance, 'running-image', { imageId, digests: [`redis@${digest}`], tagMoved });

describe('floating-tags', () => {
  it.each([
    ['redis', 'always', 'warn'],
    ['redis:latest', 'always', 'warn'],
    ['redis:alpine', 'always', 'warn'],
    ['redis:7', 'always', 'warn'],
    ['redis:7.2', 'always', 'pass'],
    ['redis:7.2.4', 'always', 'pass'],
    [`redis@${digest}`, 'always', 'pass'],
    ['redis', 'never', 'pass'],
    ['redis', 'daily', 'warn'],
  ])('of %s with pull policy %s says %s when it is recreated', (reference, policy, verdict) => {
    expect(preflightOf(floatingTags, [image(reference), pull(policy), onDocker], recreate).verdict).toBe(verdict);
  });

  it.each([
    ['registry.acme.example/hooks:4711', 'pass'],
    ['registry.acme.example/hooks:v4', 'pass'],
    ['web:9', 'pass'],
    ['web:blue', 'pass'],
    ['web:main', 'warn'],
    ['web', 'warn'],
    ['registry.acme.example/hooks:stable-2024', 'warn'],
    ['node:lts', 'warn'],
    ['python:bookworm', 'warn'],
    ['registry.acme.example/hooks:latest', 'warn'],
    ['registry.acme.example/mirror/postgres:16', 'warn'],
    ['docker.io/library/nginx:1', 'warn'],
    ['nginx:1', 'warn'],
  ])('takes a number or a name for a build unless it is of a known product: of %s says %s', (reference, verdict) => {
    expect(preflightOf(floatingTags, [image(reference), pull('always')], recreate).verdict).toBe(verdict);
    const atRest = preflightOf(floatingTags, [image(reference)]).findings;
    expect(atRest.map((each) => each.verdict)).toEqual(verdict === 'warn' ? ['latent'] : []);
  });

  it('passes on the engine that has the image already, and warns where its tag has moved there', () => {
    expect(preflightOf(floatingTags, [image('redis:7'), onDocker], recreate).verdict).toBe('pass');
    const moved = preflightOf(floatingTags, [image('redis:7'), onDocker, running('cache', 'sha256:1', true)], recreate);
    expect(moved.verdict).toBe('warn');
    expect(moved.findings[0]?.reason).toContain('the tag means another image by now than the one that runs');
  });

  it('warns where an instance comes to a node that may not have the image', () => {
    const drain = [{ action: 'drain-node', node: 'node-1' }];
    const kinds = { 'node-1': 'host' } as const;
    expect(preflightOf(floatingTags, [image('redis:7'), onCluster], drain, { kinds }).verdict).toBe('warn');
    expect(preflightOf(floatingTags, [image('redis:7.2.4'), onCluster], drain, { kinds }).verdict).toBe('pass');
    const out = [{ action: 'scale', component: 'cache', replicas: 3 }];
    const facts = [image('redis:7'), onCluster, factOf('cache', 'replicas', 1)];
    expect(preflightOf(floatingTags, facts, out).verdict).toBe('warn');
  });

  it('asks for the policy where neither it nor the orchestrator is known', () => {
    expect(preflightOf(floatingTags, [image('redis')], recreate).findings[0]).toMatchObject({
      verdict: 'warn',
      missing: [{ attribute: 'pull-policy' }],
    });
  });

  it('proposes the digest that runs, which passes', () => {
    const facts = [image('redis'), pull('always'), running('cache', 'sha256:1')];
    const { action } = preflightOf(floatingTags, facts, recreate).findings[0]!.remedies[0]!;
    expect(action).toEqual({
      kind: 'set-image',
      component: 'cache',
      image: `docker.io/library/redis:latest@${digest}`,
    });
    const pinned = [{ action: 'set-image', component: 'cache', image: `docker.io/library/redis:latest@${digest}` }];
    expect(preflightOf(floatingTags, facts, pinned).verdict).toBe('pass');
  });

  it('warns of instances that run different images of one name', () => {
    const facts = [image('redis:7'), running('cache-1', 'sha256:1'), running('cache-2', 'sha256:2')];
    expect(preflightOf(floatingTags, facts).findings[0]).toMatchObject({ verdict: 'warn', isStanding: true });
  });

  it('is latent while nothing is made anew, and after a restart, which keeps the container', () => {
    expect(preflightOf(floatingTags, [image('redis'), onDocker]).verdict).toBe('latent');
    const restarted = preflightOf(
      floatingTags,
      [image('redis'), onDocker],
      [{ action: 'restart', component: 'cache' }],
    );
    expect(restarted).toMatchObject({ verdict: 'pass', elsewhere: [{ verdict: 'latent' }], resolved: [] });
  });

  it('says nothing of what is built here', () => {
    const facts = [image('shop/cache'), factOf('cache', 'build', { context: '.' })];
    expect(preflightOf(floatingTags, facts, recreate).findings).toEqual([]);
  });
});
