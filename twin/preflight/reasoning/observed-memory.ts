import type { FoundFact } from '../../../src/estate/index.ts';
import type { EstateView } from '../estate-view.ts';

/** The most memory that one instance of a component was seen to use. */
export interface ObservedMemory {
  /** Over a window; undefined where no window was watched. */
  readonly peakBytes: number | undefined;
  /** At the moment of a capture, of the instance that has most: less than any peak. */
  readonly nowBytes: number | undefined;
  /** How long was watched, where that is known. */
  readonly windowMs: number | undefined;
  /** Instances that the kernel ended for lack of memory. */
  readonly killed: readonly string[];
  readonly evidence: readonly FoundFact[];
}

const mostOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : Math.max(...values);

/**
 * What is known of the memory that an instance of a component needs: its peak, by what is told of it and by the series of a
 * monitoring system, never by a quantile of them; and what its instances use at the moment.
 *
 * @param view - The estate.
 * @param component - The component.
 */
export function observedMemory(view: EstateView, component: string): ObservedMemory {
  const subject = { kind: 'component', component } as const;
  const told = view.of(component, 'observed-peak');
  const series = (view.of(component, 'series') ?? []).filter(({ statistic }) => statistic === 'memory-usage');
  const own = <Item extends { readonly subject: { readonly component: string } }>(known: readonly Item[]): Item[] =>
    known.filter((each) => each.subject.component === component);
  const usage = own(view.known('usage', 'instance')).filter(({ value }) => value.memoryBytes !== undefined);
  const killed = own(view.known('state', 'instance')).filter(({ value }) => value.outOfMemory);
  const peaks = [...(told?.memoryBytes === undefined ? [] : [told.memoryBytes]), ...series.map(({ max }) => max)];
  const windows = [
    ...(told?.windowMs === undefined ? [] : [told.windowMs]),
    ...series.map(({ firstMs, lastMs }) => lastMs - firstMs),
  ];
  return {
    peakBytes: mostOf(peaks),
    nowBytes: mostOf(usage.flatMap(({ value }) => value.memoryBytes ?? [])),
    windowMs: mostOf(windows),
    killed: killed.map(({ subject: { instance } }) => instance),
    evidence: [
      view.fact(subject, 'observed-peak'),
      ...(series.length === 0 ? [] : [view.fact(subject, 'series')]),
      ...[...usage, ...killed].map(({ fact }) => fact),
    ].filter((fact) => fact !== undefined),
  };
}
