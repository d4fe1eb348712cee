import type { EstateView } from '../../preflight/index.ts';
import { seenCapacity } from '../demand/index.ts';
import type { ByRunnable } from '../demand/index.ts';
import { exactly } from './parameter.ts';
import type { Parameter } from './parameter.ts';

/** Runtimes that run what they are given on one thread, by what telemetry calls their language. */
const oneThread: ReadonlySet<string> = new Set(['nodejs', 'javascript', 'webjs']);

/** Own time by others, of all operations of a component together. */
function together(view: EstateView, component: string): ByRunnable {
  const of = view.knownOf(component, 'contention', 'operation').flatMap(({ value }) => value.byRunnable);
  return [...Map.groupBy(of, ({ others }) => others)]
    .map(([others, bins]) => {
      const sum = (member: (bin: ByRunnable[number]) => number): number =>
        bins.reduce((total, bin) => total + member(bin), 0);
      const longest = Math.max(...bins.map(({ atOnceMs }) => atOnceMs.length));
      return {
        others,
        count: sum(({ count }) => count),
        ownMs: sum(({ ownMs }) => ownMs),
        ownMsSquared: sum(({ ownMsSquared }) => ownMsSquared),
        atOnceMs: Array.from({ length: longest }, (_, place) => sum(({ atOnceMs }) => atOnceMs[place] ?? 0)),
        beyond: { ms: sum(({ beyond }) => beyond.ms), perRequestMs: sum(({ beyond }) => beyond.perRequestMs) },
      };
    })
    .sort((left, right) => left.others - right.others);
}

function configured(view: EstateView, component: string): Pick<Parameter, 'value' | 'source' | 'because'> | undefined {
  const languages = view.of(component, 'telemetry')?.languages ?? [];
  if (languages.length > 0 && languages.every((language) => oneThread.has(language))) {
    return { value: exactly(1), source: 'configuration', because: `${languages.join(', ')} runs on one thread` };
  }
  const cores = view.ofEstate('engine')?.cpuCores;
  if (cores === undefined) return undefined;
  return { value: exactly(cores), source: 'configuration', because: `its host has ${cores} cores` };
}

/**
 * How many requests an instance of a component works on at once: what its configuration says, against what traces show.
 *
 * @param view - The estate.
 * @param component - Which.
 * @returns Undefined where neither says anything. Where they disagree, a range over both, and that they do.
 */
export function serversOf(view: EstateView, component: string): Parameter | undefined {
  const told = configured(view, component);
  const byRunnable = together(view, component);
  const count = byRunnable.reduce((sum, bin) => sum + bin.count, 0);
  const seen = seenCapacity(byRunnable);
  const parameter = (found: Pick<Parameter, 'value' | 'source' | 'because'>): Parameter => ({
    kind: 'servers',
    of: component,
    count: count === 0 ? undefined : count,
    ...found,
  });
  if (seen === undefined)
    return told === undefined
      ? undefined
      : parameter({ ...told, because: `${told.because}; too few requests came together to see it` });
  if (seen.sees === 'no-limit') {
    const { atLeast } = seen;
    if (told === undefined) {
      // Beyond what was met nothing is known: some more, or a great many.
      const value = { best: atLeast * 2, low: atLeast, high: atLeast * 16 };
      return parameter({ value, source: 'prior', because: `up to ${atLeast} at once did not slow each other down` });
    }
    if (told.value.best >= atLeast) return parameter(told);
    const value = { best: atLeast, low: told.value.best, high: atLeast };
    return parameter({
      value,
      source: 'trace',
      because: `${told.because}, but ${atLeast} at once did not slow each other down`,
    });
  }
  const { best, low, high } = seen.servers;
  if (told === undefined) {
    return parameter({
      value: { best, low, high },
      source: 'trace',
      because: `own times grow from ${best} at once on`,
    });
  }
  if (told.value.best >= low && told.value.best <= high) {
    return parameter({ ...told, because: `${told.because}, and own times grow from there on` });
  }
  const value = { best, low: Math.min(low, told.value.best), high: Math.max(high, told.value.best) };
  return parameter({ value, source: 'trace', because: `${told.because}, but own times grow from ${best} at once on` });
}
