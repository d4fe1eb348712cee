import type { FoundFact } from '../../../src/estate/index.ts';
import type { EstateView } from '../estate-view.ts';

/** What one component writes to a disk as logs. */
export interface LogWriter {
  readonly component: string;
  readonly bytesPerSecond: number;
  /** What rotation keeps of it at most; infinite where nothing removes anything. */
  readonly keptBytes: number;
  readonly evidence: readonly FoundFact[];
}

/** https://docs.docker.com/engine/logging/drivers/local/ */
const localDriver = { maxFileBytes: 20 * 2 ** 20, maxFiles: 5 } as const;

/** Drivers that write no file of their own, or one that something else bounds: journald by SystemMaxUse. */
const elsewhere: ReadonlySet<string> = new Set(
  'none journald syslog gelf fluentd awslogs splunk gcplogs etwlogs loki grafana/loki-docker-driver'.split(' '),
);

/**
 * What the logs of a component take of a disk at most, by what keeps them.
 *
 * @param view - The estate.
 * @param component - The component.
 * @returns Bytes of all instances together; infinite where nothing removes anything; undefined where nothing tells.
 */
export function keptLogBytes(view: EstateView, component: string): number | undefined {
  const growth = view.of(component, 'log-growth');
  const told = [
    ...(growth?.keptBytes === undefined ? [] : [growth.keptBytes]),
    ...(growth?.keptMs === undefined ? [] : [(growth.bytesPerSecond * growth.keptMs) / 1_000]),
  ];
  if (told.length > 0) return Math.min(...told);
  const logging = view.of(component, 'logging');
  if (logging === undefined) return growth === undefined ? undefined : Infinity;
  if (elsewhere.has(logging.driver)) return 0;
  const usual = logging.driver === 'local' ? localDriver : { maxFileBytes: undefined, maxFiles: 1 };
  const { maxFileBytes = usual.maxFileBytes, maxFiles = usual.maxFiles } = logging;
  return maxFileBytes === undefined ? Infinity : maxFileBytes * maxFiles * (view.replicasOf(component) ?? 1);
}

/** Which share of the instances of a component is on a node; undefined where nothing places it anywhere. */
function shareOn(view: EstateView, component: string, node: string): number | undefined {
  const placed = view.known('placement', 'instance').filter(({ subject }) => subject.component === component);
  if (placed.length === 0) return undefined;
  return placed.filter(({ value }) => value.node === node).length / placed.length;
}

/**
 * Who writes logs to the disks of a component: it itself, and whoever has instances on it where it is a host. Where there is
 * one host only and nothing is placed, all are on it.
 *
 * @param view - The estate.
 * @param owner - Whose disks.
 */
export function logWriters(view: EstateView, owner: string): readonly LogWriter[] {
  const hosts = view.known('disks', 'component').filter(({ subject }) => view.kindOf(subject.component) === 'host');
  const isOnlyHost = hosts.length === 1 && hosts[0]?.subject.component === owner;
  return view.known('log-growth', 'component').flatMap(({ subject, value, fact }): LogWriter[] => {
    const { component } = subject;
    const hasOwn = component !== owner && view.of(component, 'disks') !== undefined;
    const share = component === owner ? 1 : hasOwn ? 0 : (shareOn(view, component, owner) ?? (isOnlyHost ? 1 : 0));
    const kept = keptLogBytes(view, component) ?? Infinity;
    if (share === 0) return [];
    const logging = view.fact(subject, 'logging');
    return [
      {
        component,
        bytesPerSecond: value.bytesPerSecond * share,
        keptBytes: kept * share,
        evidence: [fact, ...(logging === undefined ? [] : [logging])],
      },
    ];
  });
}

/**
 * How long until logs have filled what is free: each grows at its rate until rotation holds it. What rotation keeps counts
 * in full, as if none of it were written yet.
 *
 * @param writers - Who writes.
 * @param freeBytes - What is left; negative where the disk is full already.
 * @returns Milliseconds; infinite where rotation holds them all before.
 */
export function timeToFullMs(writers: readonly LogWriter[], freeBytes: number): number {
  if (freeBytes <= 0) return 0;
  const growing = writers.filter(({ bytesPerSecond }) => bytesPerSecond > 0);
  const ends = growing.map((writer) => ({ writer, endsS: writer.keptBytes / writer.bytesPerSecond }));
  ends.sort((a, b) => a.endsS - b.endsS);
  let rate = growing.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  let [atS, left] = [0, freeBytes];
  for (const { writer, endsS } of ends) {
    const grown = rate * (endsS - atS);
    if (grown >= left) return (atS + left / rate) * 1_000;
    left -= grown;
    rate -= writer.bytesPerSecond;
    atS = endsS;
  }
  return Infinity;
}
