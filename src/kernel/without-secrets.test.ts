import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutSecrets } from './without-secrets.ts';

const secret = 'hunter2';
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.hunter2hunter2hunter2';

describe('withoutSecrets', () => {
  it.each([
    [`redis://:${secret}@cache:6379/0`, 'redis://***@cache:6379/0'],
    [`ada:${secret}@queue.example`, '***@queue.example'],
    [`Server=db;User Id=app;Password=${secret};`, 'Server=db;User Id=app;Password=***;'],
    [`1.0 token=${secret}`, '1.0 token=***'],
    [`password: "${secret} and more"`, 'password: ***'],
    [`{"access_key":"${secret}"}`, '{"access_key":***}'],
    [`Authorization: Bearer ${secret}`, 'Authorization: ***'],
    [`curl with Basic YWRhOm${secret}=`, 'curl with Basic ***'],
    [`AUTH ada ${secret}`, 'AUTH ***'],
    [`refresh ${token}`, 'refresh ***'],
    [`call -----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY----- now`, 'call *** now'],
    [`use ghp_1${secret}${secret}`, 'use ***'],
  ])('takes it out of %j', (text, expected) => {
    const told = withoutSecrets(text);
    expect(told).toBe(expected);
    expect(told).not.toContain(secret);
  });

  it.each([
    'LoginController:handle',
    'TokenService.issue',
    'token refresh',
    'basic auth check',
    'cart-579f59597d-wc2lz',
    'sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1',
    'postgres:16-alpine@sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1',
    'arn:aws:sqs:eu-west-1:123456789012:orders',
    'task-force sk-learn',
    'key=value',
  ])('leaves %j as it is', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('ends for any text, soon', () => {
    const long = [
      'a'.repeat(10_000),
      'ey'.repeat(5_000),
      ':@'.repeat(5_000),
      'a='.repeat(5_000),
      '-----BEGIN A'.repeat(900),
    ];
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 500 }), fc.constantFrom(...long)), (text) => {
        expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length * 2 + 3);
      }),
    );
  });
});
