import { actionEntry, actionNames, faultEntry } from '../../../src/kernel/index.ts';
import type { Action, Fault } from '../../../src/kernel/index.ts';
import { untoldThings } from '../change/index.ts';
import { finding } from '../rule.ts';
import type { Rule } from '../rule.ts';

/** Words whose names say what becomes known, and that nobody has to have known before. */
const saysItself: readonly string[] = ['configure'];

/** Whether rules answer for it at all: of what they do not, whoever does has to know the names. */
function isAnswered(word: Action | Fault): boolean {
  if (saysItself.includes(word.kind)) return false;
  const isAction = (candidate: Action | Fault): candidate is Action =>
    actionNames.some((name) => name === candidate.kind);
  const { tiers } = isAction(word) ? actionEntry(word.kind) : faultEntry(word.kind);
  return tiers.preflight !== 'no';
}

/** Whether the estate has what is named; where it is known not to, the change is refused before any rule is asked. */
export const namedThings: Rule = {
  name: 'named-things',
  question: 'Does the estate have the node, queue, operation or call that the change names?',
  reads: [
    'backlogs',
    'calls',
    'capacity',
    'certificate',
    'declared-dependency',
    'disks',
    'image-record',
    'memory-policy',
    'mounts',
    'node-pools',
    'placement',
    'requests',
    'secrets-used',
    'table-traffic',
    'volumes',
  ],
  surer: 'a capture of whatever holds what is named: nodes of the cluster, queues of the broker, calls in traces',
  relevantTo: 'always',
  check: ({ before, actions, condition }) =>
    untoldThings(before, [...actions, ...condition].filter(isAnswered)).map(({ word, thing, name, listedBy }) => {
      const { kind, component } = thing;
      const where = component === undefined || kind === 'call' ? 'the estate' : component;
      return finding({
        verdict: 'unknown',
        about: [component === undefined ? { kind: 'estate' } : { kind: 'component', component }],
        reason: `${word.kind} names the ${kind} ${name}, and no fact lists any ${kind} of ${where}: whether there is such a one is not known.`,
        missing: [listedBy],
        effect: 'unknown',
      });
    }),
};
