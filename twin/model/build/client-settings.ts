import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { durationText } from './written-quantity.ts';

/** How one component calls another, as a model file has it. */
export type ClientSettings = NonNullable<ModelFile['components'][string]['clients']>[string];

function retriesOf(view: EstateView, from: string, to: string): ClientSettings['retries'] {
  const policy = view.between(from, to, 'call-policy');
  if (policy?.attempts === undefined || policy.attempts < 2) return undefined;
  const { attempts, backoffMs, mostBackoffMs, jitterRatio, retryBudgetRatio } = policy;
  return {
    attempts,
    ...(backoffMs === undefined ? {} : { backoff: durationText(backoffMs) }),
    ...(mostBackoffMs === undefined ? {} : { most: durationText(mostBackoffMs) }),
    ...(jitterRatio === undefined ? {} : { jitter: jitterRatio }),
    ...(retryBudgetRatio === undefined ? {} : { budget: Math.min(1, retryBudgetRatio) }),
  };
}

function poolOf(view: EstateView, from: string, to: string): ClientSettings['pool'] {
  const pool = view.between(from, to, 'connection-pool');
  if (pool?.sizePerInstance === undefined || pool.sizePerInstance === 0) return undefined;
  const size = (pool.sizePerInstance + (pool.overflowPerInstance ?? 0)) * (pool.poolsPerInstance ?? 1);
  return {
    size,
    ...(pool.acquireTimeoutMs === undefined ? {} : { acquireTimeout: durationText(pool.acquireTimeoutMs) }),
  };
}

function resolvesOf(view: EstateView, from: string, to: string): ClientSettings['resolves'] {
  const resolution = view.between(from, to, 'address-resolution');
  if (resolution?.when === 'at-start') return 'at-start';
  return resolution?.when === 'ttl' && resolution.ttlMs !== undefined && resolution.ttlMs > 0
    ? { every: durationText(resolution.ttlMs) }
    : undefined;
}

/**
 * How one component calls another.
 *
 * @returns Undefined where no fact tells anything of it.
 */
export function clientSettings(view: EstateView, from: string, to: string): ClientSettings | undefined {
  const timeoutMs = view.between(from, to, 'call-policy')?.timeoutMs;
  const settings: { [Key in keyof ClientSettings]: ClientSettings[Key] | undefined } = {
    timeout: timeoutMs === undefined || timeoutMs === 0 ? undefined : durationText(timeoutMs),
    retries: retriesOf(view, from, to),
    pool: poolOf(view, from, to),
    resolves: resolvesOf(view, from, to),
  };
  const told = Object.entries(settings).filter(([, value]) => value !== undefined);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
