import type { RuleGroup } from '../../../connectors/prometheus/index.ts';
import type { FoundFact, Method } from '../facts/index.ts';
import { factsAbout } from './found.ts';

/**
 * What alert and recording rules say, wherever they stand.
 *
 * @param groups - Of a server or a file.
 * @param method - Whether a server evaluates them, or a file declares them.
 * @param place - Of the file.
 */
export function ruleFacts(groups: readonly RuleGroup[], method: Method, place?: string): FoundFact[] {
  const fact = factsAbout({ kind: 'estate' }, method, place);
  const rules = groups.flatMap((group) => group.rules.map((rule) => ({ group: group.name, rule })));
  const alerts = rules.flatMap(({ group, rule }) => {
    if (rule.kind !== 'alert') return [];
    const { name, expression, forMs, keepFiringForMs, labels, annotationNames, state, activeAlerts } = rule;
    return [{ group, name, expression, forMs, keepFiringForMs, labels, annotationNames, state, activeAlerts }];
  });
  const recordings = rules.flatMap(({ group, rule }) => {
    if (rule.kind !== 'recording') return [];
    const { name, expression, labels } = rule;
    return [{ group, name, expression, labels }];
  });
  return [
    ...fact('alert-rules', alerts.length === 0 ? undefined : alerts),
    ...fact('recording-rules', recordings.length === 0 ? undefined : recordings),
  ];
}
