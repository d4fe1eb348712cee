import { describe, expect, it } from '@jest/globals';
import { factText } from './fact-text.ts';

const word = (value: string) => ({ name: '', value });

describe('factText', () => {
  it.each([
    [
      'state',
      { state: 'running', health: 'unhealthy', restarts: 2, outOfMemory: false },
      'running, unhealthy, 2 restarts',
    ],
    [
      'state',
      { state: 'exited', exitCode: 137, restarts: 0, outOfMemory: true },
      'exited with 137, killed for want of memory',
    ],
    ['health-check', null, 'switched off'],
    [
      'health-check',
      { test: [word('curl'), word('/healthz')], intervalMs: 2_000, timeoutMs: 500, startPeriodMs: 0, retries: 3 },
      'curl /healthz, every 2.0 s, within 500 ms, unhealthy after 3 failures',
    ],
    [
      'usage',
      { cpuCores: 0.0282, throttledRatio: 0.25, memoryBytes: 2 ** 26, memoryLimitBytes: 2 ** 27, pids: 1 },
      '0.03 cores, throttled in 25 % of periods, 64 MiB of 128 MiB, 1 process',
    ],
    ['drift', { added: 0, changed: 0, deleted: 0, paths: [] }, 'none'],
    [
      'drift',
      { added: 2, changed: 1, deleted: 1, paths: ['/a', '/b', '/c', '/d'] },
      '2 added, 1 changed, 1 deleted: /a, /b, /c, …',
    ],
    [
      'running-image',
      { imageId: `sha256:${'ab'.repeat(32)}`, digests: [], tagMoved: true },
      'abababababab, not what its tag points at now',
    ],
    [
      'networks',
      [
        { network: 'bridge', aliases: [] },
        { network: 'back', aliases: ['api'] },
      ],
      'bridge; back (api)',
    ],
    [
      'ports',
      [{ containerPort: 80, protocol: 'tcp', hostAddress: '127.0.0.1', hostPort: 18_080 }],
      '127.0.0.1:18080→80/tcp',
    ],
    [
      'privileges',
      {
        privileged: false,
        capabilitiesAdded: ['NET_ADMIN'],
        capabilitiesDropped: ['ALL'],
        devices: [],
        hostNamespaces: ['pid'],
      },
      '+NET_ADMIN, -ALL, pid of the host',
    ],
    [
      'command',
      [{ name: '--token', secret: { fingerprint: '1234567890abcdef', shape: {} } }],
      '--token=(secret 123456)',
    ],
    ['owner', 'team-a', 'team-a'],
  ])('says %s of %j', (attribute, value, text) => {
    expect(factText(attribute, value)).toBe(text);
  });

  it('cuts what is too long for a line', () => {
    expect(factText('owner', 'x'.repeat(500))).toMatch(/^x{109}…$/);
  });
});
