import { z } from 'zod';
import {
  amount,
  durationMs,
  entriesOf,
  flag,
  limit,
  listOf,
  part,
  requiredAmount,
  text,
  texts,
  timeMs,
  total,
  words,
  wordsIfAny,
} from './lenient.ts';

/** How a process is started, in the part that images and containers have in common. */
export const processShape = {
  User: text,
  WorkingDir: text,
  StopSignal: text,
  Entrypoint: wordsIfAny,
  Cmd: wordsIfAny,
  Env: words,
  Labels: entriesOf(z.string()),
  ExposedPorts: entriesOf(z.unknown()),
  Volumes: entriesOf(z.unknown()),
  Healthcheck: part({
    Test: words,
    Interval: durationMs,
    Timeout: durationMs,
    StartPeriod: durationMs,
    StartInterval: durationMs,
    Retries: limit,
  }),
};

const bindings = entriesOf(listOf(z.object({ HostIp: text, HostPort: text })));
const blockLimits = listOf(z.object({ Path: z.string(), Rate: requiredAmount.min(1) }));

/** What is read of the engine's answer to the inspection of a container. */
export const containerAnswer = z.object({
  Id: z.string().min(1),
  Name: text,
  Created: timeMs,
  Image: text,
  /** Podman tells the reference here where the configuration lacks it. */
  ImageName: text,
  RestartCount: total,
  State: part({
    Status: text,
    ExitCode: amount,
    OOMKilled: flag,
    Error: text,
    StartedAt: timeMs,
    FinishedAt: timeMs,
    Health: part({ Status: text, FailingStreak: total }),
  }),
  Config: part({ ...processShape, Hostname: text, Image: text, StopTimeout: total }),
  HostConfig: part({
    RestartPolicy: part({ Name: text, MaximumRetryCount: limit }),
    AutoRemove: flag,
    LogConfig: part({ Type: text, Config: entriesOf(z.string()) }),
    PortBindings: bindings,
    ExtraHosts: texts,
    Dns: texts,
    DnsSearch: texts,
    DnsOptions: texts,
    NanoCpus: limit,
    CpuQuota: limit,
    CpuPeriod: limit,
    CpusetCpus: text,
    CpuShares: limit,
    Memory: limit,
    MemoryReservation: limit,
    MemorySwap: amount,
    ShmSize: limit,
    PidsLimit: limit,
    Ulimits: listOf(z.object({ Name: z.string(), Soft: requiredAmount, Hard: requiredAmount })),
    BlkioWeight: limit,
    BlkioDeviceReadBps: blockLimits,
    BlkioDeviceWriteBps: blockLimits,
    BlkioDeviceReadIOps: blockLimits,
    BlkioDeviceWriteIOps: blockLimits,
    OomKillDisable: flag,
    OomScoreAdj: amount,
    Privileged: flag,
    ReadonlyRootfs: flag,
    Init: flag,
    Runtime: text,
    CapAdd: texts,
    CapDrop: texts,
    Devices: listOf(z.object({ PathOnHost: text, PathInContainer: text, CgroupPermissions: text })),
    DeviceRequests: listOf(z.object({ Driver: text, Count: amount })),
    NetworkMode: text,
    PidMode: text,
    IpcMode: text,
    UTSMode: text,
    UsernsMode: text,
    CgroupnsMode: text,
    SecurityOpt: words,
    GroupAdd: texts,
    Sysctls: entriesOf(z.string()),
    Tmpfs: entriesOf(z.string()),
    Mounts: listOf(z.object({ Target: text, Type: text, TmpfsOptions: part({ SizeBytes: limit }) })),
  }),
  Mounts: listOf(
    z.object({ Type: text, Name: text, Source: text, Destination: z.string().min(1), RW: z.boolean().catch(true) }),
  ),
  NetworkSettings: part({
    Ports: bindings,
    Networks: entriesOf(
      part({
        NetworkID: text,
        Aliases: texts,
        DNSNames: texts,
        IPAddress: text,
        GlobalIPv6Address: text,
        Gateway: text,
      }),
    ),
  }),
});

/** A container as the engine tells of it, in the part that is read. */
export type ContainerAnswer = z.output<typeof containerAnswer>;

/** The limits and the host's side of it. */
export type HostAnswer = ContainerAnswer['HostConfig'];
