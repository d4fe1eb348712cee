import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { counted, orchestratorOf } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { Rule, RuleFinding, RuleInput, Term } from '../rule.ts';

type Port = AttributeValueOf<'ports'>[number];

/** How many instances on one host a publication has a port for; undefined where the engine chooses one for each. */
function portsFor({ hostPort }: Port): number | undefined {
  if (hostPort === undefined || hostPort === 0 || hostPort === '') return undefined;
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(String(hostPort)) ?? [];
  return first === undefined ? undefined : Number(last) - Number(first) + 1;
}

function checkComponent(
  { after: view, actions, touched }: RuleInput,
  component: string,
  ports: readonly Port[],
): readonly RuleFinding[] {
  const replicas = view.replicasOf(component);
  if (replicas === undefined || orchestratorOf(view, component) !== 'docker') return [];
  const fixed = ports.flatMap((port) => {
    const most = portsFor(port);
    return most === undefined ? [] : [{ port, most }];
  });
  const tightest = fixed.sort((a, b) => a.most - b.most).at(0);
  if (tightest === undefined || (actions.length > 0 && !touched.has(component))) return [];
  const { port, most } = tightest;
  const subject = { kind: 'component', component } as const;
  const evidence = [view.fact(subject, 'ports'), view.fact(subject, 'replicas')];
  const arithmetic: Term[] = [
    { term: `instances of ${component}`, value: replicas },
    { term: 'that one host has a port for', value: most },
  ];
  const published = `port ${port.containerPort} at ${String(port.hostPort)} of its host`;
  if (replicas <= most) {
    if (!actions.some(({ kind }) => kind === 'scale')) return [];
    const reason = `${counted(replicas, 'instance')} of ${component} ${replicas === 1 ? 'has' : 'have'} a host port of their own (${published}).`;
    return [finding({ verdict: 'pass', about: [subject], reason, arithmetic, evidence })];
  }
  return [
    finding({
      verdict: 'never-completes',
      about: [subject],
      reason: `Of ${counted(replicas, 'instance')} of ${component}, ${replicas - most} cannot start on one host: each publishes ${published}, which only ${most === 1 ? 'one' : most} can have.`,
      arithmetic,
      evidence,
      remedies: [
        { does: `Publish a range of ${replicas} ports, or none and let a gateway find the instances.` },
        { does: `Run ${most}.`, action: { kind: 'scale', component, replicas: most } },
      ],
      effect: 'none',
      lastsMs: null,
    }),
  ];
}

/** Whether every instance on one host has a host port to publish its port at. */
export const hostPorts: Rule = {
  name: 'host-ports',
  question: 'Does every instance on one engine have a host port of its own?',
  reads: ['ports', 'replicas', 'engine'],
  surer: 'the published ports, and that one engine runs all instances',
  relevantTo: 'always',
  check: (input) =>
    input.after
      .known('ports', 'component')
      .flatMap(({ subject, value }) => checkComponent(input, subject.component, value)),
};
