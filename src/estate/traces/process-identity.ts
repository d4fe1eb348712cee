import type { AttributeValue } from '../../../connectors/spans/index.ts';
import { withoutSecrets, workloadOfPod } from '../../kernel/index.ts';
import { nameEvidence } from './name-evidence.ts';
import type { NameEvidence, NameScheme } from './name-evidence.ts';

/** Which process sent a span, as its resource attributes tell. */
export interface ProcessIdentity {
  /** Identity of the component in a summary: `shop/cart`, or `cart` without a namespace. */
  readonly component: string;
  readonly service: string;
  readonly namespace: string | undefined;
  /** Whether the process named its service; else the name was derived from pod or container. */
  readonly isNamed: boolean;
  /** Identity of the instance within the component: the best name it has. */
  readonly instance: string;
  /** Identity of the clock: the host where that is known, else the instance. */
  readonly host: string;
  readonly names: readonly NameEvidence[];
  readonly version: string | undefined;
  readonly language: string | undefined;
}

/** The SDK fills this in where nobody named the service. */
const unnamedService = /^unknown_service(?::|$)/;

const instanceNames: readonly (readonly [NameScheme, string])[] = [
  ['service-instance', 'service.instance.id'],
  ['k8s-pod-uid', 'k8s.pod.uid'],
  ['k8s-pod', 'k8s.pod.name'],
  ['container-id', 'container.id'],
  ['container-name', 'container.name'],
  ['host-name', 'host.name'],
  ['host-id', 'host.id'],
  ['address', 'host.ip'],
  ['k8s-node', 'k8s.node.name'],
  ['k8s-deployment', 'k8s.deployment.name'],
];

/** Whose clock it is: nodes and hosts have one, a pod or container shares its host's. */
const clockNames: readonly NameScheme[] = [
  'k8s-node',
  'host-id',
  'host-name',
  'address',
  'k8s-pod',
  'k8s-pod-uid',
  'container-id',
  'container-name',
  'service-instance',
];

function text(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? withoutSecrets(value.slice(0, 200)) : undefined;
}

/**
 * Reads who sent a span.
 *
 * @param resource - The attributes of the process.
 */
export function processIdentity(resource: ReadonlyMap<string, AttributeValue>): ProcessIdentity {
  const named = text(resource.get('service.name'));
  const isNamed = named !== undefined && !unnamedService.test(named);
  const pod = text(resource.get('k8s.pod.name'));
  const service =
    (isNamed ? named : undefined) ??
    text(resource.get('k8s.deployment.name')) ??
    (pod === undefined ? undefined : workloadOfPod(pod)) ??
    text(resource.get('container.name')) ??
    named ??
    'unknown';
  const namespace = text(resource.get('service.namespace')) ?? text(resource.get('k8s.namespace.name'));
  const names = instanceNames.flatMap(([scheme, attribute]) => nameEvidence(scheme, resource.get(attribute)) ?? []);
  const component = namespace === undefined ? service : `${namespace}/${service}`;
  const instance = names[0]?.value ?? text(String(resource.get('process.pid') ?? '')) ?? component;
  const clock = clockNames.map((scheme) => names.find((name) => name.scheme === scheme)).find((name) => name);
  return {
    component,
    service,
    namespace,
    isNamed,
    instance,
    host: clock?.value ?? instance,
    names: isNamed ? [{ scheme: 'otel-service', value: service }, ...names] : names,
    version: text(resource.get('service.version')),
    language: text(resource.get('telemetry.sdk.language')) ?? text(resource.get('process.runtime.name')),
  };
}
