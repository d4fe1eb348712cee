import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, factOfInstance, preflightOf } from '../../../testing/made-preflight.ts';
import { readImageReference } from '../reasoning/index.ts';
import { addressCaching } from './address-caching.ts';

const resolution = (value: AttributeValueOf<'address-resolution'>) =>
  factBetween('nginx', 'api', 'address-resolution', value);
const atStart = resolution({ when: 'at-start', resolved: '172.19.0.4' });
const recreate = { action: 'recreate', component: 'api' };
const reload = { action: 'reload', component: 'nginx' };
const onDocker = factOf('api', 'restart-policy', 'always');

describe('address-caching', () => {
  it('blocks recreating what a caller has looked up once, and names the address that it goes on calling', () => {
    const uses = factBetween('web', 'nginx', 'declared-dependency', { via: ['depends_on'] });
    const { verdict, findings } = preflightOf(addressCaching, [atStart, onDocker, uses], [recreate]);
    expect(verdict).toBe('block');
    expect(findings[0]).toMatchObject({
      reason:
        'nginx has looked the address of api up when it started; after recreate of api that may be another one, and nginx goes on calling 172.19.0.4, where nobody answers, or another container: every call of nginx to api fails until nginx is reloaded or restarted, while the rest of nginx works.',
      takesDown: ['nginx', 'web'],
      lastsMs: null,
    });
  });

  it('passes where the caller is reloaded afterwards, and not where it was before', () => {
    expect(preflightOf(addressCaching, [atStart, onDocker], [recreate, reload]).verdict).toBe('pass');
    expect(
      preflightOf(addressCaching, [atStart, onDocker], [recreate, { action: 'restart', component: 'nginx' }]).verdict,
    ).toBe('pass');
    expect(preflightOf(addressCaching, [atStart, onDocker], [reload, recreate]).verdict).toBe('block');
  });

  it('passes with the resolver that it proposes, and says for how long calls may fail', () => {
    const { remedies } = preflightOf(addressCaching, [atStart, onDocker], [recreate]).findings[0]!;
    const { kind, ...values } = remedies[1]!.action!;
    const result = preflightOf(addressCaching, [atStart, onDocker], [{ action: kind, ...values }, recreate]);
    expect(result.findings).toMatchObject([{ verdict: 'pass', lastsMs: 10_000 }]);
  });

  it.each([
    ['each connection', { when: 'each-connection' as const }],
    ['an address that stays', { when: 'at-start' as const, isStable: true }],
  ])('passes with a lookup of %s', (_name, value) => {
    expect(preflightOf(addressCaching, [resolution(value), onDocker], [recreate]).verdict).toBe('pass');
  });

  it('warns of what was captured only: an nginx that calls a container of a compose project', () => {
    const facts = (image: string) => [
      factOf('nginx', 'image', readImageReference(image)),
      factBetween('nginx', 'api', 'declared-dependency', { via: ['depends_on'] }),
      onDocker,
    ];
    expect(preflightOf(addressCaching, facts('nginx:1.27'), [recreate]).findings).toMatchObject([
      { verdict: 'warn', missing: [{ attribute: 'address-resolution' }] },
    ]);
    expect(preflightOf(addressCaching, facts('traefik:3'), [recreate]).findings).toEqual([]);
    const onCluster = factOfInstance('api', 'api-0', 'placement', { node: 'node-1' });
    expect(preflightOf(addressCaching, [...facts('nginx:1.27'), onCluster], [recreate]).findings).toEqual([]);
  });

  it('says nothing of a restart, which keeps the container, nor of recreating the caller', () => {
    expect(
      preflightOf(addressCaching, [atStart, onDocker], [{ action: 'restart', component: 'api' }]).findings,
    ).toEqual([]);
    expect(
      preflightOf(addressCaching, [atStart, onDocker], [{ action: 'recreate', component: 'nginx' }]).findings,
    ).toEqual([]);
  });

  it('says that a restart of the caller helps, and one of the called does not', () => {
    const condition = [{ fault: 'dns-wrong-answer', component: 'api' }];
    const works = (component: string) =>
      preflightOf(addressCaching, [atStart, onDocker], [{ action: 'restart', component }], { condition }).remedies.map(
        (answer) => answer.works,
      );
    expect(works('nginx')).toEqual(['yes']);
    expect(works('api')).toEqual(['no']);
  });

  it.each([
    ['a reload of the caller', { action: 'reload', component: 'nginx' }, ['yes']],
    ['a restart of the caller', { action: 'restart', component: 'nginx' }, ['yes']],
    ['another start of the called', { action: 'restart', component: 'api' }, ['no']],
    ['more of the called', { action: 'scale', component: 'api', replicas: 3 }, []],
    [
      'a resolver',
      {
        action: 'configure',
        component: 'nginx',
        to: 'api',
        attribute: 'address-resolution',
        value: { when: 'ttl', ttlMs: 10_000 },
      },
      ['yes'],
    ],
  ] as const)('judges %s after a recreation that is done', (_, action, works) => {
    const { remedies } = preflightOf(addressCaching, [atStart, onDocker], [action], { done: [recreate] });
    expect(remedies.map((answer) => answer.works)).toEqual(works);
  });

  it('judges nothing after what moves no address', () => {
    const done = [{ action: 'restart', component: 'api' }];
    const { remedies } = preflightOf(addressCaching, [atStart, onDocker], [reload], { done });
    expect(remedies).toEqual([]);
  });
});
