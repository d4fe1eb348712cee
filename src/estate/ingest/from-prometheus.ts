import type { Observation } from '../../../connectors/observation/index.ts';
import type { IdentityLabels, PrometheusReading } from '../../../connectors/prometheus/index.ts';
import { workloadOfPod } from '../../kernel/index.ts';
import type { FoundFact } from '../facts/index.ts';
import type { Findings } from '../findings.ts';
import type { Name, Sighting } from '../identity/index.ts';
import { factsAbout } from './found.ts';
import { ruleFacts } from './rule-facts.ts';
import { seriesSummary } from './series-summary.ts';

/** Labels that name the component, the most telling first. */
const componentLabels = [
  'container_label_com_docker_compose_service',
  'service_name',
  'destination_workload',
  'destination_service_name',
  'service',
  'app',
  'container',
  'deployment',
  'workload',
  'name',
  'pod',
  'job',
] as const;

function componentOf(labels: IdentityLabels): string | undefined {
  for (const label of componentLabels) {
    const value = labels[label];
    // The job of OpenTelemetry's exporter is `namespace/service`; cadvisor names containers outside of any pod `POD`.
    if (value !== undefined && value !== '' && value !== 'POD')
      return label === 'pod' ? workloadOfPod(value) : value.replace(/^.*\//, '');
  }
  return undefined;
}

function namesOf(component: string, series: readonly IdentityLabels[]): Name[] {
  const names: Name[] = [{ scheme: 'address', value: component.toLowerCase() }];
  for (const labels of series) {
    const project = labels['container_label_com_docker_compose_project'];
    if (project !== undefined) names.push({ scheme: 'compose-service', value: `${project}/${component}` });
    if (labels['pod'] !== undefined) names.push({ scheme: 'pod', value: labels['pod'] });
    if (labels['deployment'] !== undefined) names.push({ scheme: 'workload', value: labels['deployment'] });
  }
  return [...new Map(names.map((name) => [`${name.scheme}\0${name.value}`, name])).values()];
}

const groupOf = (labels: IdentityLabels): string | undefined =>
  labels['container_label_com_docker_compose_project'] ?? labels['service_namespace'] ?? labels['namespace'];

/** The series and histograms of one component: those of a namesake in another namespace are another one's. */
interface Measured {
  readonly component: string;
  readonly group: string | undefined;
  readonly series: PrometheusReading['series'][number][];
  readonly histograms: PrometheusReading['histograms'][number][];
}

/** By the component's key, sorted; and how many name none. */
function byComponent({ series, histograms }: PrometheusReading): {
  readonly measured: readonly (readonly [key: string, of: Measured])[];
  readonly nameless: number;
} {
  const measured = new Map<string, Measured>();
  let nameless = 0;
  const place = (labels: IdentityLabels): Measured | undefined => {
    const component = componentOf(labels);
    if (component === undefined) {
      nameless += 1;
      return undefined;
    }
    const group = groupOf(labels);
    const key = group === undefined ? component : `${group}/${component}`;
    const known = measured.get(key) ?? { component, group, series: [], histograms: [] };
    measured.set(key, known);
    return known;
  };
  for (const one of series) place(one.labels)?.series.push(one);
  for (const one of histograms) place(one.labels)?.histograms.push(one);
  return { measured: [...measured].sort(([a], [b]) => (a < b ? -1 : 1)), nameless };
}

const sightingOf = (key: string, { component, group, series, histograms }: Measured): Sighting => ({
  key,
  kind: undefined,
  names: namesOf(
    component,
    [...series, ...histograms].map(({ labels }) => labels),
  ),
  ...(group === undefined ? {} : { group }),
});

function factsOf(component: string, { series, histograms }: Measured): FoundFact[] {
  const fact = factsAbout({ kind: 'component', component }, 'captured');
  const summaries = series.flatMap(({ metric, signal, quantile, unit, labels, points }) => {
    const summary = seriesSummary(points.map(({ atMs, value }) => [atMs, value] as const));
    const statistic = quantile === undefined ? signal : `${signal} p${Number((quantile * 100).toPrecision(6))}`;
    return summary === undefined ? [] : [{ metric, statistic, unit, labels: { ...labels }, ...summary }];
  });
  const buckets = histograms.map((one) => ({ ...one, labels: { ...one.labels }, buckets: [...one.buckets] }));
  return [
    ...fact('series', summaries.length === 0 ? undefined : summaries),
    ...fact('latency-histograms', buckets.length === 0 ? undefined : buckets),
  ];
}

/**
 * What a Prometheus tells, in the estate's words. Series whose labels name no component are counted and left out.
 *
 * @param observation - The server, as it was read.
 */
export function findingsOfPrometheus({ content, ...reading }: Observation<PrometheusReading>): Findings {
  const { measured, nameless } = byComponent(content);
  const estate = factsAbout({ kind: 'estate' }, 'captured');
  const { coverage } = reading;
  return {
    collector: 'prometheus',
    place: reading.place,
    sha256: reading.sha256,
    asOfMs: reading.asOfMs,
    isComplete: false,
    sightings: measured.map(([key, of]) => sightingOf(key, of)),
    facts: [
      ...ruleFacts(content.ruleGroups, 'captured'),
      ...estate('scrape-jobs', content.jobs.length === 0 ? undefined : [...content.jobs]),
      ...measured.flatMap(([key, of]) => factsOf(key, of)),
    ],
    coverage:
      nameless === 0
        ? coverage
        : {
            ...coverage,
            notUnderstood: [
              ...coverage.notUnderstood,
              { place: reading.place, what: 'series whose labels name no component', count: nameless },
            ],
          },
  };
}
