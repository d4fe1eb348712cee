import { z } from 'zod';
import type { Block, Text } from '../../../../src/app/index.ts';
import type { ContainerStatus, ServiceStatus } from '../../runner/index.ts';

const portSchema = z.object({
  hostAddress: z.string(),
  hostPort: z.int(),
  containerPort: z.int(),
  protocol: z.string(),
});

/** A service of an estate, as verbs tell of it. */
export const serviceSchema = z.object({
  service: z.string(),
  running: z.int().describe('containers that run'),
  wanted: z.int().describe('containers that there should be'),
  image: z.string().nullable().describe('repository and tag; null where no container is there'),
  limits: z.object({ cpuCores: z.number().nullable(), memoryBytes: z.int().nullable() }).describe('per container'),
  containers: z.array(
    z.object({
      name: z.string(),
      id: z.string(),
      state: z.string().describe('created, running, paused, restarting, exited or dead'),
      health: z.string().describe('starting, healthy, unhealthy, or none without a health check'),
      restarts: z.int().describe('by the restart policy'),
      startedAt: z.string().nullable().describe('RFC 3339; null where it never ran'),
      imageId: z.string(),
      ports: z.array(portSchema).describe('published on the host of the engine'),
    }),
  ),
});

/** Whether all containers of a service run and none is unhealthy or still starting. */
export function isWell({ running, wanted, containers }: ServiceStatus): boolean {
  return running === wanted && containers.every(({ health }) => health === 'healthy' || health === 'none');
}

function word({ state, health }: ContainerStatus): string {
  return state === 'running' && health !== 'none' ? health : state;
}

/**
 * How a service is, in a word or two.
 *
 * @param status - Over its containers.
 */
export function serviceState(status: ServiceStatus): Text {
  const words = [...new Set(status.containers.map(word))];
  const text = words.length === 0 ? 'missing' : words.join(', ');
  if (isWell(status)) return { text, tone: 'good' };
  const hopeful = words.length > 0 && words.every((each) => ['healthy', 'starting', 'created'].includes(each));
  return { text, tone: hopeful ? 'warn' : 'bad' };
}

/**
 * How often its containers were started again by their restart policy.
 *
 * @param status - Over its containers.
 */
export function restartsOf({ containers }: ServiceStatus): number {
  return containers.reduce((sum, container) => sum + container.restarts, 0);
}

function limitText({ limits: { cpuCores, memoryBytes } }: ServiceStatus): string {
  const parts = [
    ...(cpuCores === null ? [] : [`${cpuCores} CPU`]),
    ...(memoryBytes === null ? [] : [`${Math.round(memoryBytes / 1024 ** 2)} MiB`]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** `2026-11-30 20:07:12` in UTC: the date matters for an estate that was forgotten. */
function sinceText(containers: readonly ContainerStatus[]): string {
  const latest = containers.map(({ startedAt }) => startedAt ?? '').sort();
  return (latest.at(-1) ?? '').slice(0, 19).replace('T', ' ');
}

function row(status: ServiceStatus): readonly Text[] {
  const { service, running, wanted, containers, image } = status;
  const restarts = restartsOf(status);
  const ports = containers.flatMap((container) => container.ports);
  const [imageId = ''] = new Set(containers.map((container) => container.imageId));
  return [
    { text: service, tone: 'strong' },
    serviceState(status),
    { text: `${running}/${wanted}`, tone: running === wanted ? 'plain' : 'bad' },
    { text: String(restarts), tone: restarts === 0 ? 'plain' : 'warn' },
    limitText(status),
    ports.map(({ hostAddress, hostPort, containerPort }) => `${hostAddress}:${hostPort}->${containerPort}`).join(', '),
    image === null ? '' : `${image} ${imageId.replace('sha256:', '').slice(0, 12)}`,
    sinceText(containers),
  ];
}

/**
 * An estate's services as a table.
 *
 * @param services - In the order in which they are shown.
 */
export function serviceTable(services: readonly ServiceStatus[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: 'service' },
      { heading: 'state' },
      { heading: 'running', align: 'right' },
      { heading: 'restarts', align: 'right' },
      { heading: 'limits each' },
      { heading: 'published' },
      { heading: 'image' },
      { heading: 'since (UTC)' },
    ],
    rows: services.map(row),
  };
}
