import { describe, expect, it } from '@jest/globals';
import {
  checkEnvironment,
  ConfigurationError,
  durationMs,
  httpUrl,
  knob,
  ratio,
  secret,
  wholeNumber,
} from './configuration.ts';

const knobs = {
  peerUrl: knob('SHOP_PEER_URL', httpUrl),
  peerTimeoutMs: knob('SHOP_PEER_TIMEOUT', durationMs),
  poolSize: knob('SHOP_POOL_SIZE', wholeNumber(1, 50)),
  taxRatio: knob('SHOP_TAX_RATIO', ratio),
  apiKey: secret('SHOP_API_KEY'),
};

const good = {
  SHOP_PEER_URL: 'http://peer:8080',
  SHOP_PEER_TIMEOUT: '1500ms',
  SHOP_POOL_SIZE: '8',
  SHOP_TAX_RATIO: '0.19',
  SHOP_API_KEY: 'not-a-real-key',
};

const noFile = (path: string): string => {
  throw new Error(`no such file: ${path}`);
};

function problemsOf(environment: Readonly<Record<string, string>>, readFile = noFile): readonly string[] {
  try {
    checkEnvironment(knobs, environment, readFile);
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.problems;
    throw thrown;
  }
  return [];
}

describe('the environment of a service', () => {
  it('becomes frozen values in one unit', () => {
    const configuration = checkEnvironment(knobs, { ...good, PATH: '/bin' }, noFile);
    expect(configuration).toEqual({
      peerUrl: 'http://peer:8080',
      peerTimeoutMs: 1_500,
      poolSize: 8,
      taxRatio: 0.19,
      apiKey: 'not-a-real-key',
    });
    expect(Object.isFrozen(configuration)).toBe(true);
  });

  it('has all its problems reported at once: what was found and what would be accepted', () => {
    const problems = problemsOf({
      SHOP_PEER_URL: 'peer:8080/',
      SHOP_PEER_TIMEOUT: '1500',
      SHOP_POOL_SIZE: '0',
      SHOP_TAX_RATIO: '19',
    });
    expect(problems).toEqual([
      'SHOP_PEER_URL: found "peer:8080/"; accepted: http://host:port without a path',
      expect.stringMatching(/^SHOP_PEER_TIMEOUT: found "1500"; accepted: a duration with a unit/),
      'SHOP_POOL_SIZE: found "0"; accepted: a whole number from 1 to 50',
      'SHOP_TAX_RATIO: found "19"; accepted: a number from 0 to 1',
      'SHOP_API_KEY: found nothing; accepted: at least 8 characters',
    ]);
  });

  it('may hold nothing of the shop that the service does not know', () => {
    expect(problemsOf({ ...good, SHOP_POOLSIZE: '9' })).toEqual([
      expect.stringMatching(/^SHOP_POOLSIZE: not known here/),
    ]);
  });

  it('never has a secret shown', () => {
    const problems = problemsOf({ ...good, SHOP_API_KEY: 'short' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('short');
  });

  it('may name a file that holds the secret, instead of the secret and not beside it', () => {
    const others: Partial<typeof good> = { ...good };
    delete others.SHOP_API_KEY;
    const readFile = (): string => 'from-a-file\n';
    const environment = { ...others, SHOP_API_KEY_FILE: '/run/secrets/key' };
    expect(checkEnvironment(knobs, environment, readFile).apiKey).toBe('from-a-file');
    expect(problemsOf(environment)).toEqual([expect.stringContaining('no such file: /run/secrets/key')]);
    expect(problemsOf({ ...good, SHOP_API_KEY_FILE: '/run/secrets/key' }, readFile)).toEqual([
      expect.stringContaining('both set'),
    ]);
  });
});
