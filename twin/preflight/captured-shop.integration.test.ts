import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readComposeProject } from '../../connectors/compose/index.ts';
import { findingsOfCompose } from '../../src/estate/index.ts';
import { freezeSnapshot } from '../../src/estate/snapshot/index.ts';
import { readAction, sealWith } from '../../src/kernel/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { someMomentMs } from '../../testing/made-preflight.ts';
import { runPreflight } from './index.ts';

/** The demo shop, as nothing but its compose file tells it. */
const estate = freezeSnapshot([
  findingsOfCompose(
    readComposeProject({
      files: [fileURLToPath(new URL('../../evals/estates/shop/compose.yaml', import.meta.url))],
      environment: {},
      profiles: [],
      seal: sealWith(new Uint8Array(16)),
      missingVariables: 'note',
    }),
  ),
]).document;

const ask = (...actions: readonly Readonly<Record<string, Json>>[]) =>
  runPreflight({
    estate,
    actions: actions.map((action) => readAction(action, 'test')),
    atMs: someMomentMs,
    horizonMs: 7 * 86_400_000,
  });

describe('preflight of the demo shop', () => {
  it('knows from its variables that every caller outlasts what it calls', () => {
    const timeouts = ask().findings.filter(({ rule }) => rule === 'timeout-order');
    expect(timeouts.map(({ reason }) => reason.slice(0, 40))).toContain('storefront waits 20.0 s for checkout, wh');
    expect(timeouts.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it('warns of a timeout that would make checkout work for nobody', () => {
    const { findings } = ask({ action: 'set-timeout', component: 'storefront', to: 'checkout', timeout: '2s' });
    expect(findings.find(({ rule }) => rule === 'timeout-order')).toMatchObject({
      verdict: 'warn',
      reason: expect.stringContaining('while checkout may still work for 6.5 s'),
    });
  });

  it('sees that a second gateway cannot have the host port of the first', () => {
    expect(ask({ action: 'scale', component: 'gateway', replicas: 2 })).toMatchObject({
      verdict: 'never-completes',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'host-ports' })]),
    });
  });

  it('asks for the slots of the database before more instances open connections to it', () => {
    const { undecided } = ask({ action: 'scale', component: 'catalogue', replicas: 6 });
    expect(undecided).toContainEqual(
      expect.objectContaining({
        rule: 'connection-slots',
        missing: [{ subject: { kind: 'component', component: 'database' }, attribute: 'connection-slots' }],
      }),
    );
    const told = ask(
      { action: 'configure', component: 'database', attribute: 'connection-slots', value: { total: 40, reserved: 3 } },
      { action: 'scale', component: 'catalogue', replicas: 6 },
    );
    // 6 x 8 of catalogue and 6 of checkout, of 37.
    expect(told.findings[0]).toMatchObject({ rule: 'connection-slots', verdict: 'block' });
    expect(told.findings[0]?.reason).toContain('6 x 8 of catalogue');
  });
});
