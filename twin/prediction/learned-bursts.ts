import type { FoundFact } from '../../src/estate/index.ts';
import type { Calibration } from '../calibration/index.ts';
import type { EstateView } from '../preflight/index.ts';
import { splitOperationPath } from '../model/index.ts';

/**
 * The processor time of requests, as facts for the rules: what calibration has learned of it where no capture tells it. Work
 * of which the share on processors is a guess tells nothing.
 *
 * @param view - The estate.
 * @param calibration - Of the same.
 */
export function learnedBursts(view: EstateView, { parameters }: Calibration): readonly FoundFact[] {
  const shares = new Map(
    parameters.flatMap(({ kind, of, value, source }) =>
      kind === 'processor-share' && source !== 'prior' ? [[of, value.best] as const] : [],
    ),
  );
  return parameters.flatMap(({ kind, of, value, source }): FoundFact[] => {
    if (kind !== 'work' || source === 'prior') return [];
    const { component, operation } = splitOperationPath(of);
    const subject = { kind: 'operation', component, operation } as const;
    const share = shares.get(component);
    const asked = view.value(subject, 'requests');
    if (share === undefined || asked === undefined || view.value(subject, 'cpu-burst') !== undefined) return [];
    const burst = { cpuMsPerRequest: value.best * share, perSecond: asked.perSecond };
    return [{ subject, attribute: 'cpu-burst', value: burst, method: 'captured' }];
  });
}
