import { describe, expect, it } from '@jest/globals';
import type { EngineContainer } from '../../../connectors/docker/index.ts';
import { stopOrder } from './take-down.ts';

const container = (service: string, dependsOn = ''): EngineContainer => ({
  id: service,
  name: service,
  labels: { 'com.docker.compose.service': service, 'com.docker.compose.depends_on': dependsOn },
  imageId: '',
  state: 'running',
  networks: [],
});

const orderOf = (...containers: readonly EngineContainer[]): readonly (readonly string[])[] =>
  stopOrder(containers).map((group) => group.map(({ name }) => name));

describe('stopOrder', () => {
  it('stops what depends on others before them', () => {
    const order = orderOf(
      container('db'),
      container('app', 'db:service_healthy:false,cache:service_started:false'),
      container('cache'),
      container('edge', 'app:service_healthy:false'),
    );
    expect(order).toEqual([['edge'], ['app'], ['db', 'cache']]);
  });

  it('lets go of containers whose labels go round in a circle, or name what is gone', () => {
    expect(orderOf(container('a', 'b:x:y'), container('b', 'a:x:y'))).toEqual([['a', 'b']]);
    expect(orderOf(container('a', 'gone:x:y'))).toEqual([['a']]);
    expect(orderOf()).toEqual([]);
  });
});
