import { z } from 'zod';
import { processShape } from './container-answer.ts';
import { entriesOf, flag, limit, listOf, part, text, texts, timeMs, total } from './lenient.ts';

/** What is read of the engine's version. */
export const versionAnswer = part({
  Version: text,
  ApiVersion: text,
  Os: text,
  Arch: text,
  Components: listOf(z.object({ Name: text })),
});

/** What is read of what the engine tells of its host. */
export const infoAnswer = part({
  OperatingSystem: text,
  KernelVersion: text,
  Name: text,
  NCPU: limit,
  MemTotal: limit,
  CgroupVersion: text,
  Driver: text,
  LoggingDriver: text,
  LiveRestoreEnabled: flag,
  Swarm: part({ LocalNodeState: text, ControlAvailable: flag }),
});

/** A container in the engine's list of them: enough to ask for the rest. */
export const listedContainer = z.object({ Id: z.string().min(1), Names: texts, State: text });

/** What is read of an image on inspection. */
export const imageAnswer = z.object({
  Id: z.string().min(1),
  RepoTags: texts,
  RepoDigests: texts,
  Created: timeMs,
  Size: total,
  Os: text,
  Architecture: text,
  Config: part(processShape),
});

/** An image as the engine tells of it. */
export type ImageAnswer = z.output<typeof imageAnswer>;

/** What is read of a network. */
export const networkAnswer = z.object({
  Id: z.string().min(1),
  Name: z.string().min(1),
  Driver: text,
  Scope: text,
  Internal: flag,
  EnableIPv6: flag,
  IPAM: part({ Config: listOf(z.object({ Subnet: z.string().min(1), Gateway: text })) }),
  Labels: entriesOf(z.string()),
});

/** A network as the engine tells of it. */
export type NetworkAnswer = z.output<typeof networkAnswer>;

/** What is read of a volume. */
export const volumeAnswer = z.object({
  Name: z.string().min(1),
  Driver: text,
  CreatedAt: timeMs,
  Labels: entriesOf(z.string()),
  Options: entriesOf(z.unknown()),
});

/** A volume as the engine tells of it. */
export type VolumeAnswer = z.output<typeof volumeAnswer>;

/** The list of volumes. */
export const volumesAnswer = part({ Volumes: z.array(z.unknown()).catch([]) });

/** What is read of `docker diff`: 0 changed, 1 added, 2 deleted. */
export const changesAnswer = listOf(
  z.object({ Path: z.string().min(1), Kind: z.union([z.literal(0), z.literal(1), z.literal(2)]) }),
);
