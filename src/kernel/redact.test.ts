import { describe, expect, it } from '@jest/globals';
import { withoutCredentials } from './redact.ts';

describe('withoutCredentials', () => {
  it.each([
    ['postgres://ada:hunter2@db:5432/x', 'postgres://***@db:5432/x'],
    ['"ssh://ada@host" and tcp://u:hunter2@127.0.0.1:1', '"ssh://***@host" and tcp://***@127.0.0.1:1'],
    ['tcp://host/a?token=hunter2 is down', 'tcp://host/a?*** is down'],
    ['postgres://ada:hunter2/with@slash@db/x', 'postgres://***@slash@db/x'],
    ['unix:///var/run/docker.sock', 'unix:///var/run/docker.sock'],
    ['mail to ada@example.org', 'mail to ada@example.org'],
  ])('%s', (text, expected) => {
    expect(withoutCredentials(text)).toBe(expected);
    expect(withoutCredentials(text)).not.toContain('hunter2');
  });
});
