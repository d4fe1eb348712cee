import { formatDuration } from '../../../src/kernel/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { certificatesOf, dependantsOf, listed } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer, Term } from '../rule.ts';

type Certificate = Known<'certificate', 'component'>;

const dayMs = 86_400_000;

/** What renew-certificate gives unless told otherwise. */
const usualValidityMs = 90 * dayMs;

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Who uses it, and who uses these: whoever checks it fails. */
function usersOf(view: EstateView, { subject, value }: Certificate): readonly string[] {
  const kind = view.kindOf(subject.component);
  const named = (value.usedBy ?? []).map(({ component }) => component);
  const users =
    kind === 'certificate' ? [...named, ...view.callersOf(subject.component)] : [subject.component, ...named];
  return [...new Set(users.flatMap((user) => [user, ...dependantsOf(view, user)]))].sort();
}

/** How its renewal stands at a moment. */
interface Renewal {
  /** It should have happened by then, and has not. */
  readonly isOverdue: boolean;
  /** The last try failed, and none has succeeded since. */
  readonly hasFailed: boolean;
  /** Nobody is known to renew it. */
  readonly isNobodys: boolean;
}

function renewalOf({ value }: Certificate, atMs: number): Renewal {
  const { renewalDueMs, lastRenewal, renewedBy } = value;
  const isDue = renewalDueMs !== undefined && renewalDueMs <= atMs;
  const isDone = lastRenewal?.hasSucceeded === true && lastRenewal.atMs >= (renewalDueMs ?? Infinity);
  return {
    isOverdue: isDue && !isDone,
    hasFailed: lastRenewal?.hasSucceeded === false,
    isNobodys: renewedBy === undefined && renewalDueMs === undefined && lastRenewal === undefined,
  };
}

function renewalText({ value }: Certificate, { isOverdue, hasFailed, isNobodys }: Renewal, atMs: number): string {
  const { renewalDueMs, renewedBy, lastRenewal } = value;
  const who = renewedBy === undefined ? '' : ` by ${renewedBy}`;
  if (hasFailed) {
    const message = lastRenewal?.message === undefined ? '' : ' with a message of its own';
    return `its last renewal${who}, of ${day(lastRenewal?.atMs ?? atMs)}, failed${message}`;
  }
  if (isOverdue)
    return `its renewal${who} was due on ${day(renewalDueMs ?? atMs)}, ${formatDuration(atMs - (renewalDueMs ?? atMs))} ago, and has not happened`;
  if (isNobodys) return 'nobody is known to renew it';
  return renewalDueMs === undefined ? `it is renewed${who}` : `its renewal${who} is due on ${day(renewalDueMs)}`;
}

const isReady = (status: string | undefined): boolean =>
  status !== undefined && /ready|valid|issued|active|ok/i.test(status) && !/not|in-?valid|in-?active/i.test(status);

function remedyFor({ subject, value }: Certificate): ProposedRemedy[] {
  const { component } = subject;
  return [
    {
      does: `Renew ${value.name ?? `the certificate of ${component}`} now, and see that who uses it has loaded it.`,
      action: { kind: 'renew-certificate', component, validityMs: usualValidityMs },
    },
  ];
}

/** Whether a word that names a component is about a certificate. */
const isAbout = (view: EstateView, named: string, certificate: string): boolean =>
  certificatesOf(view, named).some(({ subject }) => subject.component === certificate);

const isForcedBy = (view: EstateView, condition: RuleInput['condition'], certificate: string): boolean =>
  condition.some((fault) => fault.kind === 'certificate-expired' && isAbout(view, fault.component, certificate));

