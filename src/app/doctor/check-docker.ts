import { readEngine } from '../../../connectors/docker/index.ts';
import type { Config } from '../../config/index.ts';
import { asRegisteredError } from '../../kernel/index.ts';
import { formatGib } from './check.ts';
import type { Finding } from './check.ts';

/**
 * Asks the Docker engine who it is. Without one Backlot still works on recorded telemetry and the model twin, so its
 * absence is worth a warning, not a failure.
 *
 * @param config - Where the engine is.
 */
export async function checkDocker({ docker }: Config): Promise<Finding> {
  const base = { name: 'docker', neededFor: 'the demo estate, replicas, and estates that run on Docker' };
  try {
    const { version, apiVersion, cpuCores, memoryBytes } = await (await readEngine(docker.host)).describe();
    const found = `Docker Engine ${version} (API ${apiVersion}), ${cpuCores} cores, ${formatGib(memoryBytes)}`;
    return { ...base, state: 'ok', found };
  } catch (thrown) {
    const { message, remedy } = asRegisteredError(thrown);
    return { ...base, state: 'warn', found: message, remedy };
  }
}
