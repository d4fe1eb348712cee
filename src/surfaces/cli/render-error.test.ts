import { describe, expect, it } from '@jest/globals';
import { RegisteredError } from '../../kernel/index.ts';
import { renderError } from './render-error.ts';

const hostile = 'gone\u001b[2J\u001b]0;owned\u0007\r\nat line 2\u009b31m';

describe('renderError', () => {
  it('tells what is wrong and what to do, without control sequences that came from outside', () => {
    const error = new RegisteredError('docker-refused', { action: 'start cart', reason: hostile });
    const text = renderError(error, { json: false, colour: false });
    expect(text).toMatch(/^error \(docker-refused\): the Docker engine refused to start cart: gone\nat line 2/);
    expect(text).toMatch(/\nremedy: \S/);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('is one line of JSON for a program', () => {
    const error = new RegisteredError('docker-refused', { action: 'start cart', reason: hostile });
    const text = renderError(error, { json: true, colour: true });
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'docker-refused', exitCode: 4 } });
  });
});
