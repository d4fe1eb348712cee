import { describe, expect, it } from '@jest/globals';
import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { factBetween, factOf, preflightOf, someMomentMs } from '../../../testing/made-preflight.ts';
import { startupMigration } from './startup-migration.ts';

const minuteMs = 60_000;
const migration = (over: Partial<AttributeValueOf<'startup-migration'>> = {}) =>
  factBetween('app', 'database', 'startup-migration', {
    table: 'orders',
    lockMode: 'exclusive',
    expectedMs: 200,
    ...over,
  });
const traffic = (over: Partial<AttributeValueOf<'table-traffic'>[number]> = {}) =>
  factOf('database', 'table-traffic', [
    { table: 'orders', queriesPerSecond: 50, longestTransactionMs: 5 * minuteMs, ...over },
  ]);
const pool = [
  factOf('app', 'replicas', 2),
  factBetween('app', 'database', 'connection-pool', { sizePerInstance: 20, overflowPerInstance: 40 }),
];
const web = factBetween('web', 'app', 'declared-dependency', { via: ['depends_on'] });
const deploy = [{ action: 'set-image', component: 'app', image: 'app:2' }];
const verdict = (...facts: Parameters<typeof preflightOf>[1]) => preflightOf(startupMigration, facts, deploy).verdict;

describe('startup-migration', () => {
  it('blocks a deployment whose exclusive lock queues behind long transactions, with everything behind it', () => {
    const { findings } = preflightOf(startupMigration, [migration(), traffic(), ...pool, web], deploy);
    expect(findings[0]).toMatchObject({
      verdict: 'block',
      effect: 'outage',
      takesDown: ['app', 'database', 'web'],
      lastsMs: 5 * minuteMs + 200,
    });
    expect(findings[0]?.reason).toBe(
      'When app starts it changes orders in database under an exclusive lock, which queues behind up to 5 min 0 s of transactions that are on it; nothing bounds that wait, and every query of it (50 a second) queues behind it; 15,010 queries come meanwhile, which is more than the connections of app.',
    );
  });

  it('says of a lock whose end nobody knows that it is held for as long as what is wrong lasts', () => {
    const condition = [{ fault: 'lock-held', lock: 'orders', component: 'database' }];
    const [held] = preflightOf(startupMigration, [migration(), traffic(), ...pool], deploy, { condition }).findings;
    expect(held).toMatchObject({ verdict: 'block', lastsMs: null });
    expect(held?.reason).toContain('queues behind a lock that is held for as long as what is wrong now lasts');
    expect(held?.reason).toContain('until no connection of app is left');
    const bounded = [migration({ lockTimeoutMs: 2_000 }), traffic(), ...pool];
    expect(preflightOf(startupMigration, bounded, deploy, { condition }).findings[0]?.reason).toContain(
      'transactions hold the table until what is wrong now is mended',
    );
  });

  it('passes with the lock_timeout that it proposes: the deployment fails, the service stays up', () => {
    const facts = [migration(), traffic(), ...pool];
    const { kind, ...values } = preflightOf(startupMigration, facts, deploy).findings[0]!.remedies[0]!.action!;
    const result = preflightOf(startupMigration, facts, [{ action: kind, ...values }, ...deploy]);
    expect(result.verdict).toBe('pass');
    expect(result.reason).toContain('the deployment fails, and the service stays up');
  });

  it.each([
    ['no lock', migration({ lockMode: 'none' }), traffic(), 'pass'],
    ['short transactions', migration(), traffic({ longestTransactionMs: 50 }), 'pass'],
    [
      'a lock that is held for long, whatever the wait',
      migration({ lockTimeoutMs: 5_000, expectedMs: 60_000 }),
      traffic(),
      'pass',
    ],
    [
      'a lock that is held for long once it is had',
      migration({ lockTimeoutMs: 5_000, expectedMs: 60_000 }),
      traffic({ longestTransactionMs: 50 }),
      'block',
    ],
    ['a timeout that is longer than anybody waits', migration({ lockTimeoutMs: 2 * minuteMs }), traffic(), 'block'],
    [
      'a hot table whose transactions nobody measured',
      migration(),
      factOf('database', 'table-traffic', [{ table: 'orders', queriesPerSecond: 50 }]),
      'block',
    ],
    ['a table that nobody asks', migration(), traffic({ queriesPerSecond: 0, longestTransactionMs: 0 }), 'pass'],
    ['another table that is hot', migration(), traffic({ table: 'carts' }), 'warn'],
  ])('of %s says so', (_name, changed, asked, expected) => {
    expect(verdict(changed, asked)).toBe(expected);
  });

  it('passes in a quiet window, and names the next one where there is one', () => {
    const window = (fromMs: number) => ({
      longestTransactionMs: 2_000,
      quietWindows: [{ fromMs, toMs: fromMs + 30 * minuteMs }],
    });
    expect(verdict(migration({ expectedMs: 20_000 }), traffic(window(someMomentMs - minuteMs)))).toBe('pass');
    const { findings } = preflightOf(
      startupMigration,
      [migration({ expectedMs: 20_000 }), traffic(window(someMomentMs + minuteMs))],
      deploy,
    );
    expect(findings[0]?.verdict).toBe('block');
    expect(findings[0]?.remedies.at(-1)?.does).toContain('2026-06-01T00:01:00.000Z');
  });

  it.each([
    [{ action: 'restart', component: 'app' }, 'no'],
    [{ action: 'scale', component: 'app', replicas: 4 }, 'no'],
    [{ action: 'restart', component: 'database' }, 'yes'],
    [{ action: 'cancel-statement', component: 'database', lock: 'orders' }, 'yes'],
    [{ action: 'cancel-statement', component: 'database', lock: 'carts' }, 'no'],
    [{ action: 'kill-connections', component: 'database', from: 'app' }, 'yes'],
  ])('of a lock that is held judges %j: %s', (action, works) => {
    const condition = [{ fault: 'lock-held', component: 'database', lock: 'orders' }];
    const tables = factOf('database', 'table-traffic', [
      { table: 'orders', queriesPerSecond: 50 },
      { table: 'carts', queriesPerSecond: 1 },
    ]);
    const { remedies } = preflightOf(startupMigration, [migration(), tables, ...pool], [action], { condition });
    expect(remedies.map((answer) => answer.works)).toEqual([works]);
  });

  it('says nothing while nothing starts, nor of a change of another component', () => {
    expect(preflightOf(startupMigration, [migration(), traffic()]).findings).toEqual([]);
    const other = [{ action: 'restart', component: 'web' }];
    expect(preflightOf(startupMigration, [migration(), traffic(), web], other).findings).toEqual([]);
  });
});
