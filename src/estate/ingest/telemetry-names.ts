import type { Setting } from '../../kernel/index.ts';
import type { Name } from '../identity/index.ts';

/**
 * Under which name a component's telemetry will come, where its environment says so.
 *
 * @param environment - Its variables, sealed.
 */
export function telemetryNames(environment: readonly Setting[]): Name[] {
  const valueOf = (name: string): string | undefined => environment.find((setting) => setting.name === name)?.value;
  const attributes = new Map(
    (valueOf('OTEL_RESOURCE_ATTRIBUTES') ?? '').split(',').map((pair) => {
      const [key = '', value = ''] = pair.split('=');
      return [key.trim(), value.trim()] as const;
    }),
  );
  const service = valueOf('OTEL_SERVICE_NAME') ?? attributes.get('service.name');
  if (service === undefined || service === '') return [];
  const namespace = attributes.get('service.namespace');
  return [{ scheme: 'otel-service', value: namespace === undefined ? service : `${namespace}/${service}` }];
}
