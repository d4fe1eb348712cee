import { describe, expect, it } from '@jest/globals';
import { observationOf } from '../../../testing/compose-texts.ts';
import type { AttributeName } from '../facts/index.ts';
import { findingsOfCompose } from './from-compose.ts';

/** What the one service `api` of a file declares. */
function declared(service: string, rest = ''): (attribute: AttributeName) => unknown {
  const lines = service.split('\n').map((line) => `    ${line}`);
  const text = `name: shop\nservices:\n  api:\n    image: acme/api\n${lines.join('\n')}\n${rest}`;
  const { facts } = findingsOfCompose(observationOf({ 'compose.yaml': text }));
  return (attribute) => facts.find((fact) => fact.attribute === attribute && fact.subject.kind === 'component')?.value;
}

describe('findingsOfCompose', () => {
  it('says the restart policy that compose gives the engine, of the two places that may say it', () => {
    expect(declared('environment: {}')('restart-policy')).toBe('no');
    expect(declared('restart: on-failure:3')('restart-policy')).toBe('on-failure:3');
    const deploy = (policy: string): string => `restart: unless-stopped\ndeploy:\n  restart_policy:\n    ${policy}`;
    expect(declared(deploy('condition: any'))('restart-policy')).toBe('always');
    expect(declared(deploy('condition: none'))('restart-policy')).toBe('no');
    expect(declared(deploy('{ condition: on-failure, max_attempts: 5 }'))('restart-policy')).toBe('on-failure:5');
    expect(declared(deploy('delay: 5s'))('restart-policy')).toBe('unless-stopped');
  });

  it('computes cores from the quota of older files', () => {
    expect(declared('cpus: 0.5')('limits')).toMatchObject({ cpuCores: 0.5 });
    expect(declared('cpu_quota: 50000')('limits')).toMatchObject({ cpuCores: 0.5 });
    expect(declared('cpu_quota: 50000\ncpu_period: 25000')('limits')).toMatchObject({ cpuCores: 2 });
    expect(declared('cpu_period: 25000')('limits')).toBeUndefined();
    for (const quota of ['-1', '0', '1e308', '9'.repeat(400), 'Infinity', 'half'])
      expect([quota, declared(`cpu_quota: ${quota}\ncpu_period: 1e-300`)('limits')]).toEqual([quota, undefined]);
    expect(declared('cpu_quota: 50000\ncpu_period: 1e-300')('limits')).toMatchObject({ cpuCores: 0.5 });
  });

  it('names volumes and paths as the project knows them, wherever it lies', () => {
    const mounts = declared(
      'volumes: [data:/data, named:/named, "./conf:/conf:ro", /var/log:/log, /anonymous]',
      'volumes:\n  data: {}\n  named: { name: production }\n',
    )('mounts');
    expect(mounts).toMatchObject([
      { type: 'volume', source: 'data', target: '/data', readOnly: false },
      { type: 'volume', source: 'production', target: '/named' },
      { type: 'bind', source: './conf', target: '/conf', readOnly: true },
      { type: 'bind', source: '/var/log', target: '/log' },
      { type: 'volume', source: undefined, target: '/anonymous' },
    ]);
  });

  it('says a range of ports as one', () => {
    expect(declared('ports: ["8000-8010:80", "9090:90", "91"]')('ports')).toMatchObject([
      { containerPort: 80, hostPort: '8000-8010' },
      { containerPort: 90, hostPort: 9090 },
      { containerPort: 91, hostPort: undefined },
    ]);
  });

  it('leaves out what no active profile starts, and counts it', () => {
    const text = 'name: shop\nservices:\n  api: { image: a }\n  debug: { image: b, profiles: [debug] }\n';
    const { sightings, coverage } = findingsOfCompose(observationOf({ 'compose.yaml': text }));
    expect(sightings.map(({ key }) => key)).toEqual(['shop/api']);
    expect(coverage.read).toMatchObject({ 'services not started by the active profiles': 1 });
  });
});
