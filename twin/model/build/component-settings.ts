import type { AttributeValueOf } from '../../../src/estate/index.ts';
import type { EstateView } from '../../preflight/index.ts';
import type { ModelFile } from '../format/index.ts';
import { standsOn } from './model-nodes.ts';
import { bytesText, countOrShareText, distributionOfQuantiles, durationText } from './written-quantity.ts';

/** A component as a model file has it, without its operations and calls. */
export type ComponentSettings = Omit<ModelFile['components'][string], 'operations' | 'clients' | 'consumes'>;

/** How Docker waits before it starts a container again: it doubles from 100 ms to a minute, and begins anew after ten seconds. */
const dockerBackoff = { backoff: '100ms', factor: 2, most: '1m', resetAfter: '10s' } as const;

const given = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Only the members that are there. */
function some<Members extends object>(members: Members): Members | undefined {
  return Object.values(members).some(given) ? members : undefined;
}

function restartOf(policy: string): NonNullable<ComponentSettings['restart']> {
  const when = policy === 'no' ? 'never' : policy.startsWith('on-failure') ? 'on-failure' : 'always';
  return { when, ...dockerBackoff };
}

function rolloutOf(told: AttributeValueOf<'rollout'>): NonNullable<ComponentSettings['rollout']> {
  const { strategy, maxSurge, maxUnavailable, minReadyMs, progressDeadlineMs } = told;
  return {
    strategy,
    ...(maxSurge === undefined ? {} : { maxSurge: countOrShareText(maxSurge) }),
    ...(maxUnavailable === undefined ? {} : { maxUnavailable: countOrShareText(maxUnavailable) }),
    ...(minReadyMs === undefined ? {} : { minReady: durationText(minReadyMs) }),
    ...(progressDeadlineMs === undefined ? {} : { deadline: durationText(progressDeadlineMs) }),
  };
}

function shutdownOf(view: EstateView, name: string): ComponentSettings['shutdown'] {
  const { preStopMs, graceMs = view.of(name, 'stop-grace'), drains } = view.of(name, 'shutdown') ?? {};
  return some({
    ...(preStopMs === undefined ? {} : { preStop: durationText(preStopMs) }),
    ...(graceMs === undefined ? {} : { grace: durationText(graceMs) }),
    ...(drains === undefined ? {} : { drains }),
  });
}

function processorsOf(view: EstateView, name: string): ComponentSettings['cpu'] {
  const { cpuCores } = view.of(name, 'limits') ?? {};
  const { cpuCores: ofEngine } = view.ofEstate('engine') ?? {};
  return some({
    ...(ofEngine === undefined ? {} : { cores: ofEngine }),
    ...(cpuCores === undefined ? {} : { limit: cpuCores }),
  });
}

/** What grows with the rate of requests is left out: a model knows what each request holds, which nobody has measured. */
function memoryOf(view: EstateView, name: string): ComponentSettings['memory'] {
  const use = view.of(name, 'memory-use');
  if (use === undefined) return undefined;
  const limit = view.of(name, 'limits')?.memoryBytes;
  return { base: bytesText(use.baseBytes), ...(limit === undefined ? {} : { limit: bytesText(limit) }) };
}

const volumeOf = (volumes: AttributeValueOf<'volumes'>): ComponentSettings['volume'] => {
  const modes = new Set(volumes.map(({ accessMode }) => accessMode));
  if (modes.has('single-instance')) return 'one-instance';
  return modes.has('single-node') ? 'one-node' : undefined;
};

function certificateOf(view: EstateView, name: string, atMs: number): ComponentSettings['certificate'] {
  const used = view
    .known('certificate', 'component')
    .filter(
      ({ subject, value }) =>
        subject.component === name || (value.usedBy ?? []).some(({ component }) => component === name),
    );
  const expiries = used.map(({ value }) => value.notAfterMs - atMs);
  return expiries.length === 0 ? undefined : { expires: durationText(Math.max(0, Math.min(...expiries))) };
}

function routingOf(view: EstateView, name: string): ComponentSettings['routing'] {
  const slowest = view
    .known('route-removal', 'edge')
    .filter(({ subject }) => subject.to === name)
    .reduce<{ fromMs: number; toMs: number } | undefined>(
      (best, { value }) => (best === undefined || value.toMs > best.toMs ? value : best),
      undefined,
    );
  if (slowest === undefined) return undefined;
  return { removed: { uniform: { from: durationText(slowest.fromMs), to: durationText(slowest.toMs) } } };
}

/** What of a component is set, as a model has it; what no fact tells is as the model has it unless told. */
export function componentSettings(view: EstateView, name: string, atMs: number): ComponentSettings {
  const replicas = view.replicasOf(name) ?? 1;
  // Of an instance that is there and no longer wanted nothing follows for those that are.
  const placement = standsOn(view, name).slice(0, replicas);
  const limits = view.of(name, 'limits');
  const workers = view.of(name, 'workers')?.perInstance;
  const startUp = distributionOfQuantiles(view.of(name, 'start-up') ?? {});
  const policy = view.of(name, 'restart-policy');
  const rollout = view.of(name, 'rollout');
  const autoscaling = view.of(name, 'autoscaling');
  const budget = view.of(name, 'disruption-budget');
  const reserves = some({
    ...(limits?.cpuReservationCores === undefined ? {} : { cpu: limits.cpuReservationCores }),
    ...(limits?.memoryReservationBytes === undefined ? {} : { memory: bytesText(limits.memoryReservationBytes) }),
  });
  const scales =
    autoscaling !== undefined &&
    autoscaling.isEnabled !== false &&
    (autoscaling.cpuRatio ?? autoscaling.inFlight) !== undefined;
  const settings: { [Key in keyof ComponentSettings]: ComponentSettings[Key] | undefined } = {
    replicas,
    workers,
    cpu: processorsOf(view, name),
    memory: memoryOf(view, name),
    startUp: startUp === undefined ? undefined : { time: startUp },
    restart: policy === undefined ? undefined : restartOf(policy),
    rollout: rollout === undefined ? undefined : rolloutOf(rollout),
    shutdown: shutdownOf(view, name),
    routing: routingOf(view, name),
    autoscaler: scales
      ? {
          min: Math.max(1, autoscaling.min),
          max: Math.max(1, autoscaling.max),
          ...(autoscaling.cpuRatio === undefined ? {} : { cpu: autoscaling.cpuRatio }),
          ...(autoscaling.inFlight === undefined ? {} : { inFlight: autoscaling.inFlight }),
        }
      : undefined,
    reserves,
    placement: placement.length === 0 ? undefined : placement,
    volume: volumeOf(view.of(name, 'volumes') ?? []),
    disruptionBudget:
      budget === undefined
        ? undefined
        : 'minAvailable' in budget
          ? { minAvailable: countOrShareText(budget.minAvailable) }
          : { maxUnavailable: countOrShareText(budget.maxUnavailable) },
    certificate: certificateOf(view, name, atMs),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
