import type { HealthCheck } from '../model/index.ts';
import { shown } from '../tree/index.ts';
import type { Fields } from './fields.ts';
import type { Keep } from './read-context.ts';

type Test<Kept> = Pick<HealthCheck<Kept>, 'kind' | 'test'>;

function readTest<Kept>(check: Fields<Kept>, keep: Keep<Kept>): Test<Kept> {
  const node = check.node('test');
  if (node === undefined) return { kind: 'inherit', test: [] };
  if (node.kind === 'scalar') return { kind: 'shell', test: keep.words([node.text]) };
  const accepted = 'a list that begins with CMD, CMD-SHELL or NONE, or a line for the shell';
  if (node.kind === 'map') {
    check.problem('test', node, accepted);
    return { kind: 'inherit', test: [] };
  }
  const items = check.items('test', node.items);
  const [first, ...rest] = items;
  const words = keep.words(rest.map(({ text }) => text));
  if (first === undefined) return { kind: 'inherit', test: [] };
  if (first.text === 'NONE') return { kind: 'none', test: [] };
  if (first.text === 'CMD') return { kind: 'command', test: words };
  if (first.text === 'CMD-SHELL') return { kind: 'shell', test: words };
  check.problem('test', first, accepted, shown(first), 'value');
  return { kind: 'inherit', test: [] };
}

/**
 * How the engine finds out whether a container works.
 *
 * @param service - The service's attributes.
 * @param keep - How the words of the command are held.
 */
export function readHealthCheck<Kept>(service: Fields<Kept>, keep: Keep<Kept>): HealthCheck<Kept> | undefined {
  const check = service.map('healthcheck');
  if (check === undefined) return undefined;
  const test = readTest(check, keep);
  const made = {
    ...(check.truth('disable') === true ? ({ kind: 'none', test: [] } as const) : test),
    intervalMs: check.durationMs('interval'),
    timeoutMs: check.durationMs('timeout'),
    startPeriodMs: check.durationMs('start_period'),
    startIntervalMs: check.durationMs('start_interval'),
    retries: check.count('retries'),
  };
  check.rest();
  return made;
}
