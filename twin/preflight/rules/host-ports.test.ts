import { describe, expect, it } from '@jest/globals';
import { factOf, preflightOf } from '../../../testing/made-preflight.ts';
import { hostPorts } from './host-ports.ts';

const web = (hostPort?: number | string, replicas = 1) => [
  factOf('web', 'replicas', replicas),
  factOf('web', 'restart-policy', 'always'),
  factOf('web', 'ports', [{ containerPort: 80, protocol: 'tcp', ...(hostPort === undefined ? {} : { hostPort }) }]),
];
const toThree = [{ action: 'scale', component: 'web', replicas: 3 }];

describe('host-ports', () => {
  it('sees that a second container cannot have the port that the first one has', () => {
    const { verdict, findings } = preflightOf(hostPorts, web(8_080), toThree);
    expect(verdict).toBe('never-completes');
    expect(findings[0]?.reason).toContain('2 cannot start on one host: each publishes port 80 at 8080');
    expect(preflightOf(hostPorts, web(8_080, 2)).verdict).toBe('never-completes');
  });

  it('passes a range that is long enough, and says nothing where the engine chooses or nothing is scaled', () => {
    expect(preflightOf(hostPorts, web('8080-8082'), toThree).verdict).toBe('pass');
    expect(preflightOf(hostPorts, web('8080-8081'), toThree).verdict).toBe('never-completes');
    expect(preflightOf(hostPorts, web(), toThree).findings).toEqual([]);
    expect(preflightOf(hostPorts, web(8_080)).findings).toEqual([]);
  });

  it('says nothing of clusters, whose instances come to several hosts', () => {
    const clustered = [...web(8_080), factOf('web', 'rollout', { strategy: 'rolling' })];
    expect(preflightOf(hostPorts, clustered, toThree).findings).toEqual([]);
  });
});
