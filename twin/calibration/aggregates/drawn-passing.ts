import type { RandomSource } from '../../../src/kernel/index.ts';
import { drawLogUniform, drawOne } from './chance.ts';
import type { ComponentLevel } from './component-level.ts';
import type { Effect } from './dose.ts';
import type { DrawnCall } from './drawn-calls.ts';

/** An effect, and how much later a request is that meets it at all. */
export interface MetEffect extends Effect {
  readonly metMs: number;
}

/** How often, and how far, a draw goes beyond what graph and averages say: averages of sampled requests mix operations. */
const beyond = { ratio: 0.25, factor: 4 } as const;

/** The share of an added time that a caller waits for. */
function waitedRatio(
  random: RandomSource,
  call: DrawnCall,
  siblings: readonly DrawnCall[],
  levels: ReadonlyMap<string, ComponentLevel>,
  metMs: number,
): number {
  const latencyMs = (name: string): number => levels.get(name)?.latencyMs ?? 0;
  const ownMs = latencyMs(call.callee);
  // A caller that is done before its callee cannot have waited for all of it.
  const fits = call.perRequest * ownMs <= latencyMs(call.caller);
  if (!fits && random.uniform() < 0.5) return random.uniform();
  if (siblings.length === 0 || random.uniform() < 0.5) return 1;
  const beside = drawOne(random, siblings);
  const slackMs = Math.max(0, latencyMs(beside.callee) - ownMs);
  return 1 - Math.min(1, beside.perRequest) * Math.min(1, slackMs / Math.max(metMs, Number.EPSILON));
}

function failedOfCaller(random: RandomSource, call: DrawnCall, failedRatio: number): number {
  if (call.failuresPassedRatio !== undefined) return call.perRequest * failedRatio * call.failuresPassedRatio;
  const passed = random.uniform() < 0.5 ? 1 : random.uniform();
  const calls = Math.max(1, call.perRequest);
  return Math.min(1, call.perRequest) * (1 - (1 - failedRatio) ** calls) * passed;
}

/**
 * Carries an effect from a component up to the front door, along all paths. What is not known is drawn: whether a caller
 * waits for a callee in turn or while another runs (then only what goes beyond the other is added), whether it waits at all
 * where the callee's time does not fit into its own, whether it fails with a callee of which no failure was seen, and one
 * time in four a factor up to four either way for what averages do not show.
 *
 * @param random - Of this draw.
 * @param calls - The call graph of this draw; a cycle is followed once.
 * @param levels - Of the components.
 * @param frontDoor - Where the effect is asked for.
 * @param component - Where it arises.
 * @param effect - On the component's requests.
 * @returns On requests at the front door; none where no path leads there.
 */
export function passedEffect(
  random: RandomSource,
  calls: readonly DrawnCall[],
  levels: ReadonlyMap<string, ComponentLevel>,
  frontDoor: string,
  component: string,
  effect: MetEffect,
): Effect {
  const known = new Map<string, Effect>([[component, effect]]);
  const effectOn = (name: string): Effect => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // While it is being worked out: what comes around again adds nothing.
    known.set(name, { addedMs: 0, failedRatio: 0 });
    let [addedMs, failedRatio] = [0, 0];
    const made = calls.filter(({ caller }) => caller === name);
    for (const call of made) {
      const below = effectOn(call.callee);
      if (below.addedMs === 0 && below.failedRatio === 0) continue;
      const siblings = made.filter((other) => other !== call);
      addedMs += call.perRequest * below.addedMs * waitedRatio(random, call, siblings, levels, effect.metMs);
      failedRatio += failedOfCaller(random, call, below.failedRatio);
    }
    const found = { addedMs, failedRatio: Math.min(1, failedRatio) };
    known.set(name, found);
    return found;
  };
  const { addedMs, failedRatio } = effectOn(frontDoor);
  const factor = random.uniform() < beyond.ratio ? drawLogUniform(random, 1 / beyond.factor, beyond.factor) : 1;
  return { addedMs: addedMs * factor, failedRatio: Math.min(1, failedRatio * factor) };
}
