import type { AttributeValueOf } from '../../../estate/index.ts';
import { formatDuration } from '../../../kernel/index.ts';
import { bytesText } from '../map/index.ts';
import { counted } from '../../counted.ts';
import { listed } from './texts.ts';
import type { Texts } from './texts.ts';

type Settings = AttributeValueOf<'command'>;

function settingText({ name, value, address, secret }: Settings[number]): string {
  const said = value ?? address ?? (secret === undefined ? '' : `(secret ${secret.fingerprint.slice(0, 6)})`);
  return name === '' ? said : said === '' ? name : `${name}=${said}`;
}

const settingsText = (settings: Settings): string => settings.map(settingText).join(' ');

const after = (word: string, durationMs: number | undefined): string | undefined =>
  durationMs === undefined || durationMs === 0 ? undefined : `${word} ${formatDuration(durationMs)}`;

/** How what somebody has set is said. */
export const configurationTexts: Texts = {
  image: ({ repository, tag, digest }) =>
    `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`,
  build: ({ context, target }) => listed(context, target === undefined ? undefined : `target ${target}`),
  limits: ({ cpuCores, memoryBytes, memoryReservationBytes, cpuReservationCores, pids }) =>
    listed(
      cpuCores === undefined ? undefined : counted(cpuCores, 'core'),
      memoryBytes === undefined ? undefined : bytesText(memoryBytes),
      cpuReservationCores === undefined ? undefined : `${counted(cpuReservationCores, 'core')} reserved`,
      memoryReservationBytes === undefined ? undefined : `${bytesText(memoryReservationBytes)} reserved`,
      pids === undefined ? undefined : counted(pids, 'process', 'processes'),
    ),
  environment: settingsText,
  labels: settingsText,
  command: settingsText,
  entrypoint: settingsText,
  'stop-grace': formatDuration,
  ports: (ports) =>
    ports
      .map(({ hostAddress, hostPort = '?', containerPort, protocol }) => {
        const address = hostAddress === undefined ? '' : `${hostAddress}:`;
        return `${address}${hostPort}→${containerPort}/${protocol}`;
      })
      .join(', '),
  networks: (networks) =>
    networks
      .map(({ network, aliases }) => `${network}${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}`)
      .join('; '),
  mounts: (mounts) =>
    mounts
      .map(({ type, source, target, readOnly }) => `${source ?? type}→${target}${readOnly ? ' read-only' : ''}`)
      .join(', '),
  'health-check': (check) =>
    check === null
      ? 'switched off'
      : listed(
          settingsText(check.test),
          after('every', check.intervalMs),
          after('within', check.timeoutMs),
          check.retries === undefined ? undefined : `unhealthy after ${counted(check.retries, 'failure')}`,
          after('not counted for the first', check.startPeriodMs),
        ),
  privileges: ({ privileged, capabilitiesAdded, capabilitiesDropped, devices, hostNamespaces }) =>
    listed(
      privileged ? 'privileged' : undefined,
      ...capabilitiesAdded.map((name) => `+${name}`),
      ...capabilitiesDropped.map((name) => `-${name}`),
      ...devices.map((name) => `device ${name}`),
      ...hostNamespaces.map((name) => `${name} of the host`),
    ),
  'secrets-used': (names) => names.join(', '),
  'declared-dependency': ({ via, condition }) => `${via.join(', ')}${condition === undefined ? '' : ` (${condition})`}`,
};
