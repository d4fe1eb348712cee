import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { certificateExpiry } from './certificate-expiry.ts';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const atMs = at('2021-10-30');
const certificate = (value: Partial<AttributeValueOf<'certificate'>> = {}) =>
  factOf('gateway', 'certificate', {
    notAfterMs: at('2021-11-08'),
    renewalDueMs: at('2021-10-09'),
    renewedBy: 'cert-manager',
    status: 'Ready',
    names: ['shop.example'],
    ...value,
  });
const uses = factBetween('web', 'gateway', 'declared-dependency', { via: ['environment GATEWAY_URL'] });
const said = (value: Partial<AttributeValueOf<'certificate'>>, when = atMs, horizonMs = 7 * 86_400_000) =>
  preflightOf(certificateExpiry, [certificate(value)], [], { atMs: when, horizonMs });

describe('certificate-expiry', () => {
  it('predicts an outage in 9 days from a renewal that did not happen, although the status says Ready', () => {
    const { verdict, findings } = preflightOf(certificateExpiry, [certificate(), uses], [], { atMs });
    expect(verdict).toBe('latent');
    expect(findings[0]).toMatchObject({
      reason:
        'The certificate of gateway for shop.example expires on 2021-11-08, in 9 d, and its renewal by cert-manager was due on 2021-10-09, 21 d ago, and has not happened, although its status says Ready: whoever checks it refuses the connection from then on.',
      beginsAfterMs: 9 * 86_400_000,
      takesDown: ['gateway', 'web'],
      effect: 'outage',
      remedies: [{ action: { kind: 'renew-certificate', component: 'gateway' } }],
    });
  });

  it('passes where the renewal has happened, or is to happen before it expires', () => {
    const renewed = {
      lastRenewal: { atMs: at('2021-10-09') + 60_000, hasSucceeded: true },
      notAfterMs: at('2022-01-07'),
    };
    expect(said(renewed).verdict).toBe('pass');
    expect(said({ renewalDueMs: at('2021-11-02') }, atMs, 30 * 86_400_000).verdict).toBe('pass');
  });

  it.each([
    [
      'whose renewal failed',
      { renewalDueMs: at('2021-11-02'), lastRenewal: { atMs, hasSucceeded: false, message: 'DNS' } },
      7,
      'latent',
    ],
    ['that nobody renews, within the horizon', { renewalDueMs: undefined, renewedBy: undefined }, 10, 'latent'],
    ['that nobody renews, beyond the horizon', { renewalDueMs: undefined, renewedBy: undefined }, 7, 'pass'],
    ['that is to be renewed after it has expired', { renewalDueMs: at('2021-11-09') }, 10, 'latent'],
  ])('of one %s says so', (_name, over, days, verdict) => {
    const value = Object.fromEntries(
      Object.entries({ notAfterMs: at('2021-11-08'), renewedBy: 'cert-manager', status: 'Ready', ...over }).filter(
        ([, member]) => member !== undefined,
      ),
    ) as AttributeValueOf<'certificate'>;
    const facts = [factOf('gateway', 'certificate', value)];
    expect(preflightOf(certificateExpiry, facts, [], { atMs, horizonMs: days * 86_400_000 }).verdict).toBe(verdict);
  });

  it('blocks once it has expired, and passes with the renewal that it proposes', () => {
    expect(said({}, at('2021-11-08')).verdict).toBe('block');
    const renewed = preflightOf(
      certificateExpiry,
      [certificate()],
      [{ action: 'renew-certificate', component: 'gateway' }],
      { atMs: at('2021-11-09') },
    );
    expect(renewed).toMatchObject({ verdict: 'pass', resolved: [{ verdict: 'block' }], remedies: [{ works: 'yes' }] });
  });

  it('says that a restart loads the same certificate', () => {
    const action = [{ action: 'restart', component: 'gateway' }];
    const { remedies } = preflightOf(certificateExpiry, [certificate()], action, { atMs: at('2021-11-09') });
    expect(remedies.map(({ works }) => works)).toEqual(['no']);
  });

  it('takes the users of a certificate that is a component of its own', () => {
    const facts = [
      factOf('shop-tls', 'certificate', { notAfterMs: at('2021-10-01'), usedBy: [{ component: 'gateway' }] }),
      uses,
    ];
    const { findings } = preflightOf(certificateExpiry, facts, [], { atMs, kinds: { 'shop-tls': 'certificate' } });
    expect(findings[0]?.takesDown).toEqual(['gateway', 'web']);
  });

  it('says nothing where no certificate is known', () => {
    expect(preflightOf(certificateExpiry, [uses], [], { atMs }).findings).toEqual([]);
  });

  it('judges what is done to the component that shows a certificate, too', () => {
    const facts = [
      factOf('edge-tls', 'certificate', { notAfterMs: at('2021-10-29'), usedBy: [{ component: 'edge' }] }),
      factOf('edge', 'replicas', 2),
    ];
    const condition = [{ fault: 'certificate-expired', component: 'edge' }];
    const works = (action: string) =>
      preflightOf(certificateExpiry, facts, [{ action, component: 'edge' }], { atMs, condition }).remedies.map(
        (remedy) => remedy.works,
      );
    expect(works('renew-certificate')).toEqual(['yes']);
    expect(works('restart')).toEqual(['no']);
  });
});
