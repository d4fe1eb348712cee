import { describe, expect, it } from '@jest/globals';
import { namesOwner } from './owner-label.ts';

describe('namesOwner', () => {
  it.each([
    ['owner', 'team-web'],
    ['com.example.team', 'payments'],
    ['example.com/owner', '@acme/platform'],
    ['backlot.owner', 'Site Reliability'],
    ['squad', 'team-k8s-2'],
    ['maintainer', 'web.team@example.com'],
  ])('takes %s=%s', (name, value) => {
    expect(namesOwner(name, value)).toBe(true);
  });

  it.each([
    ['owner', 'hunter2hunter2'],
    ['owner', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['owner', 'team-web:hunter2'],
    ['owner', `team-${'a'.repeat(80)}`],
    ['owner', ''],
    ['OWNER', 'postgres'],
    ['DB_OWNER', 'shop'],
    ['homeowner', 'team-web'],
    ['maintainer', 'NGINX Docker Maintainers <docker-maint@nginx.com>'],
  ])('does not take %s=%s', (name, value) => {
    expect(namesOwner(name, value)).toBe(false);
  });

  it('does not take a hostile text, nor hang on it', () => {
    expect(namesOwner('owner', `${'a-'.repeat(5_000)}!`)).toBe(false);
    expect(namesOwner('owner', `${'a'.repeat(63)}!`)).toBe(false);
  });
});
