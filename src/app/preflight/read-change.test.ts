import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../../kernel/index.ts';
import { readChange } from './read-change.ts';

const scale = { kind: 'scale', component: 'checkout', replicas: 3 };

const messageOf = (text: string): string => {
  try {
    readChange(text, 'change.yaml');
    return '';
  } catch (thrown) {
    return thrown instanceof RegisteredError ? thrown.message : '';
  }
};

describe('readChange', () => {
  it.each([
    ['a list', '- { action: scale, component: checkout, replicas: 3 }'],
    ['a list under its name', 'actions:\n  - { action: scale, component: checkout, replicas: 3 }'],
    ['a single action', 'action: scale\ncomponent: checkout\nreplicas: 3'],
    ['JSON', '[{"action": "scale", "component": "checkout", "replicas": 3}]'],
  ])('reads %s', (_, text) => {
    expect(readChange(text, 'change.yaml').actions).toEqual([scale]);
  });

  it('names the place of what is wrong', () => {
    expect(messageOf('- { action: scale, component: checkout, replicas: 3 }\n- { action: scael }')).toContain(
      'change.yaml:2:3: found the unknown action scael',
    );
    expect(messageOf('actions: []')).toContain('accepted: a list of actions');
    expect(messageOf('')).toContain('found nothing');
    expect(messageOf('x: 1')).toContain('change.yaml:1:1');
    expect(messageOf('- [')).toContain('change.yaml:1');
    expect(messageOf('actions: [{action: scale, component: a, replicas: 1}]\nwhy: fun')).toContain('accepted');
  });
});
