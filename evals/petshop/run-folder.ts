import { createRandom } from '../../src/kernel/index.ts';
import { drawEstate } from '../../twin/calibration/index.ts';
import type { EstateDraws } from '../../twin/calibration/index.ts';
import { measuredCase } from './measured-case.ts';
import type { MeasuredCase } from './measured-case.ts';
import { predictCase } from './predict-case.ts';
import type { ComparedCase, PredictedCase } from './predict-case.ts';
import type { ChangeCase } from './read-case.ts';
import { readTraffics } from './read-traffic.ts';

/** How a case came out. */
export interface CaseOutcome extends PredictedCase {
  /** Its folder below the one that was named. */
  readonly id: string;
  readonly changeCase: ChangeCase;
  readonly measured: MeasuredCase;
}

/** What came of a folder. */
export interface FolderOutcome {
  readonly outcomes: readonly CaseOutcome[];
  /** Cases, or folders of cases, that could not be compared, with the reason. */
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

/** The same folder gives the same figures. */
const seed = 1;

/**
 * Predicts all cases of a folder, and compares.
 *
 * @param folder - Its path.
 * @param onCase - Told of each before it is predicted; ends the run early where it gives `false`.
 * @throws RegisteredError what reading the folder throws.
 */
export async function runFolder(folder: string, onCase: (id: string) => Promise<boolean>): Promise<FolderOutcome> {
  const { traffics, withoutUsual } = await readTraffics(folder);
  const leftOut = withoutUsual.map((id) => ({ id, reason: 'it has no noissue/metrics.csv' }));
  const outcomes: CaseOutcome[] = [];
  for (const { name, estate, cases } of traffics) {
    const random = createRandom(seed).stream(name);
    const idOf = ({ id }: ChangeCase): string => (name === '.' ? id : `${name}/${id}`);
    for (const frontDoor of new Set(cases.map((each) => each.frontDoor))) {
      const drawn: EstateDraws = drawEstate({ ...estate, frontDoor }, random.stream(frontDoor));
      const compared = cases.flatMap((each): ComparedCase[] => {
        if (each.frontDoor !== frontDoor) return [];
        const measured = measuredCase(drawn, each);
        if (measured === undefined) {
          leftOut.push({
            id: idOf(each),
            reason: 'the front door was not measured in a window of the change',
          });
        }
        return measured === undefined ? [] : [{ each, measured }];
      });
      for (const each of compared) {
        if (!(await onCase(idOf(each.each)))) return { outcomes, leftOut };
        outcomes.push({
          ...predictCase(drawn, each, compared, random),
          id: idOf(each.each),
          changeCase: each.each,
          measured: each.measured,
        });
      }
    }
  }
  return { outcomes, leftOut };
}