function checkCertificate(
  { after: view, condition, atMs, horizonMs }: RuleInput,
  certificate: Certificate,
): RuleFinding {
  const { subject, value, fact } = certificate;
  const { component } = subject;
  const isForced = isForcedBy(view, condition, component);
  const leftMs = value.notAfterMs - atMs;
  const users = usersOf(view, certificate);
  const renewal = renewalOf(certificate, atMs);
  const name =
    value.name === undefined ? `The certificate of ${component}` : `The certificate ${value.name} of ${component}`;
  const status = isReady(value.status) ? `, although its status says ${value.status ?? ''}` : '';
  const arithmetic: Term[] = [
    { term: 'until it expires', value: Math.max(0, leftMs), unit: 'ms' },
    ...(value.renewalDueMs === undefined
      ? []
      : [{ term: 'since its renewal was due', value: atMs - value.renewalDueMs, unit: 'ms' }]),
  ];
  const base = { about: [subject], evidence: [fact], arithmetic };
  const hosts = value.names === undefined ? '' : ` for ${listed(value.names)}`;
  const state = renewalText(certificate, renewal, atMs);
  if (leftMs <= 0 || isForced) {
    const since =
      isForced && leftMs > 0 ? 'has expired' : `expired on ${day(value.notAfterMs)}, ${formatDuration(-leftMs)} ago`;
    return finding({
      ...base,
      verdict: 'block',
      reason: `${name}${hosts} ${since}${status}: whoever checks it refuses the connection.`,
      remedies: remedyFor(certificate),
      effect: 'outage',
      takesDown: users,
      beginsAfterMs: 0,
      lastsMs: null,
    });
  }
  const left = `expires on ${day(value.notAfterMs)}, in ${formatDuration(leftMs)}`;
  const willBeRenewed =
    !renewal.isOverdue && !renewal.hasFailed && !renewal.isNobodys && (value.renewalDueMs ?? atMs) < value.notAfterMs;
  const isWrong = renewal.isOverdue || renewal.hasFailed || (leftMs <= horizonMs && !willBeRenewed);
  if (isWrong) {
    return finding({
      ...base,
      verdict: 'latent',
      reason: `${name}${hosts} ${left}, and ${state}${status}: whoever checks it refuses the connection from then on.`,
      remedies: remedyFor(certificate),
      effect: 'outage',
      takesDown: users,
      beginsAfterMs: leftMs,
      lastsMs: null,
    });
  }
  return finding({ ...base, verdict: 'pass', reason: `${name}${hosts} ${left}, and ${state}.` });
}

/** Whether an action puts a certificate in place, or only looks as if it did. */
function judge({ before, after, actions, condition, atMs }: RuleInput): readonly RuleRemedyAnswer[] {
  const wrong = before.known('certificate', 'component').filter((certificate) => {
    const { isOverdue, hasFailed } = renewalOf(certificate, atMs);
    const isForced = isForcedBy(before, condition, certificate.subject.component);
    return isForced || isOverdue || hasFailed || certificate.value.notAfterMs <= atMs;
  });
  return wrong.flatMap((certificate) =>
    actions.flatMap((action): RuleRemedyAnswer[] => {
      const about = [certificate.subject];
      const { component } = certificate.subject;
      if (!('component' in action) || !isAbout(before, action.component, component)) return [];
      if (action.kind === 'renew-certificate') {
        const notAfterMs = after.of(component, 'certificate')?.notAfterMs ?? 0;
        const because = `The new one is valid until ${day(notAfterMs)}.`;
        return [{ about, action, works: 'yes', because }];
      }
      if (
        action.kind === 'restart' ||
        action.kind === 'recreate' ||
        action.kind === 'reload' ||
        action.kind === 'scale'
      ) {
        const because = `It loads the same certificate, valid until ${day(certificate.value.notAfterMs)}: that helps only where a newer one lies ready already.`;
        return [{ about, action, works: 'no', because }];
      }
      return [];
    }),
  );
}

/** Whether certificates are renewed in time, whatever their status says. */
export const certificateExpiry: Rule = {
  name: 'certificate-expiry',
  question: 'Which certificates expire, is their renewal under way, and who goes down with them?',
  reads: ['certificate', 'call-policy', 'declared-dependency', 'calls'],
  surer: 'when renewal was due, how the last one went, and who uses the certificate',
  relevantTo: 'always',
  check: (input) =>
    input.after.known('certificate', 'component').map((certificate) => checkCertificate(input, certificate)),
  judge,
};
