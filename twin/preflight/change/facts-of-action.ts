import type { AttributeName } from '../../../src/estate/index.ts';
import type { Action, Json } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { certificatesOf, readImageReference } from '../reasoning/index.ts';
import { configuredFact } from './configured-fact.ts';
import { subjectOf } from './fact-change.ts';
import type { FactChange } from './fact-change.ts';
import { largerDisks, moreNodes } from './node-facts.ts';

type Members = Readonly<Record<string, Json | undefined>>;

/** A value with some members set; those that are undefined stay as they were. */
function withMembers(value: unknown, members: Members): Json {
  const given = Object.entries(members).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, member] as const],
  );
  return { ...(value as Readonly<Record<string, Json>> | undefined), ...Object.fromEntries(given) };
}

/**
 * What an action makes of the facts; nothing where it is an event, which leaves them as they are.
 *
 * @param action - The action.
 * @param view - The estate before it.
 * @param atMs - When, in milliseconds since 1970.
 * @param place - Where it stands, for messages.
 * @throws RegisteredError `vocabulary-entry-invalid`
 */
export function factsOfAction(action: Action, view: EstateView, atMs: number, place: string): readonly FactChange[] {
  const ofComponent = (component: string, attribute: AttributeName, members: Members): FactChange => ({
    subject: subjectOf(component),
    attribute,
    value: withMembers(view.of(component, attribute), members),
  });
  const ofEdge = (component: string, to: string, attribute: AttributeName, members: Members): FactChange => ({
    subject: { kind: 'edge', component, to },
    attribute,
    value: withMembers(view.between(component, to, attribute), members),
  });
  switch (action.kind) {
    case 'scale':
      return [{ subject: subjectOf(action.component), attribute: 'replicas', value: action.replicas }];
    case 'set-limits': {
      const { component, cpuCores, memoryBytes } = action;
      return [ofComponent(component, 'limits', { cpuCores, memoryBytes })];
    }
    case 'set-image': {
      const value = withMembers(readImageReference(action.image), {});
      return [{ subject: subjectOf(action.component), attribute: 'image', value }];
    }
    case 'configure':
      return [configuredFact(action, place)];
    case 'set-autoscaler': {
      const { component, least, most, cpu, enabled } = { cpu: action.cpuRatio, ...action };
      const [min, max] = [least ?? view.of(component, 'autoscaling')?.min ?? 1, most];
      const known = view.of(component, 'autoscaling')?.max ?? view.replicasOf(component) ?? min;
      const members = { min, max: Math.max(max ?? known, min), cpuRatio: cpu, isEnabled: enabled };
      return [ofComponent(component, 'autoscaling', members)];
    }
    case 'set-rollout': {
      const { component, maxSurge, maxUnavailable, minReadyMs, deadlineMs } = action;
      const strategy = action.strategy ?? view.of(component, 'rollout')?.strategy ?? 'rolling';
      const amounts = {
        maxSurge: maxSurge && { ...maxSurge },
        maxUnavailable: maxUnavailable && { ...maxUnavailable },
      };
      const members = { strategy, ...amounts, minReadyMs, progressDeadlineMs: deadlineMs };
      return [ofComponent(component, 'rollout', members)];
    }
    case 'set-pool': {
      const { component, to, size, acquireTimeoutMs } = action;
      return [ofEdge(component, to, 'connection-pool', { sizePerInstance: size, acquireTimeoutMs })];
    }
    case 'set-timeout': {
      const { component, to, timeoutMs } = action;
      return [ofEdge(component, to, 'call-policy', { timeoutMs })];
    }
    case 'set-retries': {
      const { component, to, attempts, backoffMs, jitterRatio, budgetRatio } = action;
      const members = { attempts, backoffMs, jitterRatio, retryBudgetRatio: budgetRatio };
      return [ofEdge(component, to, 'call-policy', members)];
    }
    case 'renew-certificate': {
      const renewed = { notAfterMs: atMs + action.validityMs, lastRenewal: { atMs, hasSucceeded: true } };
      return certificatesOf(view, action.component).map(({ subject }) =>
        ofComponent(subject.component, 'certificate', renewed),
      );
    }
    case 'cordon-node':
    case 'drain-node':
      return [ofComponent(action.node, 'capacity', { isSchedulable: false })];
    case 'uncordon-node':
      return [ofComponent(action.node, 'capacity', { isSchedulable: true })];
    case 'add-node':
      return moreNodes(view, action.nodes, action.pool);
    case 'resize-volume':
      return action.component === undefined ? [] : largerDisks(view, action.component, action);
    default:
      return [];
  }
}
