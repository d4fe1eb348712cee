import { attributeEntry, attributeNames, subjectKey } from '../../src/estate/index.ts';
import type { AttributeName, FoundFact, Subject } from '../../src/estate/index.ts';
import { RegisteredError, similarNames } from '../../src/kernel/index.ts';
import type { Action, ActionOf, Json } from '../../src/kernel/index.ts';
import { EstateView } from './estate-view.ts';
import type { PreflightEstate } from './estate-view.ts';
import { readImageReference } from './reasoning/index.ts';

/** One fact that a change makes. */
interface Change {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  readonly value: Json;
}

type Members = Readonly<Record<string, Json | undefined>>;

const componentOf = (component: string): Subject => ({ kind: 'component', component });

/** A value with some members set; those that are undefined stay as they were. */
function withMembers(value: unknown, members: Members): Json {
  const given = Object.entries(members).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, member] as const],
  );
  return { ...(value as Readonly<Record<string, Json>> | undefined), ...Object.fromEntries(given) };
}

function configured(action: ActionOf<'configure'>, place: string): Change {
  const refuse = (parameter: string, found: string, accepted: string): RegisteredError =>
    new RegisteredError('vocabulary-entry-invalid', {
      place,
      vocabulary: 'action',
      name: 'configure',
      problems: [{ parameter, found, accepted }],
    });
  const attribute = attributeNames.find((name) => name === action.attribute);
  if (attribute === undefined) {
    const similar = similarNames(action.attribute, attributeNames, 3).join(', ');
    throw refuse('attribute', action.attribute, `an attribute of the vocabulary of facts, such as ${similar}`);
  }
  const { subject: about, value: schema } = attributeEntry(attribute);
  const checked = schema.safeParse(action.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const part = (issue?.path ?? []).map(String).join('.');
    throw refuse('value', JSON.stringify(action.value), `a value of ${attribute}: ${part} ${issue?.message ?? ''}`);
  }
  const { component, to, operation, value } = action;
  switch (about) {
    case 'estate':
      return { subject: { kind: 'estate' }, attribute, value };
    case 'component':
      return { subject: componentOf(component), attribute, value };
    case 'edge':
      if (to === undefined) throw refuse('to', 'none', `the called component: ${attribute} is said of calls`);
      return { subject: { kind: 'edge', component, to }, attribute, value };
    case 'operation':
      if (operation === undefined) throw refuse('operation', 'none', `one: ${attribute} is said of operations`);
      return { subject: { kind: 'operation', component, operation }, attribute, value };
    case 'instance':
      throw refuse('attribute', attribute, 'one that can be set: this is seen on instances');
  }
}

/** What an action makes of the facts; nothing where it is an event, which leaves them as they are. */
function changesOf(action: Action, view: EstateView, atMs: number, place: string): readonly Change[] {
  const ofComponent = (component: string, attribute: AttributeName, members: Members): Change => ({
    subject: componentOf(component),
    attribute,
    value: withMembers(view.of(component, attribute), members),
  });
  const ofEdge = (component: string, to: string, attribute: AttributeName, members: Members): Change => ({
    subject: { kind: 'edge', component, to },
    attribute,
    value: withMembers(view.between(component, to, attribute), members),
  });
  switch (action.kind) {
    case 'scale':
      return [{ subject: componentOf(action.component), attribute: 'replicas', value: action.replicas }];
    case 'set-limits': {
      const { component, cpuCores, memoryBytes } = action;
      return [ofComponent(component, 'limits', { cpuCores, memoryBytes })];
    }
    case 'set-image': {
      const value = withMembers(readImageReference(action.image), {});
      return [{ subject: componentOf(action.component), attribute: 'image', value }];
    }
    case 'configure':
      return [configured(action, place)];
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
      return view.of(action.component, 'certificate') === undefined
        ? []
        : [ofComponent(action.component, 'certificate', renewed)];
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

function moreNodes(view: EstateView, nodes: number, pool: string | undefined): readonly Change[] {
  const pools = view.ofEstate('node-pools');
  const [only] = pools ?? [];
  if (pools === undefined) return [];
  const chosen = pool === undefined ? only : pools.find((candidate) => candidate.pool === pool);
  const value = pools.map((candidate) => {
    if (candidate !== chosen) return candidate;
    const total = candidate.nodes + nodes;
    const { nodeCpuCores = 0, nodeMemoryBytes = 0, largestFreeCpuCores, largestFreeMemoryBytes, mostNodes } = candidate;
    return {
      ...candidate,
      nodes: total,
      // Whoever adds nodes by hand is not held to what an autoscaler may add.
      ...(mostNodes === undefined ? {} : { mostNodes: Math.max(mostNodes, total) }),
      ...(largestFreeCpuCores === undefined
        ? {}
        : { largestFreeCpuCores: Math.max(largestFreeCpuCores, nodeCpuCores) }),
      ...(largestFreeMemoryBytes === undefined
        ? {}
        : { largestFreeMemoryBytes: Math.max(largestFreeMemoryBytes, nodeMemoryBytes) }),
    };
  });
  return [{ subject: { kind: 'estate' }, attribute: 'node-pools', value: value as unknown as Json }];
}

function largerDisks(view: EstateView, component: string, { sizeBytes, volume }: ActionOf<'resize-volume'>): Change[] {
  const disks = view.of(component, 'disks');
  if (disks === undefined) return [];
  const value = disks.map((disk) =>
    volume === undefined || disk.disk === volume ? { ...disk, sizeBytes: Math.max(disk.sizeBytes, sizeBytes) } : disk,
  );
  return [{ subject: componentOf(component), attribute: 'disks', value: value as unknown as Json }];
}

/** The facts with one changed, whoever said it before. */
function withChange(facts: readonly FoundFact[], { subject, attribute, value }: Change, place: string): FoundFact[] {
  const key = subjectKey(subject);
  const others = facts.filter((fact) => fact.attribute !== attribute || subjectKey(fact.subject) !== key);
  return [...others, { subject, attribute, value, method: 'declared', place }];
}

/**
 * An estate as it is known once actions are done: those that set something change facts; those that are events, such as a
 * restart, leave them as they are.
 *
 * @param estate - As it is known before.
 * @param actions - In their order.
 * @param atMs - When, in milliseconds since 1970.
 * @throws RegisteredError `vocabulary-entry-invalid` where `configure` names no attribute, or a value that it cannot have
 */
export function applyChange(estate: PreflightEstate, actions: readonly Action[], atMs: number): PreflightEstate {
  let { facts } = estate;
  for (const [at, action] of actions.entries()) {
    const place = `action ${at + 1}: ${action.kind}`;
    for (const change of changesOf(action, new EstateView({ ...estate, facts }), atMs, place)) {
      facts = withChange(facts, change, place);
    }
  }
  return { ...estate, facts };
}
