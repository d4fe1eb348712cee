import type { EstateView } from '../../preflight/index.ts';
import { distributionOfQuantiles, durationText } from './written-quantity.ts';
import type { WrittenStep } from './written-step.ts';

/** The operation that opening a connection is, of whatever is connected to. */
export const connecting = 'open a connection';

/** What instances of a component do when they start, and what that needs of others. */
export interface StartUpSteps {
  readonly steps: readonly WrittenStep[];
  /** Operations that others have for it. */
  readonly asks: readonly { readonly component: string; readonly steps: readonly WrittenStep[] }[];
  /** Locks that it takes. */
  readonly locks: readonly string[];
}

/** The lock that a table is. */
export const tableLock = (database: string, table: string): string => `${database} ${table}`;

/**
 * What instances do when they start: open the connections without which they end, and change tables.
 *
 * @param view - The estate.
 * @param component - Whose instances.
 */
export function startUpSteps(view: EstateView, component: string): StartUpSteps {
  const steps: WrittenStep[] = [];
  const asks: { component: string; steps: readonly WrittenStep[] }[] = [];
  const locks: string[] = [];
  for (const to of view.calledBy(component)) {
    const pool = view.between(component, to, 'connection-pool');
    const time = view.between(component, to, 'connect-time');
    const taken = distributionOfQuantiles(time?.now ?? time?.idle ?? {});
    if (pool !== undefined && (pool.opensAtStart ?? 0) > 0 && pool.whenStartFails === 'exits' && taken !== undefined) {
      const { connectTimeoutMs } = pool;
      asks.push({ component: to, steps: [{ wait: taken }] });
      steps.push({
        call: `${to}/${connecting}`,
        ...(connectTimeoutMs === undefined ? {} : { timeout: durationText(connectTimeoutMs) }),
      });
    }
    const migration = view.between(component, to, 'startup-migration');
    if (migration !== undefined && migration.lockMode !== 'none') {
      const lock = tableLock(to, migration.table);
      locks.push(lock);
      steps.push({
        lock,
        mode: migration.lockMode === 'exclusive' ? 'exclusive' : 'shared',
        ...(migration.lockTimeoutMs === undefined ? {} : { timeout: durationText(migration.lockTimeoutMs) }),
        steps: migration.expectedMs === undefined ? [] : [{ wait: durationText(migration.expectedMs) }],
      });
    }
  }
  return { steps, asks, locks };
}
