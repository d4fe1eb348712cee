import {
  actionEntry,
  asRegisteredError,
  faultEntry,
  formatDuration,
  readAction,
  readFault,
} from '../../../../src/kernel/index.ts';
import type { Action, ErrorDetails, Fault, Parameter } from '../../../../src/kernel/index.ts';
import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import { Names } from './check-names.ts';
import type { ModelView } from './model-view.ts';

type Given = Readonly<Record<string, unknown>>;

/** A word as it was read, or undefined where that failed and was told. */
function readHappening(given: Given, path: ModelPath, remarks: Remarks): Action | Fault | undefined {
  try {
    return 'fault' in given ? readFault(given, '') : readAction(given, '');
  } catch (thrown) {
    const { code, details } = asRegisteredError(thrown);
    if (code === 'vocabulary-name-unknown') {
      const { vocabulary, name, similar } = details as ErrorDetails<typeof code>;
      remarks.refuse(
        [...path, vocabulary],
        `the unknown ${vocabulary} ${JSON.stringify(name)}`,
        `such as ${similar.join(', ')}`,
      );
    } else if (code === 'vocabulary-entry-invalid') {
      const { problems } = details as ErrorDetails<typeof code>;
      for (const { parameter, found, accepted } of problems) {
        remarks.refuse(parameter === '' ? path : [...path, parameter], found, accepted);
      }
    } else throw thrown;
    return undefined;
  }
}

/** What the model can say of the names in a word. */
class HappeningCheck {
  readonly #view: ModelView;
  readonly #names: Names;
  readonly #remarks: Remarks;
  readonly #nodes: readonly string[];

  constructor(view: ModelView, remarks: Remarks) {
    this.#view = view;
    this.#remarks = remarks;
    this.#names = new Names(view, remarks);
    // A node that is added in the run may be drained in it.
    const added = view.model.timeline.flatMap(({ action, node }) =>
      action === 'add-node' && typeof node === 'string' ? [node] : [],
    );
    this.#nodes = [...Object.keys(view.model.nodes), ...added];
  }

  check(given: Given, path: ModelPath): void {
    const read = readHappening(given, path, this.#remarks);
    if (read === undefined) return;
    const isFault = 'fault' in given;
    const { tiers, parameters } = isFault
      ? faultEntry(read.kind as Fault['kind'])
      : actionEntry(read.kind as Action['kind']);
    if (tiers.model === 'no') {
      const what = isFault ? 'fault' : 'action';
      const accepted = `one that the model can run: \`backlot ${what}s --tier model\` lists them`;
      this.#remarks.refuse(path, `${read.kind}, which the model cannot run`, accepted);
    }
    for (const [name, parameter] of Object.entries<Parameter>(parameters)) {
      const value = given[name];
      if (typeof value === 'string' && !(read.kind === 'add-node' && name === 'node')) {
        this.#name(value, parameter, given, [...path, name]);
      }
    }
    if (read.kind === 'page-on-call' && typeof given['person'] === 'string') {
      const people = Object.keys(this.#view.model.people);
      this.#names.known(given['person'], people, [...path, 'person'], { is: 'person of "people"' });
    }
  }

  #name(value: string, { quantity }: Parameter, given: Given, path: ModelPath): void {
    const { model, operations } = this.#view;
    if (quantity === 'component') this.#names.component(value, path);
    else if (quantity === 'node') this.#names.known(value, this.#nodes, path, { is: 'node' });
    else if (quantity === 'queue') this.#names.known(value, Object.keys(model.queues), path, { is: 'queue' });
    else if (quantity === 'operation') {
      // Faults of calls say who is called in `to`, and the operation is one of its.
      const named = [given['to'], given['component']].filter((each) => typeof each === 'string');
      const known = named.flatMap((component) => Object.keys(model.components[component]?.operations ?? {}));
      const all = named.length > 0 ? known : [...operations.values()].map(({ operation }) => operation ?? '');
      this.#names.known(value, all, path, {
        is: named.length > 0 ? `operation of ${named.join(' or ')}` : 'operation',
      });
    }
  }
}

/**
 * Reads what happens in the run by the vocabularies, and refuses names of what is not there.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkTimeline(view: ModelView, remarks: Remarks): void {
  const check = new HappeningCheck(view, remarks);
  const { model } = view;
  for (const [at, { at: atMs, ...given }] of model.timeline.entries()) {
    check.check(given, ['timeline', at]);
    if (atMs >= model.run.for) {
      const about = `happens at ${formatDuration(atMs)}, and the run ends at ${formatDuration(model.run.for)}`;
      remarks.warn(['timeline', at], about, 'let it happen earlier, or give "run" a longer "for"');
    }
  }
  for (const [name, { acts }] of Object.entries(model.people)) {
    for (const [at, given] of acts.entries()) check.check(given, ['people', name, 'acts', at]);
  }
}
