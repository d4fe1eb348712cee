import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { asRegisteredError, errorCodes, exampleOfError, RegisteredError } from './error-registry.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const sources = globSync('{src,connectors,runbooks,twin,agents,evals}/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith('src/kernel/errors/'),
);
const text = sources.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

describe('the error registry', () => {
  it('has codes, and sources that could throw them were found', () => {
    expect(errorCodes.length).toBeGreaterThan(10);
    expect(sources.length).toBeGreaterThan(30);
  });

  it.each(errorCodes)('%s says when it happens, what is wrong and what to do', (code) => {
    const { error, when } = exampleOfError(code);
    expect(when).toMatch(/\.$/);
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.remedy.length).toBeGreaterThan(10);
    expect(`${error.message} ${error.remedy}`).not.toMatch(/undefined|\[object/);
    expect([2, 3, 4, 70, 130]).toContain(error.exitCode);
  });

  it.each(errorCodes)('%s is thrown somewhere', (code) => {
    if (code === 'internal-fault') return;
    expect(text).toContain(`'${code}'`);
  });
});

describe('asRegisteredError', () => {
  it('keeps a registered error and calls anything else a defect of ours', () => {
    const error = new RegisteredError('interrupted', { what: 'the rehearsal' });
    expect(asRegisteredError(error)).toBe(error);
    const cause = new Error('boom');
    expect(asRegisteredError(cause)).toMatchObject({ code: 'internal-fault', exitCode: 70, cause });
    expect(asRegisteredError('just words').message).toContain('just words');
  });
});
