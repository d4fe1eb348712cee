import type { AttributeName, AttributeValueOf } from '../../estate/index.ts';
import { formatDuration } from '../../kernel/index.ts';
import { bytesText, latencyText, rateText, ratioText } from './map/index.ts';

/** How much of a value is shown; all of it is in the JSON output. */
const longest = 110;

const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

type Texts = { readonly [Name in AttributeName]?: (value: AttributeValueOf<Name>) => string };

function settingText({ name, value, address, secret }: AttributeValueOf<'environment'>[number]): string {
  const said = value ?? address ?? (secret === undefined ? '' : `(secret ${secret.fingerprint.slice(0, 6)})`);
  return name === '' ? said : said === '' ? name : `${name}=${said}`;
}

const settingsText = (settings: AttributeValueOf<'environment'>): string => settings.map(settingText).join(' ');

/** What somebody set comes first: what an image says by itself is the same everywhere. */
const ownFirst = (settings: AttributeValueOf<'environment'>): string =>
  settingsText([
    ...settings.filter(({ ofImage }) => ofImage !== true),
    ...settings.filter(({ ofImage }) => ofImage === true),
  ]);

type Plan = AttributeValueOf<'call-plans'>['plans'][number];

function planText({ steps }: Plan): string {
  const words = steps.flatMap((step) => {
    if (step.step === 'self') return [];
    if (step.step === 'call') return [step.call.component];
    return [`(${step.calls.map(({ component }) => component).join(' | ')})`];
  });
  return words.length === 0 ? 'by itself' : words.join(' → ');
}

const texts: Texts = {
  image: ({ repository, tag, digest }) =>
    `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`,
  limits: ({ cpuCores, memoryBytes, memoryReservationBytes, cpuReservationCores, pids }) =>
    [
      ...(cpuCores === undefined ? [] : [`${cpuCores} cores`]),
      ...(memoryBytes === undefined ? [] : [bytesText(memoryBytes)]),
      ...(cpuReservationCores === undefined ? [] : [`${cpuReservationCores} cores reserved`]),
      ...(memoryReservationBytes === undefined ? [] : [`${bytesText(memoryReservationBytes)} reserved`]),
      ...(pids === undefined ? [] : [`${pids} processes`]),
    ].join(', '),
  environment: ownFirst,
  labels: ownFirst,
  command: settingsText,
  entrypoint: settingsText,
  'stop-grace': formatDuration,
  ports: (ports) =>
    ports.map(({ hostPort = '?', containerPort, protocol }) => `${hostPort}→${containerPort}/${protocol}`).join(', '),
  networks: (networks) => networks.map(({ network, aliases }) => `${network} (${aliases.join(', ')})`).join('; '),
  mounts: (mounts) =>
    mounts
      .map(({ type, source, target, readOnly }) => `${source ?? type}→${target}${readOnly ? ' read-only' : ''}`)
      .join(', '),
  'declared-dependency': ({ via, condition }) => `${via.join(', ')}${condition === undefined ? '' : ` (${condition})`}`,
  'self-time': ({ count, sumMs }) => `${latencyText(sumMs / count)} on average, ${count} requests`,
  requests: ({ requests: { count, errorRatio }, perSecond, protocol, kind }) =>
    `${rateText(perSecond)} ${protocol} ${kind}, ${ratioText(errorRatio)} errors, ${count} seen`,
  calls: ({ calls: { count, errorRatio }, perSecond, protocol, retries, timeouts }) =>
    [
      `${rateText(perSecond)} ${protocol}`,
      `${ratioText(errorRatio)} errors`,
      `${count} seen`,
      ...(retries.count > 0 ? [`${retries.count} retries`] : []),
      ...timeouts.map(({ atMs }) => `timeout at ${latencyText(atMs)}`),
    ].join(', '),
  'call-plans': ({ plans }) =>
    plans
      .slice(0, 3)
      .map((plan) => `${plan.count}× ${planText(plan)}`)
      .join('; '),
  timeline: ({ arrivals, bucketMs }) => `${arrivals.length} buckets of ${formatDuration(bucketMs)}`,
  series: (series) =>
    series.map(({ metric, statistic, mean }) => `${metric} ${statistic} ${Number(mean.toPrecision(3))}`).join(', '),
};

/**
 * The value of a fact in one line, for people.
 *
 * @param attribute - The attribute.
 * @param value - Its value, as the attribute's schema says.
 */
export function factText(attribute: string, value: unknown): string {
  const text = (texts as Readonly<Record<string, ((value: never) => string) | undefined>>)[attribute];
  return cut(text === undefined ? (typeof value === 'string' ? value : JSON.stringify(value)) : text(value as never));
}
