import type { Deployment, DeployRestartPolicy, DeviceRequest, Resources, RolloutPolicy } from '../model/index.ts';
import type { Fields } from './fields.ts';

/**
 * Devices that are asked for by what they can do.
 *
 * @param fields - Where they are asked for.
 * @param name - Under which attribute.
 */
export function readDeviceRequests<Kept>(fields: Fields<Kept>, name: string): readonly DeviceRequest<Kept>[] {
  return fields.maps(name).map((request) => {
    const written = request.node('count');
    const isAll = written?.kind === 'scalar' && written.text === 'all';
    const made = {
      driver: request.text('driver'),
      count: isAll ? ('all' as const) : request.count('count', -1),
      deviceIds: request.texts('device_ids'),
      capabilities: request.texts('capabilities'),
      options: request.settings('options'),
    };
    request.rest();
    // Without a number and without names it is all there are.
    const isBare = made.count === undefined && made.deviceIds.length === 0;
    return isBare || made.count === -1 ? { ...made, count: 'all' as const } : made;
  });
}

function readRollout<Kept>(deploy: Fields<Kept>, name: string): RolloutPolicy | undefined {
  const policy = deploy.map(name);
  if (policy === undefined) return undefined;
  const made = {
    parallelism: policy.count('parallelism'),
    delayMs: policy.durationMs('delay'),
    failureAction: policy.text('failure_action'),
    monitorMs: policy.durationMs('monitor'),
    maxFailureRatio: policy.number('max_failure_ratio', 0),
    order: policy.word('order', ['start-first', 'stop-first']),
  };
  policy.rest();
  return made;
}

function readRestart<Kept>(deploy: Fields<Kept>): DeployRestartPolicy | undefined {
  const policy = deploy.map('restart_policy');
  if (policy === undefined) return undefined;
  const made = {
    condition: policy.text('condition'),
    delayMs: policy.durationMs('delay'),
    maximumAttempts: policy.count('max_attempts'),
    windowMs: policy.durationMs('window'),
  };
  policy.rest();
  return made;
}

/** What `deploy` and the attributes from before it say together. */
export interface DeployReading<Kept> {
  readonly replicas: number;
  readonly limits: Resources<Kept>;
  readonly reservations: Resources<Kept>;
  readonly deploy: Deployment<Kept> | undefined;
}

/** Two attributes that say the same thing in different words must agree: as docker compose has it. */
function agreeing<Kept>(
  service: Fields<Kept>,
  legacy: string,
  old: number | undefined,
  written: number | undefined,
  isWritten: boolean,
): number | undefined {
  const node = service.node(legacy);
  if (node !== undefined && old !== undefined && old !== 0 && isWritten && old !== written) {
    const found = `${legacy} beside deploy.resources, which says ${written === undefined ? 'nothing of it' : 'another value'}`;
    service.problem(legacy, node, 'one of the two, or the same value in both', found, 'value');
  }
  return written ?? (old === 0 ? undefined : old);
}

function readResources<Kept>(
  service: Fields<Kept>,
  resources: Fields<Kept> | undefined,
  name: 'limits' | 'reservations',
): Resources<Kept> {
  const part = resources?.map(name);
  const isLimit = name === 'limits';
  const isWritten = part !== undefined;
  const memory = isLimit ? 'mem_limit' : 'mem_reservation';
  const made = {
    cpuCores: isLimit
      ? agreeing(service, 'cpus', service.number('cpus', 0), part?.number('cpus', 0), isWritten)
      : part?.number('cpus', 0),
    memoryBytes: agreeing(service, memory, service.bytes(memory), part?.bytes('memory'), isWritten),
    processes: isLimit
      ? agreeing(service, 'pids_limit', service.count('pids_limit', -1), part?.count('pids', -1), isWritten)
      : undefined,
    devices: part === undefined ? [] : readDeviceRequests(part, 'devices'),
    further: part?.further({ generic_resources: { discrete_resource_spec: { kind: true, value: true } } }) ?? [],
  };
  part?.rest();
  return { ...made, processes: made.processes === -1 ? undefined : made.processes };
}

/**
 * Replicas, resources and rollout of a service.
 *
 * @param service - The service's attributes.
 */
export function readDeploy<Kept>(service: Fields<Kept>): DeployReading<Kept> {
  const deploy = service.map('deploy');
  const resources = deploy?.map('resources');
  const placement = deploy?.map('placement');
  const scale = service.count('scale');
  const replicas = deploy?.count('replicas');
  const scaleNode = service.node('scale');
  if (scale !== undefined && replicas !== undefined && scale !== replicas && scaleNode !== undefined) {
    service.problem(
      'scale',
      scaleNode,
      'one of the two, or the same value in both',
      'scale beside another number of deploy.replicas',
      'value',
    );
  }
  const reading = {
    replicas: scale ?? replicas ?? 1,
    limits: readResources(service, resources, 'limits'),
    reservations: readResources(service, resources, 'reservations'),
    deploy: deploy && {
      mode: deploy.text('mode'),
      endpointMode: deploy.text('endpoint_mode'),
      labels: deploy.settings('labels'),
      update: readRollout(deploy, 'update_config'),
      rollback: readRollout(deploy, 'rollback_config'),
      restart: readRestart(deploy),
      placementConstraints: placement?.texts('constraints') ?? [],
      placementSpread: (placement?.maps('preferences') ?? []).flatMap((preference) => {
        const spread = preference.text('spread');
        preference.rest();
        return spread === undefined ? [] : [spread];
      }),
      maximumReplicasPerNode: placement?.count('max_replicas_per_node'),
    },
  };
  for (const fields of [placement, resources, deploy]) fields?.rest();
  return reading;
}
