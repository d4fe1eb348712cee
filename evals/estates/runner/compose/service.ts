import type { ComposeService } from './model.ts';
import type { ServiceInFile } from './schema.ts';

/**
 * A service in the runner's words.
 *
 * @param name - Its key in the file.
 * @param written - What stands there, checked.
 */
export function serviceOf(name: string, written: ServiceInFile): ComposeService {
  const { healthcheck: check, deploy } = written;
  return {
    name,
    image: written.image,
    command: written.command,
    entrypoint: written.entrypoint,
    environment: written.environment,
    healthCheck: check && {
      test: check.test,
      intervalMs: check.interval,
      timeoutMs: check.timeout,
      startPeriodMs: check.start_period,
      retries: check.retries,
    },
    replicas: deploy?.replicas ?? 1,
    cpuCores: deploy?.resources?.limits?.cpus,
    memoryBytes: deploy?.resources?.limits?.memory,
    dependsOn: Object.fromEntries(
      Object.entries(written.depends_on).map(([service, { condition }]) => [service, condition]),
    ),
    networks: written.networks,
    volumes: written.volumes,
    ports: written.ports,
    extraHosts: written.extra_hosts.map((host) => host.replace('=', ':')),
    restart: written.restart,
    stopGracePeriodMs: written.stop_grace_period,
    stopSignal: written.stop_signal,
    user: written.user,
    logging: written.logging,
    labels: written.labels,
    init: written.init,
    tmpfs: written.tmpfs,
    readOnly: written.read_only,
    capDrop: written.cap_drop,
  };
}
