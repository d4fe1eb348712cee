import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import type { Fault } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import { dependantsOf, listed } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput } from '../rule.ts';

type Probes = AttributeValueOf<'probes'>;

/** The other components that have to work for a probe to succeed. */
const othersOf = (probe: Probes['readiness'], component: string): readonly string[] =>
  probe?.checks === undefined || probe.checks === 'process'
    ? []
    : probe.checks.map((checked) => checked.component).filter((name) => name !== component);

/** Faults of a component under which it answers nobody, or hardly. */
const failing = new Set<Fault['kind']>([
  'stop',
  'pause',
  'crash-loop',
  'out-of-memory',
  'kill',
  'dependency-down',
  'dependency-slow',
  'partition',
  'blackhole',
  'dns-error',
  'certificate-expired',
  'lock-held',
  'disk-fill',
  'pool-exhaustion',
  'region-down',
  'zone-loss',
  'abort',
  'status-code',
  'token-rejected',
]);

const isFailing = (condition: readonly Fault[], component: string): boolean =>
  condition.some(
    (fault) =>
      failing.has(fault.kind) &&
      (('to' in fault && fault.to === component) ||
        (!('to' in fault) && 'component' in fault && fault.component === component)),
  );

interface Question {
  readonly view: EstateView;
  readonly condition: readonly Fault[];
  readonly component: string;
  readonly probes: Probes;
}

function withChecks(probes: Probes, kind: 'readiness' | 'liveness', checks: 'process'): Probes {
  return { ...probes, [kind]: { ...probes[kind], checks } };
}

function checkKind(
  { view, condition, component, probes }: Question,
  kind: 'readiness' | 'liveness',
): readonly RuleFinding[] {
  const others = othersOf(probes[kind], component);
  if (others.length === 0) return [];
  const subject: Subject = { kind: 'component', component };
  const down = others.filter((other) => isFailing(condition, other));
  // One that answers without the other, where that fails, is taken away by its own probe.
  const optional = others.filter((other) => view.between(component, other, 'call-policy')?.isOptional === true);
  if (kind === 'readiness' && down.length === 0 && optional.length === 0) return [];
  const needed = listed(kind === 'readiness' && down.length === 0 ? optional : down.length > 0 ? down : others);
  const all = view.replicasOf(component);
  const every = all === undefined || all === 1 ? 'every instance' : `all ${all} instances`;
  const consequence =
    kind === 'liveness'
      ? `${every} of ${component} ${all === undefined || all === 1 ? 'is' : 'are'} restarted again and again, which mends nothing and takes away what they could still serve`
      : `${every} of ${component} ${all === undefined || all === 1 ? 'leaves' : 'leave'} the balancer at once, also for requests that do not need ${needed}`;
  return [
    finding({
      verdict: down.length > 0 ? (kind === 'liveness' ? 'block' : 'warn') : kind === 'liveness' ? 'warn' : 'latent',
      about: [subject, ...others.map((other): Subject => ({ kind: 'component', component: other }))],
      reason: `The ${kind} probe of ${component} fails when ${needed} ${down.length > 0 ? 'does, as now' : 'does'}: then ${consequence}.`,
      arithmetic: all === undefined ? [] : [{ term: `instances of ${component}`, value: all }],
      evidence: [view.fact(subject, 'probes'), view.fact(subject, 'replicas')],
      remedies: [
        {
          does: `Let the ${kind} probe ask the process only.`,
          action: {
            kind: 'configure',
            component,
            attribute: 'probes',
            value: withChecks(probes, kind, 'process') as never,
          },
        },
      ],
      effect: 'outage',
      takesDown: [component, ...dependantsOf(view, component)],
    }),
  ];
}

/** Whether probes make of the failure of another component one of their own. */
export const probeDepth: Rule = {
  name: 'probe-depth',
  question: 'Does a probe end or take away instances because another component fails?',
  reads: ['probes', 'call-policy', 'replicas'],
  surer: 'what each probe asks, and which calls the component can do without',
  relevantTo: 'always',
  check: ({ after: view, condition }: RuleInput): readonly RuleFinding[] =>
    view.known('probes', 'component').flatMap(({ subject, value, fact }) => {
      const { component } = subject;
      const question = { view, condition, component, probes: value };
      const wrong = [...checkKind(question, 'liveness'), ...checkKind(question, 'readiness')];
      const isTold = value.liveness?.checks !== undefined || value.readiness?.checks !== undefined;
      if (wrong.length > 0 || !isTold) return wrong;
      const reason = `No probe of ${component} makes of the failure of another component its own.`;
      return [finding({ verdict: 'pass', about: [subject], reason, evidence: [fact] })];
    }),
};
