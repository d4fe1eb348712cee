import type { AttributeName, AttributeValueOf } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';
import { compareMounts } from './compare-mounts.ts';
import { comparePorts } from './compare-ports.ts';
import { compareSettings, compareWords } from './compare-settings.ts';
import type { PartDifference } from './part-difference.ts';

const whole = (declared: Json, captured: Json): PartDifference[] =>
  declared === captured ? [] : [{ part: '', declared, captured }];

/** The given parts of two objects; one that an object lacks is null. */
function compareMembers<Part extends string>(
  declared: { readonly [Name in Part]?: Json | undefined },
  captured: { readonly [Name in Part]?: Json | undefined },
  parts: readonly Part[],
): PartDifference[] {
  return parts.flatMap((part) => {
    const one: Json = declared[part] ?? null;
    const other: Json = captured[part] ?? null;
    return one === other ? [] : [{ part, declared: one, captured: other }];
  });
}

/** Docker pulls `latest` where no tag is written; a digest says more than a tag beside it. */
function compareImages(declared: AttributeValueOf<'image'>, captured: AttributeValueOf<'image'>): PartDifference[] {
  const versionOf = ({ tag = 'latest', digest }: AttributeValueOf<'image'>): string => digest ?? tag;
  return [
    ...compareMembers(declared, captured, ['repository']),
    ...compareMembers({ version: versionOf(declared) }, { version: versionOf(captured) }, ['version']),
  ];
}

/**
 * Memory and cores that a container is held to are set by somebody, so that either side may lack them; the other limits
 * engines also set by themselves. Compose reserves no cores on one engine.
 */
function compareLimits(declared: AttributeValueOf<'limits'>, captured: AttributeValueOf<'limits'>): PartDifference[] {
  const ifSaid = (['memoryReservationBytes', 'pids'] as const).filter((part) => declared[part] !== undefined);
  return compareMembers(declared, captured, ['cpuCores', 'memoryBytes', ...ifSaid]);
}

type HealthCheck = AttributeValueOf<'health-check'>;

function compareHealthChecks(declared: HealthCheck, captured: HealthCheck): PartDifference[] {
  const told = (check: HealthCheck): string => (check === null ? 'none' : 'a check');
  if (declared === null || captured === null) return whole(told(declared), told(captured));
  const parts = (['intervalMs', 'timeoutMs', 'startPeriodMs', 'retries'] as const).filter(
    (part) => declared[part] !== undefined,
  );
  return compareMembers(declared, captured, parts);
}

/** Compose tells an engine whole seconds. */
const compareStopGrace = (declaredMs: number, capturedMs: number): PartDifference[] =>
  Math.floor(declaredMs / 1_000) === Math.floor(capturedMs / 1_000) ? [] : whole(declaredMs, capturedMs);

type Privileges = AttributeValueOf<'privileges'>;

function comparePrivileges(declared: Privileges, captured: Privileges): PartDifference[] {
  const words = (list: readonly string[]): string =>
    [...new Set(list.map((word) => word.toUpperCase().replace(/^CAP_/, '')))].sort().join(', ');
  const comparable = ({ privileged, capabilitiesAdded, hostNamespaces }: Privileges): Record<string, Json> => ({
    privileged,
    capabilitiesAdded: words(capabilitiesAdded),
    hostNamespaces: words(hostNamespaces),
  });
  return compareMembers(comparable(declared), comparable(captured), [
    'privileged',
    'capabilitiesAdded',
    'hostNamespaces',
  ]);
}

interface Comparison<Name extends AttributeName> {
  readonly compare: (declared: AttributeValueOf<Name>, captured: AttributeValueOf<Name>) => PartDifference[];
  /** What a configuration that does not mention it means; left out where it then leaves it to the image or the engine. */
  readonly undeclared?: AttributeValueOf<Name>;
  /** What a container is like of which the engine does not tell it. */
  readonly uncaptured?: AttributeValueOf<Name>;
}

/** Of a container that is told nothing. */
const ordinary: Privileges = {
  privileged: false,
  capabilitiesAdded: [],
  capabilitiesDropped: [],
  devices: [],
  hostNamespaces: [],
};

/** https://docs.docker.com/reference/cli/docker/container/stop: how long an engine waits unless it is told otherwise. */
const usualStopGraceMs = 10_000;

const comparisons: { readonly [Name in AttributeName]?: Comparison<Name> } = {
  image: { compare: compareImages },
  limits: { compare: compareLimits, undeclared: {}, uncaptured: {} },
  environment: { compare: compareSettings, uncaptured: [] },
  labels: { compare: compareSettings, uncaptured: [] },
  command: { compare: compareWords },
  entrypoint: { compare: compareWords },
  ports: { compare: comparePorts, undeclared: [], uncaptured: [] },
  mounts: { compare: compareMounts, uncaptured: [] },
  'health-check': { compare: compareHealthChecks, uncaptured: null },
  replicas: { compare: whole },
  'restart-policy': { compare: whole },
  'stop-grace': { compare: compareStopGrace, undeclared: usualStopGraceMs, uncaptured: usualStopGraceMs },
  privileges: { compare: comparePrivileges, undeclared: ordinary, uncaptured: ordinary },
};

/** The attributes of which configuration and engine can be compared. */
export const comparedAttributes = Object.keys(comparisons) as readonly AttributeName[];

/**
 * In what the declared and the captured value of an attribute differ; a difference in form alone is none.
 *
 * @param attribute - One of `comparedAttributes`.
 * @param declared - Undefined where the configuration does not mention it.
 * @param captured - Undefined where the engine does not tell it.
 */
export function compareAttribute(
  attribute: AttributeName,
  declared: Json | undefined,
  captured: Json | undefined,
): readonly PartDifference[] {
  // The store has checked each value against its attribute's schema.
  const comparison = comparisons[attribute] as
    | {
        readonly compare: (declared: Json, captured: Json) => PartDifference[];
        readonly undeclared?: Json;
        readonly uncaptured?: Json;
      }
    | undefined;
  // Null is a value: a health check that is switched off.
  const said = declared === undefined ? comparison?.undeclared : declared;
  const seen = captured === undefined ? comparison?.uncaptured : captured;
  return comparison === undefined || said === undefined || seen === undefined ? [] : comparison.compare(said, seen);
}
