import { describe, expect, it } from '@jest/globals';
import { engineFailure } from './engine-failure.ts';

const failed = (message: string, statusCode?: number, code?: string): Error =>
  Object.assign(new Error(`(HTTP code ${statusCode ?? 0}) - ${message}`), { statusCode, code, json: { message } });

const about = { address: 'unix:///run/docker.sock', action: 'create network a', kind: 'network', name: 'a' };

describe('engineFailure', () => {
  it.each([
    ['connect EACCES', undefined, 'EACCES', 'docker-permission-denied'],
    ['connect ENOENT', undefined, 'ENOENT', 'docker-unreachable'],
    ['connect ECONNREFUSED', undefined, 'ECONNREFUSED', 'docker-unreachable'],
    ['write /var/lib/docker/x: no space left on device', 500, undefined, 'docker-disk-full'],
    [
      'could not find an available, non-overlapping IPv4 address pool among the defaults',
      404,
      undefined,
      'docker-subnets-exhausted',
    ],
    ['all predefined address pools have been fully subnetted', 500, undefined, 'docker-subnets-exhausted'],
    ['driver failed: Bind for 127.0.0.1:8080 failed: port is already allocated', 500, undefined, 'docker-port-taken'],
    ['Conflict. The container name "/a" is already in use by container "x"', 409, undefined, 'docker-name-taken'],
    ['network with name a already exists', 409, undefined, 'docker-name-taken'],
    ['network a has active endpoints', 403, undefined, 'docker-refused'],
  ] as const)('%s', (message, statusCode, code, expected) => {
    expect(engineFailure(failed(message, statusCode, code), about).code).toBe(expected);
  });

  it('names the port, whichever part of the engine complains', () => {
    const wordings = [
      'Bind for 127.0.0.1:8080 failed: port is already allocated',
      'Error starting userland proxy: listen tcp4 127.0.0.1:8080: bind: address already in use',
      'failed to bind host port for 127.0.0.1:8080:172.18.0.2:80/tcp: address already in use',
      'failed to bind host port 127.0.0.1:8080/tcp: address already in use',
    ];
    for (const wording of wordings) {
      expect(engineFailure(failed(wording, 500), about).details).toMatchObject({ port: '127.0.0.1:8080' });
    }
  });
});
