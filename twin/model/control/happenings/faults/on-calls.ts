import type { Disturbance } from '../../../engine/disturbances.ts';
import type { Distribution } from '../../../format/index.ts';
import { operationOf } from '../actions/call-actions.ts';
import { noComponent } from '../stage.ts';
import type { Injection, Stage } from '../stage.ts';

/** The calls that a fault is about. */
interface Given {
  readonly component: string;
  readonly from?: string;
  readonly operation?: string;
}

/**
 * Disturbs the calls of a component, by all of these at once.
 *
 * @param by - For the fault that is given.
 */
export const onCalls =
  <Fault extends Given>(by: (fault: Fault) => readonly Disturbance[]) =>
  (stage: Stage, fault: Fault): Injection => {
    const called = stage.workloads.get(fault.component);
    const caller = fault.from === undefined ? undefined : stage.workloads.get(fault.from);
    if (called === undefined) return { problem: noComponent(fault.component) };
    if (fault.from !== undefined && caller === undefined) return { problem: noComponent(fault.from) };
    const operation = operationOf(stage, fault.component, fault.operation);
    if (operation === -1) return { problem: `${fault.component} has no operation ${fault.operation ?? ''}` };
    const ends = by(fault).map((disturbance) =>
      stage.calls.add(
        called.component,
        caller?.component,
        operation === undefined ? disturbance : { ...disturbance, operation },
      ),
    );
    return {
      end: () => {
        for (const end of ends) end();
      },
    };
  };

/** How finely a share of calls is told apart: a thousandth. */
const samplesOfShare = 1_000;

/**
 * A delay that only a share of calls has.
 *
 * @param ratio - The share, rounded to thousandths but never to none.
 */
export function delayOfShare(delayMs: number, ratio: number): Distribution {
  if (ratio >= 1) return delayMs;
  const delayed = Math.max(1, Math.round(ratio * samplesOfShare));
  return { samples: Array.from({ length: samplesOfShare }, (_, at) => (at < delayed ? delayMs : 0)) };
}
