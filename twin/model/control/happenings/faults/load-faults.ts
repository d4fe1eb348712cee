import type { FaultOf } from '../../../../../src/kernel/index.ts';
import { edgesOf } from '../actions/call-actions.ts';
import { noComponent } from '../stage.ts';
import type { Inject, Injection, Stage } from '../stage.ts';

/** In so many steps load rises. */
const rampSteps = 100;

const none: Injection = { problem: 'the model has no open arrivals for it, and only those have a rate' };

/** The factor that makes of sources' rates what is wanted. */
function factorOf(
  stage: Stage,
  sources: readonly number[],
  factor: number | undefined,
  rate: number | undefined,
): number {
  if (factor !== undefined) return factor;
  const now = stage.load.ratePerSecond(sources);
  return now > 0 ? (rate ?? now) / now : 1;
}

const ramp: Inject<'load-ramp'> = (stage, { component, operation, factor, ratePerSecond, overMs }) => {
  const sources = stage.load.sources(component, operation);
  if (sources.length === 0) return none;
  const by = {};
  const to = factorOf(stage, sources, factor, ratePerSecond);
  let isOver = false;
  const step = (at: number): void => {
    if (isOver) return;
    stage.load.set(sources, by, 1 + ((to - 1) * at) / rampSteps);
    if (at < rampSteps) stage.cluster.after(overMs / rampSteps, () => step(at + 1));
  };
  step(0);
  return {
    end: () => {
      isOver = true;
      stage.load.set(sources, by, 1);
    },
  };
};

const flood: Inject<'load-flood'> = (stage, { component, operation, ratePerSecond }) => {
  const { engine, after } = stage.cluster;
  const { entries, operations, components, model } = engine.program;
  const asked = model.arrivals.flatMap((source, at) => {
    const [name = ''] = source.operation.split('/', 1);
    const path = source.operation.slice(name.length + 1);
    const isMeant = (component === undefined || component === name) && (operation === undefined || operation === path);
    const called = components.find((each) => each.name === name)?.operations.get(path) ?? entries[at];
    return isMeant && called !== undefined ? [called] : [];
  });
  const [target] = asked;
  if (target === undefined) return { problem: 'the model has no arrivals that it could come on top of' };
  const gaps = engine.draws.exponentials(`flood of ${component ?? 'all'} ${operation ?? ''}`);
  let isOver = false;
  const send = (at: number): void => {
    if (isOver) return;
    const next = asked[at % asked.length] ?? target;
    const instance = engine.routes.pick(operations[next]?.component ?? -1);
    // Nobody waits for what becomes of it.
    if (instance >= 0) engine.ask(instance, next, () => undefined);
    after((engine.draws.next(gaps) * 1_000) / ratePerSecond, () => send(at + 1));
  };
  after((engine.draws.next(gaps) * 1_000) / ratePerSecond, () => send(0));
  return {
    end: () => {
      isOver = true;
    },
  };
};

const retryStorm: Inject<'retry-storm'> = (stage, { component, to, attempts }) => {
  const { clients } = stage.cluster.engine;
  const caller = stage.workloads.get(component);
  if (caller === undefined) return { problem: noComponent(component) };
  const edges = to === undefined ? clients.edgesBetween(caller.component, undefined) : edgesOf(stage, component, to);
  if (typeof edges === 'string') return { problem: edges };
  if (edges.length === 0) return { problem: `${component} calls nobody` };
  const before = edges.map((edge) => clients.retriesOf(edge, undefined));
  const storm = { attempts, backoff: 0, factor: 1, most: 0, jitter: 0, budgetBurst: 10 };
  for (const edge of edges) clients.setRetries(edge, undefined, storm);
  return {
    end: () => {
      for (const [at, edge] of edges.entries()) clients.setRetries(edge, undefined, before[at]);
    },
  };
};

const mixShift: Inject<'mix-shift'> = (stage, { component, operation, shareRatio }) => {
  const all = stage.load.sources(component, undefined);
  const meant = stage.load.sources(component, operation);
  const others = all.filter((at) => !meant.includes(at));
  const rate = stage.load.ratePerSecond(all);
  const [ofMeant, ofOthers] = [stage.load.ratePerSecond(meant), stage.load.ratePerSecond(others)];
  if (ofMeant <= 0 || ofOthers <= 0)
    return { problem: 'the model needs open arrivals of the operation and of another one for it' };
  const by = {};
  stage.load.set(meant, by, (shareRatio * rate) / ofMeant);
  stage.load.set(others, by, ((1 - shareRatio) * rate) / ofOthers);
  return { end: () => stage.load.set(all, by, 1) };
};

/** More requests than usual, or others. */
export const loadFaults = {
  'load-ramp': ramp,
  'load-spike': (stage: Stage, fault: FaultOf<'load-spike'>): Injection => {
    const { component, operation, factor, ratePerSecond } = fault;
    const sources = stage.load.sources(component, operation);
    if (sources.length === 0) return none;
    const by = {};
    stage.load.set(sources, by, factorOf(stage, sources, factor, ratePerSecond));
    return { end: () => stage.load.set(sources, by, 1) };
  },
  'load-flood': flood,
  'retry-storm': retryStorm,
  'mix-shift': mixShift,
} satisfies {
  readonly [Kind in 'load-ramp' | 'load-spike' | 'load-flood' | 'retry-storm' | 'mix-shift']: Inject<Kind>;
};
