import type { Action, ActionName } from '../../../../src/kernel/index.ts';
import { callActions } from './actions/call-actions.ts';
import { capacityActions } from './actions/capacity-actions.ts';
import { dataActions } from './actions/data-actions.ts';
import { lifecycleActions } from './actions/lifecycle-actions.ts';
import { nodeActions } from './actions/node-actions.ts';
import { peopleActions } from './actions/people-actions.ts';
import { releaseActions } from './actions/release-actions.ts';
import { trafficActions } from './actions/traffic-actions.ts';
import type { Done, Perform, Stage } from './stage.ts';

/** Every action of the vocabulary. */
const performers: { readonly [Kind in ActionName]: Perform<Kind> } = {
  ...capacityActions,
  ...releaseActions,
  ...lifecycleActions,
  ...callActions,
  ...trafficActions,
  ...nodeActions,
  ...dataActions,
  ...peopleActions,
};

/**
 * Carries an action out.
 *
 * @param done - Told when it is over, or why it cannot be; never where it does not end.
 */
export function performAction(stage: Stage, action: Action, done: Done): void {
  // The table gives each kind the performer of just that kind.
  (performers[action.kind] as Perform<ActionName>)(stage, action, done);
}
