import type { Fault, FaultName, FaultOf } from '../../../../src/kernel/index.ts';
import { callFaults } from './faults/call-faults.ts';
import { capacityFaults } from './faults/capacity-faults.ts';
import { changeFaults } from './faults/change-faults.ts';
import { dataFaults } from './faults/data-faults.ts';
import { infrastructureFaults } from './faults/infrastructure-faults.ts';
import { lifecycleFaults } from './faults/lifecycle-faults.ts';
import { loadFaults } from './faults/load-faults.ts';
import { networkFaults } from './faults/network-faults.ts';
import type { Inject, Injection, Stage } from './stage.ts';

const noClocks = (): Injection => ({ problem: 'the model has one clock, which is never wrong' });

/** Every fault of the vocabulary. */
const injectors: { readonly [Kind in FaultName]: Inject<Kind> } = {
  ...lifecycleFaults,
  ...capacityFaults,
  ...networkFaults,
  ...callFaults,
  ...dataFaults,
  ...infrastructureFaults,
  ...loadFaults,
  ...changeFaults,
  'clock-skew': noClocks,
  'clock-jump': noClocks,
  'on-call-unreachable': ({ people }: Stage, { person }: FaultOf<'on-call-unreachable'>) => ({
    end: people.unreachable(person),
  }),
};

/**
 * Lets a fault happen.
 *
 * @returns How to end it, where it lasts; or why it could not happen.
 */
export function injectFault(stage: Stage, fault: Fault): Injection {
  // The table gives each kind the injector of just that kind.
  return (injectors[fault.kind] as Inject<FaultName>)(stage, fault);
}
