import { parseYaml } from '../../src/kernel/index.ts';
import type { YamlMap, YamlNode } from '../../src/kernel/index.ts';

/** What a YAML document is, as far as it concerns whoever looks for files of Docker Compose. */
export type RecognisedYaml =
  { readonly kind: 'compose' } | { readonly kind: 'other'; /** In words. */ readonly what: string };

/** The keys of the Compose Specification's top level. */
const topKeys: ReadonlySet<string> = new Set(
  'version name include services jobs models networks volumes secrets configs'.split(' '),
);

/** Any one of these says that it is a compose file; the others occur elsewhere too. */
const tellingKeys = ['services', 'include', 'networks', 'volumes', 'secrets', 'configs', 'models', 'jobs'];

function mapAt(map: YamlMap, key: string): YamlMap | undefined {
  const value = map.entries.get(key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

/** Compose before version 2 of its file format had services at the top, told by what a container comes from. */
function hasServicesAtTop(map: YamlMap): boolean {
  const values = [...map.entries].filter(([key]) => !key.startsWith('x-'));
  const isService = (node: YamlNode): boolean =>
    node.kind === 'map' && (node.entries.has('image') || node.entries.has('build'));
  return values.length > 0 && values.every(([key, { value }]) => !topKeys.has(key) && isService(value));
}

function servicesAreContainers(services: YamlMap): boolean {
  const containerKeys =
    /^(?:image|build|extends|command|environment|ports|volumes|depends_on|deploy|profiles|networks|restart|labels|healthcheck|provider|env_file|container_name|logging|entrypoint|expose|x-.*|<<)$/;
  const known = [...services.entries.values()].filter(
    ({ value }) => value.kind === 'map' && [...value.entries.keys()].some((key) => containerKeys.test(key)),
  );
  return services.entries.size === 0 || known.length > 0;
}

/**
 * Says what a YAML document is.
 *
 * @param root - Its value.
 */
export function recogniseYaml(root: YamlNode): RecognisedYaml {
  const other = (what: string): RecognisedYaml => ({ kind: 'other', what });
  if (root.kind === 'list') return other('a list');
  if (root.kind === 'scalar') return other('a text');
  const { entries } = root;
  if (entries.has('apiVersion') && entries.has('kind')) return other('a Kubernetes manifest');
  if (entries.has('groups') && !entries.has('services')) return other('rules of Prometheus');
  if (entries.has('scrape_configs')) return other('a configuration of Prometheus');
  if (entries.has('receivers') && (entries.has('exporters') || entries.has('service'))) {
    return other('a configuration of the OpenTelemetry collector');
  }
  if (entries.has('stages') || (entries.has('jobs') && entries.has('on')))
    return other('a pipeline of continuous integration');
  const services = mapAt(root, 'services');
  const known = [...entries.keys()].filter((key) => topKeys.has(key) || key.startsWith('x-'));
  if (known.length === 0) {
    if (hasServicesAtTop(root))
      return other('services at the top level, the form of Compose before version 2 of its format');
    return other('YAML without a key of Docker Compose');
  }
  const telling = tellingKeys.some((key) => entries.has(key));
  if (services !== undefined && !servicesAreContainers(services) && known.length < entries.size) {
    return other('services that are no containers');
  }
  // A layer may hold a name or extensions only; with other keys beside, it is something else.
  return telling || known.length === entries.size ? { kind: 'compose' } : other('YAML of another program');
}

/**
 * Whether a text is a compose file that can stand alone, told apart from manifests of Kubernetes, rules of Prometheus and
 * other YAML.
 *
 * @param text - The whole file.
 */
export function looksLikeCompose(text: string): boolean {
  const { documents } = parseYaml(text, '');
  const [first] = documents ?? [];
  if (first?.kind !== 'map' || recogniseYaml(first).kind !== 'compose') return false;
  const keys = [...first.entries.keys()].filter((key) => !key.startsWith('x-'));
  // Only services or an include make a project; what has neither is a layer, and may be anything.
  return keys.includes('include') || mapAt(first, 'services') !== undefined;
}
