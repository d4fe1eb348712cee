import type { ComposeFile, ComposeService } from './model.ts';
import { findCircle } from './start-order.ts';
import type { PathStep } from './places.ts';

/** Something in a file that refers to what is not there, or cannot be. */
export interface ReferenceProblem {
  readonly path: readonly PathStep[];
  readonly found: string;
  readonly accepted: string;
}

const orNone = (names: readonly string[]): string =>
  names.length === 0 ? 'none, as none is declared' : names.join(', ');

function problemsOfService(file: Omit<ComposeFile, 'path'>, service: ComposeService): readonly ReferenceProblem[] {
  const problems: ReferenceProblem[] = [];
  const at = (...path: readonly PathStep[]): readonly PathStep[] => ['services', service.name, ...path];
  service.networks.forEach((network, index) => {
    if (network in file.networks) return;
    const accepted = `a network that the file declares: ${orNone(Object.keys(file.networks))}`;
    problems.push({ path: at('networks', index), found: JSON.stringify(network), accepted });
  });
  service.volumes.forEach(({ volume }, index) => {
    if (file.volumes.includes(volume)) return;
    const accepted = `a volume that the file declares: ${orNone(file.volumes)}`;
    problems.push({ path: at('volumes', index), found: JSON.stringify(volume), accepted });
  });
  for (const [name, condition] of Object.entries(service.dependsOn)) {
    const other = file.services[name];
    if (other === undefined) {
      const accepted = `a service of the file: ${orNone(Object.keys(file.services))}`;
      problems.push({ path: at('depends_on', name), found: JSON.stringify(name), accepted });
    } else if (condition === 'service_healthy' && other.healthCheck === undefined) {
      const accepted = `service_started, or a healthcheck on ${name}`;
      problems.push({ path: at('depends_on', name, 'condition'), found: `${name} without a healthcheck`, accepted });
    }
  }
  const fixed = service.ports.findIndex(({ hostPort }) => hostPort !== undefined);
  if (service.replicas > 1 && fixed >= 0) {
    const accepted = 'a port without a host port, as several replicas cannot share one';
    problems.push({ path: at('ports', fixed), found: `a host port for ${service.replicas} replicas`, accepted });
  }
  return problems;
}

/**
 * Checks that what a file refers to is there.
 *
 * @param file - Read, each part by itself in order.
 */
export function referenceProblems(file: Omit<ComposeFile, 'path'>): readonly ReferenceProblem[] {
  const services = Object.values(file.services);
  const problems = services.flatMap((service) => problemsOfService(file, service));
  const circle = findCircle(
    Object.fromEntries(services.map(({ name, dependsOn }) => [name, Object.keys(dependsOn)] as const)),
  );
  if (circle === undefined) return problems;
  const path = ['services', circle[0] ?? '', 'depends_on'];
  return [
    ...problems,
    { path, found: `a circle: ${circle.join(' -> ')}`, accepted: 'services that start in some order' },
  ];
}
