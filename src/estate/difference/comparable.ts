import type { AttributeName, AttributeValueOf } from '../facts/index.ts';
import type { Json } from '../../kernel/index.ts';

/** What of a sealed value can be compared: two fingerprints tell whether two secrets are one. */
function comparableSetting({ value, address, secret }: AttributeValueOf<'environment'>[number]): Json {
  if (secret !== undefined) return { secret: secret.fingerprint };
  return value ?? address ?? null;
}

/** A variable without a value is most often one whose value is given elsewhere, and says nothing of it. */
const isSaid = ({ value, address, secret }: AttributeValueOf<'environment'>[number]): boolean =>
  secret !== undefined || address !== undefined || (value !== undefined && value !== '');

function settings(value: Json): Map<string, Json> {
  return new Map(
    (value as AttributeValueOf<'environment'>)
      .filter(isSaid)
      .map((setting) => [setting.name, comparableSetting(setting)]),
  );
}

function members(value: Json): Map<string, Json> {
  return new Map(Object.entries(value as Record<string, Json>));
}

/** A port in the file may be left to the engine to choose; an address that means all is often left out. */
function ports(value: Json): Map<string, Json> {
  return new Map(
    (value as AttributeValueOf<'ports'>)
      .filter(({ hostPort }) => hostPort !== undefined)
      .map(({ containerPort, protocol, hostPort }) => [`${containerPort}/${protocol}`, String(hostPort)]),
  );
}

function mounts(value: Json): Map<string, Json> {
  return new Map(
    (value as AttributeValueOf<'mounts'>).map(({ type, target, readOnly }) => [target, { type, readOnly }]),
  );
}

/** Docker pulls `latest` where no tag is written. */
function image(value: Json): Map<string, Json> {
  const { repository, tag, digest } = value as AttributeValueOf<'image'>;
  return new Map<string, Json>([
    ['repository', repository],
    ...(digest === undefined ? [['tag', tag ?? 'latest'] as const] : [['digest', digest] as const]),
  ]);
}

/** A command is one value: where its words differ, it is another command. */
function wordsOf(value: Json): Map<string, Json> {
  return new Map([['', (value as AttributeValueOf<'command'>).map((word) => [word.name, comparableSetting(word)])]]);
}

function healthCheck(value: Json): Map<string, Json> {
  if (value === null) return new Map([['', 'switched off']]);
  const { intervalMs, timeoutMs, startPeriodMs, retries } = value as NonNullable<AttributeValueOf<'health-check'>>;
  const parts = Object.entries({ intervalMs, timeoutMs, startPeriodMs, retries });
  return new Map(parts.filter((part): part is [string, number] => part[1] !== undefined));
}

const partsOf: Partial<Record<AttributeName, (value: Json) => Map<string, Json>>> = {
  image,
  limits: members,
  environment: settings,
  labels: settings,
  command: wordsOf,
  entrypoint: wordsOf,
  ports,
  mounts,
  'health-check': healthCheck,
  replicas: (value) => new Map([['', value]]),
  'restart-policy': (value) => new Map([['', value]]),
  'stop-grace': (value) => new Map([['', value]]),
};

/**
 * The parts of a value that can be set against what another source says of the same attribute: by name, in a form that
 * differs only where the meaning does.
 *
 * @param attribute - The attribute.
 * @param value - Its value.
 */
export function comparable(attribute: AttributeName, value: Json): ReadonlyMap<string, Json> {
  return partsOf[attribute]?.(value) ?? new Map<string, Json>();
}
