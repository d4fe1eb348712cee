import { subjectKey } from '../../src/estate/index.ts';
import type { AttributeName, FoundFact, LatencySketch, Subject } from '../../src/estate/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { splitOperationPath } from '../../twin/model/index.ts';
import type { Pause } from '../../twin/prediction/enactment/index.ts';
import { loadRates } from './load-rates.ts';
import { loadTimes } from './load-times.ts';
import { memberModel } from './member-model.ts';
import type { Member } from './read-scenario.ts';
import { writtenAttribute } from '../../src/estate/written-facts/index.ts';

/** Where a fact comes from that nobody wrote as one, for whoever reads the evidence. */
export const fromLoad = 'the load of the scenario';

/** A fact of traffic as a file would give it: its rate, and the times that a run shows where there is one. */
function traffic(
  attribute: 'requests' | 'calls',
  perSecond: number,
  times: LatencySketch | undefined,
  isEntry: boolean,
): Json {
  // Sums of shares have more digits than a rate in a file may have, and none of them matters.
  const rate = `${perSecond.toFixed(6)}/s`;
  const told = writtenAttribute(attribute)?.parse({ perSecond: rate }) as Record<string, Json>;
  const latency = times?.toData();
  const key = attribute;
  const seen = told[key] as Record<string, Json>;
  const meanMs = latency === undefined || latency.count === 0 ? 0 : latency.sumMs / latency.count;
  const mean = (perSecond * meanMs) / 1_000;
  return {
    ...told,
    [key]: { ...seen, ...(latency === undefined ? {} : { latency: latency as unknown as Json }) },
    ...(attribute === 'requests'
      ? { inFlight: { mean, peak: Math.ceil(mean) }, ...(isEntry ? { rootCount: seen['count'] ?? 0 } : {}) }
      : {}),
  };
}

/**
 * What the load of a scenario says of how often things are asked, and what a run of its model without anything happening
 * says of how long they take: facts for the rules, where no fact that somebody gave says it.
 *
 * @param member - Read and checked.
 * @param pause - Called between the pieces of the run.
 * @returns Nothing where no load is told, or it makes no model at all.
 * @throws RegisteredError `interrupted`
 */
export async function loadFacts(member: Member, pause: Pause): Promise<readonly FoundFact[]> {
  if (member.load.length === 0) return [];
  const made = memberModel(member);
  try {
    const model = made.with({ faults: [], change: [], remedy: [] });
    const rates = loadRates(model);
    const times = made.missing.length === 0 ? await loadTimes(model, 1, pause) : undefined;
    const known = new Set(
      member.facts.map(({ subject, attribute }) =>
        subject.kind === 'edge'
          ? `${subject.component} > ${subject.to} ${attribute}`
          : `${subjectKey(subject)} ${attribute}`,
      ),
    );
    const facts: FoundFact[] = [];
    const tell = (subject: Subject, attribute: AttributeName, value: Json): void => {
      facts.push({ subject, attribute, value, method: 'declared', place: fromLoad });
    };
    for (const [path, perSecond] of rates.operations) {
      const { component, operation } = splitOperationPath(path);
      const subject = { kind: 'operation', component, operation } as const;
      if (known.has(`${subjectKey(subject)} requests`)) continue;
      tell(subject, 'requests', traffic('requests', perSecond, times?.requests.get(path), rates.entries.has(path)));
    }
    for (const [from, called] of rates.calls) {
      const { component, operation } = splitOperationPath(from);
      for (const [path, perSecond] of called) {
        const { component: to, operation: toOperation } = splitOperationPath(path);
        if (to === component || known.has(`${component} > ${to} calls`)) continue;
        const subject = { kind: 'edge', component, to, operation, toOperation } as const;
        tell(subject, 'calls', traffic('calls', perSecond, times?.calls.get(`${component} > ${path}`), false));
      }
    }
    return facts;
  } catch (thrown) {
    // What is wrong with the model is told by whoever runs it; one that cannot be run says nothing here.
    if (thrown instanceof RegisteredError && thrown.code !== 'interrupted') return [];
    throw thrown;
  }
}
