import { describe, expect, it } from '@jest/globals';
import { instanceStates } from './instance-states.ts';

const running = { state: 'running', restarts: 0, outOfMemory: false };

describe('instanceStates', () => {
  it('counts instances by what their health check says, else by the word of the engine', () => {
    const killed = { state: 'exited', exitCode: 137, restarts: 1, outOfMemory: true };
    const healthy = { ...running, health: 'healthy' };
    expect(instanceStates([killed, healthy, { ...healthy, restarts: 3 }, running])).toEqual([
      { state: 'healthy', exitCode: null, outOfMemory: false, instances: 2 },
      { state: 'exited', exitCode: 137, outOfMemory: true, instances: 1 },
      { state: 'running', exitCode: null, outOfMemory: false, instances: 1 },
    ]);
  });

  it('does not take the last health of a container that has ended for its state', () => {
    expect(
      instanceStates([{ state: 'exited', exitCode: 0, health: 'healthy', restarts: 0, outOfMemory: false }]),
    ).toEqual([{ state: 'exited', exitCode: 0, outOfMemory: false, instances: 1 }]);
  });
});
