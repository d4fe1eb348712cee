import { bounded } from './lenient.ts';
import type { ComposeIdentity } from './container-reading.ts';

const prefix = 'com.docker.compose.';

/** How `docker compose` writes what a service waits for: `database:service_healthy:false`, older ones `database`. */
function dependency(entry: string): ComposeIdentity['dependsOn'][number] {
  const [service = '', condition, restart] = entry.split(':');
  return { service: bounded(service), condition, restart: restart === 'true' };
}

/**
 * What `docker compose`, or Podman's, wrote on a container.
 *
 * @param labels - All labels of the container.
 * @returns Undefined where compose did not make it.
 */
export function composeIdentity(labels: readonly (readonly [string, string])[]): ComposeIdentity | undefined {
  const own = new Map(labels.filter(([name]) => name.startsWith(prefix)));
  const valueOf = (name: string): string | undefined => {
    const value = own.get(`${prefix}${name}`);
    return value === undefined || value === '' ? undefined : bounded(value);
  };
  const listOf = (name: string): readonly string[] => (valueOf(name) ?? '').split(',').filter((each) => each !== '');
  const project = valueOf('project');
  const service = valueOf('service');
  if (project === undefined || service === undefined) return undefined;
  const number = Number(valueOf('container-number'));
  return {
    project,
    service,
    containerNumber: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    oneOff: valueOf('oneoff')?.toLowerCase() === 'true',
    version: valueOf('version'),
    configHash: valueOf('config-hash'),
    configFiles: listOf('project.config_files'),
    workingDirectory: valueOf('project.working_dir'),
    dependsOn: listOf('depends_on').map(dependency),
  };
}
