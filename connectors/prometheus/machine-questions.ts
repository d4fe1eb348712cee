import { promqlDuration } from './question.ts';
import type { Question, QuestionWindows, SeriesQuestion } from './question.ts';
import type { SeriesUnit, Signal } from './prometheus-reading.ts';

/** A metric of containers or processes, and the expression by which it is read. */
interface MachineMetric {
  readonly family: string;
  readonly signal: Signal;
  readonly unit: SeriesUnit;
  /** All of them must be there. */
  readonly needs: readonly [string, ...string[]];
  readonly expression: (windowText: string) => string;
}

/** By pod and container where a cluster runs them; the pod's own cgroup and its pause container are left out. */
const inPods = 'image!="",container!="",container!="POD"';
/** By name where an engine runs them. */
const byName = 'image!="",name!="",pod="",container=""';

/** cAdvisor, by itself or in a kubelet: https://github.com/google/cadvisor/blob/master/docs/storage/prometheus.md. */
const ofContainers = (what: (matchers: string, by: string) => string): string =>
  [
    what(inPods, 'by (namespace, pod, container)'),
    what(
      byName,
      'by (name, instance, container_label_com_docker_compose_project, container_label_com_docker_compose_service)',
    ),
  ].join(' or ');

const ofPods = 'by (namespace, pod, container)';

const machineMetrics: readonly MachineMetric[] = [
  {
    family: 'cadvisor',
    signal: 'cpu-usage',
    unit: 'cores',
    needs: ['container_cpu_usage_seconds_total'],
    expression: (window) =>
      ofContainers((of, by) => `sum ${by} (rate(container_cpu_usage_seconds_total{${of}}[${window}]))`),
  },
  {
    family: 'cadvisor',
    signal: 'cpu-throttled',
    unit: 'ratio',
    needs: ['container_cpu_cfs_throttled_periods_total', 'container_cpu_cfs_periods_total'],
    expression: (window) =>
      ofContainers(
        (of, by) =>
          `sum ${by} (rate(container_cpu_cfs_throttled_periods_total{${of}}[${window}])) / sum ${by} (rate(container_cpu_cfs_periods_total{${of}}[${window}]))`,
      ),
  },
  {
    family: 'cadvisor',
    signal: 'memory-usage',
    unit: 'bytes',
    needs: ['container_memory_working_set_bytes'],
    expression: () => ofContainers((of, by) => `sum ${by} (container_memory_working_set_bytes{${of}})`),
  },
  {
    family: 'cadvisor',
    signal: 'memory-limit',
    unit: 'bytes',
    needs: ['container_spec_memory_limit_bytes'],
    // 0 is no limit.
    expression: () => ofContainers((of, by) => `max ${by} (container_spec_memory_limit_bytes{${of}} > 0)`),
  },
  {
    family: 'cadvisor',
    signal: 'cpu-limit',
    unit: 'cores',
    needs: ['container_spec_cpu_quota', 'container_spec_cpu_period'],
    expression: () =>
      ofContainers(
        (of, by) => `max ${by} (container_spec_cpu_quota{${of}} > 0) / max ${by} (container_spec_cpu_period{${of}})`,
      ),
  },
  ...(['limit', 'request'] as const).flatMap((kind): readonly MachineMetric[] =>
    (['cpu', 'memory'] as const).map((resource) => ({
      family: 'kube-state-metrics',
      signal: `${resource}-${kind}` as const,
      unit: resource === 'cpu' ? 'cores' : 'bytes',
      needs: [`kube_pod_container_resource_${kind}s`],
      expression: () => `max ${ofPods} (kube_pod_container_resource_${kind}s{resource="${resource}"})`,
    })),
  ),
  {
    family: 'kube-state-metrics',
    signal: 'restarts',
    unit: 'count',
    needs: ['kube_pod_container_status_restarts_total'],
    expression: () => `max ${ofPods} (kube_pod_container_status_restarts_total)`,
  },
  {
    family: 'process',
    signal: 'cpu-usage',
    unit: 'cores',
    needs: ['process_cpu_seconds_total'],
    expression: (window) =>
      `sum by (namespace, pod, container, job, instance) (rate(process_cpu_seconds_total[${window}]))`,
  },
  {
    family: 'process',
    signal: 'memory-usage',
    unit: 'bytes',
    needs: ['process_resident_memory_bytes'],
    expression: () => 'sum by (namespace, pod, container, job, instance) (process_resident_memory_bytes)',
  },
  {
    family: 'scrape',
    signal: 'up',
    unit: 'count',
    needs: ['up'],
    expression: () => 'min by (namespace, pod, container, job, instance) (up)',
  },
];

/**
 * What is to be asked about containers, processes and targets.
 *
 * @param names - Of the server's metrics.
 * @param windows - Over which time.
 */
export function machineQuestions(names: ReadonlySet<string>, { rateWindowMs }: QuestionWindows): readonly Question[] {
  return machineMetrics
    .filter(({ needs }) => needs.every((name) => names.has(name)))
    .map(({ family, signal, unit, needs: [metric], expression }): SeriesQuestion => ({
      kind: 'series',
      family,
      signal,
      unit,
      metric,
      quantile: undefined,
      factor: 1,
      expression: expression(promqlDuration(rateWindowMs)),
    }));
}

/** Every metric that is read of machines. */
export const machineMetricNames: readonly string[] = [...new Set(machineMetrics.flatMap(({ needs }) => needs))];
