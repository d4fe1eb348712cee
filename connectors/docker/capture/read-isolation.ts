import { compareText } from '../../../src/kernel/index.ts';
import type { ContainerIsolation } from './container-bounds.ts';
import type { HostAnswer } from './container-answer.ts';
import type { Keeper } from './keeper.ts';

/** A profile may be given by its whole text, thousands of characters; the words that engines know are short. */
const knownOption = /^(?:[\w-]{1,40}|[\w-]{1,40}[=:][\w:./-]{1,80})$/;

function securityOption(option: string): string {
  if (knownOption.test(option)) return option;
  const [name = ''] = option.split(/[=:]/, 1);
  return /^[\w-]{1,40}$/.test(name) ? `${name}=profile` : 'profile';
}

/**
 * How far a container is kept from the machine.
 *
 * @param host - The host's side of the engine's answer.
 * @param keeper - Puts settings in the form in which they may be kept.
 */
export function containerIsolation(host: HostAnswer, keeper: Keeper): ContainerIsolation {
  return {
    privileged: host.Privileged,
    readOnlyRoot: host.ReadonlyRootfs,
    init: host.Init,
    runtime: host.Runtime,
    capabilitiesAdded: host.CapAdd.toSorted(compareText),
    capabilitiesDropped: host.CapDrop.toSorted(compareText),
    devices: host.Devices.map((device) => ({
      hostPath: device.PathOnHost ?? '',
      containerPath: device.PathInContainer ?? device.PathOnHost ?? '',
      permissions: device.CgroupPermissions ?? '',
    })).toSorted((left, right) => compareText(left.containerPath, right.containerPath)),
    deviceRequests: host.DeviceRequests.map(({ Driver, Count }) => ({ driver: Driver ?? '', count: Count ?? 0 })),
    networkMode: host.NetworkMode,
    pidMode: host.PidMode,
    // `private` is what every container has by itself, said or not.
    ipcMode: host.IpcMode === 'private' ? undefined : host.IpcMode,
    utsMode: host.UTSMode,
    userNamespaceMode: host.UsernsMode,
    cgroupNamespaceMode: host.CgroupnsMode,
    securityOptions: host.SecurityOpt.map(securityOption).toSorted(compareText),
    groupsAdded: host.GroupAdd.toSorted(compareText),
    sysctls: keeper.settings(host.Sysctls),
  };
}
