import {
  actionEntry,
  asRegisteredError,
  faultEntry,
  formatDuration,
  readAction,
  readFault,
} from '../../../../src/kernel/index.ts';
import type { Action, ErrorDetails, Fault } from '../../../../src/kernel/index.ts';
import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import { Names } from './check-names.ts';
import { HappeningNames } from './happening-names.ts';
import type { Given } from './happening-names.ts';
import type { ModelView } from './model-view.ts';

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
  readonly #remarks: Remarks;
  readonly #names: HappeningNames;

  constructor(view: ModelView, remarks: Remarks) {
    this.#remarks = remarks;
    this.#names = new HappeningNames(view, new Names(view, remarks), remarks);
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
    this.#names.check(read.kind, given, parameters, path);
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
