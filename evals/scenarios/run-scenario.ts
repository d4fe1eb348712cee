import type { Verdict } from '../../twin/index.ts';
import { noPause } from '../../twin/prediction/enactment/index.ts';
import { joinVerdicts, worstEffect } from '../../twin/prediction/tiers/index.ts';
import type { Pause } from '../../twin/prediction/enactment/index.ts';
import type { Reason, RemedyEffect, RemedyReason, TierAnswer } from '../../twin/prediction/tiers/index.ts';
import { formatDuration } from '../../src/kernel/index.ts';
import { askModel } from './ask-model.ts';
import { askRules } from './ask-rules.ts';
import { loadFacts } from './load-facts.ts';
import type { Member, Scenario } from './read-scenario.ts';

/** What came out of one member, and whether that is right. */
export interface MemberResult {
  readonly name: string;
  readonly verdict: Verdict;
  /** What carries the verdict; undefined where nothing is wrong, or nothing is known. */
  readonly carriedBy: Reason | undefined;
  /** Everything that has the verdict, `carriedBy` first. */
  readonly reasons: readonly Reason[];
  /** One sentence. */
  readonly reason: string;
  /** What the remedy does, where there is one, and what says so. */
  readonly remedy: { readonly effect: RemedyEffect; readonly carriedBy: RemedyReason | undefined } | undefined;
  readonly tiers: readonly TierAnswer[];
  /** Whether the tiers say alike that something is wrong, or what a remedy does; undefined where one alone told. */
  readonly agree: boolean | undefined;
  readonly expected: Member['expect'];
  /** Why it is not right, each in one sentence; empty where it is. */
  readonly wrong: readonly string[];
}

/** What came out of a scenario. */
export interface ScenarioResult {
  readonly id: string;
  readonly title: string;
  readonly source?: string;
  /** Figures that the source does not tell. */
  readonly chosen: readonly string[];
  readonly file: string;
  readonly members: readonly MemberResult[];
  /** Whether every member is. */
  readonly isRight: boolean;
}

const isWrong = (verdict: Verdict): boolean => verdict !== 'pass' && verdict !== 'unknown';

/** Of a remedy, tiers agree where they say that it does the same; of anything else, where they say alike that it is wrong. */
function agreement(tiers: readonly TierAnswer[], isRemedy: boolean): boolean | undefined {
  const said = tiers.flatMap(({ wasAsked, verdict, remedies }): (string | boolean)[] => {
    const effect = worstEffect(remedies);
    if (isRemedy) return effect === 'unknown' ? [] : [effect];
    return wasAsked && verdict !== 'unknown' ? [isWrong(verdict)] : [];
  });
  return said.length < 2 ? undefined : new Set(said).size === 1;
}

function reasonText(verdict: Verdict, carriedBy: Reason | undefined, tiers: readonly TierAnswer[]): string {
  if (carriedBy !== undefined) return carriedBy.text;
  if (verdict !== 'unknown') return 'Nothing is found wrong.';
  const undecided = tiers.flatMap(({ reasons }) => reasons).find((reason) => reason.verdict === 'unknown');
  // Of a tier that has decided, what it lacks would make it no surer.
  const open = tiers.filter((tier) => tier.wasAsked && tier.verdict === 'unknown');
  const missing = [...new Set((open.length > 0 ? open : tiers).flatMap((tier) => tier.missing))];
  const why = undecided?.text ?? 'Nothing is known of what would decide.';
  return missing.length === 0 ? why : `${why} To be told: ${missing.join('; ')}.`;
}

/** What differs from what is expected. */
function differences(
  { expect }: Member,
  verdict: Verdict,
  reasons: readonly Reason[],
  remedy: MemberResult['remedy'],
  remedies: readonly RemedyReason[],
): readonly string[] {
  const wrong: string[] = [];
  if (expect.verdict !== undefined && !expect.verdict.includes(verdict)) {
    wrong.push(`The verdict is ${verdict}, expected is ${expect.verdict.join(' or ')}.`);
  }
  if (expect.remedy !== undefined && !expect.remedy.includes(remedy?.effect ?? 'unknown')) {
    wrong.push(`Of the remedy it is said: ${remedy?.effect ?? 'unknown'}; expected is ${expect.remedy.join(' or ')}.`);
  }
  const carrying =
    expect.remedy === undefined
      ? reasons.map(({ mechanism }) => mechanism)
      : remedies.filter(({ effect }) => effect === remedy?.effect).map(({ mechanism }) => mechanism);
  if (expect.because !== undefined && wrong.length === 0 && !expect.because.some((each) => carrying.includes(each))) {
    const told = carrying.length === 0 ? 'nothing' : [...new Set(carrying)].join(', ');
    wrong.push(`It is carried by ${told}, expected is ${expect.because.join(' or ')}.`);
  }
  if (wrong.length > 0) return wrong;
  const down = new Set(reasons.flatMap(({ takesDown }) => takesDown));
  const spared = (expect.takesDown ?? []).filter((name) => !down.has(name));
  if (spared.length > 0) wrong.push(`It does not name ${spared.join(', ')} among what it takes down.`);
  const { from = 0, to = Infinity } = expect.begins ?? {};
  const begins = reasons.flatMap(({ beginsAfterMs }) => beginsAfterMs ?? []);
  if (expect.begins !== undefined && !begins.some((ms) => ms >= from && ms <= to)) {
    wrong.push(`It begins after ${begins.map(formatDuration).join(', ') || 'a time that is not told'}.`);
  }
  return wrong;
}

/**
 * Runs one member through the tiers, and compares with what is expected of it.
 *
 * @param member - Read and checked.
 * @param pause - Called between the pieces of its runs.
 * @throws RegisteredError `scenario-invalid` where what is said of its model makes none; `interrupted`
 */
export async function runMember(member: Member, pause: Pause): Promise<MemberResult> {
  const tiers = [askRules(member, await loadFacts(member, pause)), await askModel(member, pause)];
  const verdict = joinVerdicts(tiers);
  const reasons = tiers.flatMap((tier) => tier.reasons).filter((reason) => reason.verdict === verdict);
  const carriedBy = isWrong(verdict) ? reasons[0] : undefined;
  const remedies = tiers.flatMap((tier) => tier.remedies);
  const effect = worstEffect(remedies);
  const remedy =
    member.remedy.length === 0
      ? undefined
      : { effect, carriedBy: remedies.find((each) => each.effect === effect && effect !== 'unknown') };
  return {
    name: member.name,
    verdict,
    carriedBy,
    reasons,
    reason: remedy?.carriedBy?.text ?? reasonText(verdict, carriedBy, tiers),
    remedy,
    tiers,
    agree: agreement(tiers, member.remedy.length > 0),
    expected: member.expect,
    wrong: differences(member, verdict, reasons, remedy, remedies),
  };
}

/**
 * Runs a scenario. It is right only where every member is.
 *
 * @param scenario - Read and checked.
 * @param pause - Called between the pieces of its runs; they go on to their end where left out.
 * @throws RegisteredError `scenario-invalid` where what a scenario says of its model makes none; `interrupted`
 */
export async function runScenario(
  { id, title, source, chosen, file, members }: Scenario,
  pause: Pause = noPause,
): Promise<ScenarioResult> {
  const results: MemberResult[] = [];
  for (const member of members) results.push(await runMember(member, pause));
  return {
    id,
    title,
    chosen,
    ...(source === undefined ? {} : { source }),
    file,
    members: results,
    isRight: results.every(({ wrong }) => wrong.length === 0),
  };
}
