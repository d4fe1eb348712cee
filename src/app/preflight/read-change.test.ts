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
    expect(readChange(text, 'change.yaml').map(({ action }) => action)).toEqual([scale]);
  });

  it('reads what a configure sets as facts are written', () => {
    const pool = (value: string): string =>
      `- action: configure\n  component: web\n  to: database\n  attribute: connection-pool\n  value: ${value}`;
    const [placed] = readChange(pool('{ sizePerInstance: 8, acquireTimeout: 1s }'), 'change.yaml');
    expect(placed?.action).toMatchObject({ value: { sizePerInstance: 8, acquireTimeoutMs: 1_000 } });
    const message = messageOf(pool('{ sizePerInstance: 8, acquireTimeout: soon, colour: red }'));
    expect(message).toContain('change.yaml:5:48: 0.value.acquireTimeout: found "soon"; accepted: a duration');
    expect(message).toContain('0.value.colour: found the unknown key "colour"');
  });

  it('names the place of what is wrong', () => {
    expect(messageOf('- { action: scale, component: checkout, replicas: 3 }\n- { action: scael }')).toContain(
      'change.yaml:2:13: 1.action: found the unknown action scael',
    );
    expect(messageOf('actions: []')).toContain('accepted: a list of actions');
    expect(messageOf('')).toContain('found nothing');
    expect(messageOf('x: 1')).toContain('change.yaml:1:1');
    expect(messageOf('- [')).toContain('change.yaml:1');
    expect(messageOf('actions: [{action: scale, component: a, replicas: 1}]\nwhy: fun')).toContain('accepted');
  });

  it('tells all mistakes of all actions at once, each with its line', () => {
    const text = `- { action: scael, component: checkout }
- { action: scale, component: checkout, replicas: 3 }
- action: scale
  component: checkout
  replicas: three
  speed: high
- 7
- { component: checkout }
`;
    expect(messageOf(text).split('\n')).toEqual([
      'the change has 5 mistakes:',
      expect.stringContaining('change.yaml:1:13: 0.action: found the unknown action scael'),
      expect.stringContaining('change.yaml:3:3: 2: found the unknown parameter speed'),
      expect.stringContaining('change.yaml:5:13: 2.replicas: found "three"'),
      expect.stringContaining('change.yaml:7:3: 3'),
      expect.stringContaining('change.yaml:8:3: 4'),
    ]);
  });

  it('tells where each action stands', () => {
    const text = '- { action: scale, component: checkout, replicas: 3 }\n- { action: restart, component: checkout }';
    expect(readChange(text, 'change.yaml').map(({ place }) => place)).toEqual(['change.yaml:1:3', 'change.yaml:2:3']);
  });
});
