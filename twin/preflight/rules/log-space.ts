import type { AttributeValueOf } from '../../../src/estate/index.ts';
import { formatDuration } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { EstateView } from '../estate-view.ts';
import {
  bytesText,
  dependantsOf,
  keptLogBytes,
  listed,
  logWriters,
  ratioText,
  timeToFullMs,
} from '../reasoning/index.ts';
import type { LogWriter } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer } from '../rule.ts';

type Disk = AttributeValueOf<'disks'>[number];

/**
 * A disk that is full so soon somebody is woken for: the critical alert for filesystems that fill up looks 4 hours ahead
 * (node-mixin of the Prometheus node exporter, `fsSpaceFillingUpCriticalThreshold`).
 */
const soonMs = 4 * 3_600_000;

const ofComponent = (component: string) => ({ kind: 'component', component }) as const;

/** One disk, and who writes logs to it. */
interface Filling {
  readonly owner: string;
  readonly disk: Disk;
  readonly writers: readonly LogWriter[];
  readonly freeBytes: number;
  readonly fullMs: number;
}

function fillingsOf(view: EstateView, condition: RuleInput['condition']): readonly Filling[] {
  return view.known('disks', 'component').flatMap(({ subject, value: disks }) => {
    const owner = subject.component;
    const all = logWriters(view, owner);
    const filled = condition.flatMap((fault) =>
      fault.kind === 'disk-fill' && (fault.node ?? fault.component) === owner ? [fault.fillRatio] : [],
    );
    return disks.map((disk): Filling => {
      // A writer that does not say where writes to the first.
      const writers = all.filter(({ component }) => {
        const to = view.of(component, 'log-growth')?.disk;
        return to === undefined || disks.every((each) => each.disk !== to) ? disk === disks[0] : to === disk.disk;
      });
      const usedBytes = Math.max(disk.usedBytes, ...filled.map((ratio) => ratio * disk.sizeBytes));
      const freeBytes = disk.sizeBytes * (disk.actsAtRatio ?? 1) - usedBytes;
      return { owner, disk, writers, freeBytes, fullMs: timeToFullMs(writers, freeBytes) };
    });
  });
}

/** A tenth of what is free for each: together they never fill it. */
function remediesFor(view: EstateView, { owner, disk, writers, freeBytes }: Filling): readonly ProposedRemedy[] {
  const boundless = writers.filter(({ keptBytes }) => keptBytes === Infinity);
  const [largest] = [...boundless].sort((a, b) => b.bytesPerSecond - a.bytesPerSecond);
  if (freeBytes <= 0) {
    return [
      {
        does: `Remove old logs of ${owner}: that frees the disk once.`,
        action: { kind: 'prune-logs', component: owner },
      },
    ];
  }
  if (largest === undefined) {
    const keptBytes = writers.reduce((sum, writer) => sum + writer.keptBytes, 0);
    const sizeBytes = Math.ceil((disk.sizeBytes + keptBytes) / 2 ** 30) * 2 ** 30;
    return [
      {
        does: `Make the disk ${bytesText(sizeBytes)}.`,
        action: { kind: 'resize-volume', component: owner, sizeBytes },
      },
    ];
  }
  const others = writers.reduce((sum, { keptBytes }) => (keptBytes === Infinity ? sum : sum + keptBytes), 0);
  const room = (freeBytes - others) / boundless.length / 2;
  const { component } = largest;
  const told = view.of(component, 'log-growth');
  if (room <= 0 || told === undefined) return [];
  const keptBytes = Math.floor(room);
  return boundless.map((writer): ProposedRemedy => {
    const value = { ...view.of(writer.component, 'log-growth'), keptBytes };
    return {
      does: `Keep ${bytesText(keptBytes)} of the logs of ${writer.component} at most.`,
      action: { kind: 'configure', component: writer.component, attribute: 'log-growth', value: value as never },
    };
  });
}

function checkFilling(
  { after: view, touched, actions, condition, horizonMs }: RuleInput,
  filling: Filling,
): readonly RuleFinding[] {
  const { owner, disk, writers, freeBytes, fullMs } = filling;
  const subject = ofComponent(owner);
  const isFilled = condition.some((fault) => fault.kind === 'disk-fill' && (fault.node ?? fault.component) === owner);
  if (writers.length === 0 && freeBytes > 0 && !isFilled) return [];
  const name = disk.disk === undefined ? `the disk of ${owner}` : `${disk.disk} of ${owner}`;
  const rate = writers.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
  const who = listed(writers.map(({ component }) => component));
  const acts = disk.actsAtRatio === undefined ? '' : ` before the system acts at ${ratioText(disk.actsAtRatio)}`;
  const base = {
    about: [subject, ...writers.flatMap(({ component }) => (component === owner ? [] : [ofComponent(component)]))],
    evidence: [view.fact(subject, 'disks'), ...writers.flatMap(({ evidence }) => evidence)],
    arithmetic: [
      { term: `size of ${name}`, value: disk.sizeBytes, unit: 'bytes' },
      { term: 'left', value: freeBytes, unit: 'bytes' },
      ...writers.flatMap(({ component, bytesPerSecond, keptBytes }) => [
        { term: `written by ${component}`, value: bytesPerSecond, unit: 'bytes/s' },
        { term: `kept of ${component}`, value: keptBytes, unit: 'bytes' },
      ]),
      { term: 'until it is full', value: fullMs, unit: 'ms' },
    ],
  };
  const hit = [owner, ...writers.map(({ component }) => component)];
  const placed = view
    .known('placement', 'instance')
    .flatMap(({ subject: { component }, value }) => (value.node === owner ? [component] : []));
  const takesDown = [...hit, ...placed].flatMap((component) => [component, ...dependantsOf(view, component)]);
  if (freeBytes <= 0)
    return [
      finding({
        ...base,
        verdict: 'block',
        reason: `${name} is full: ${bytesText(disk.usedBytes)} of ${bytesText(disk.sizeBytes)}${acts}.`,
        remedies: remediesFor(view, filling),
        effect: 'outage',
        takesDown,
        beginsAfterMs: 0,
        lastsMs: null,
      }),
    ];
  if (writers.length === 0) {
    const reason = `${bytesText(freeBytes)} are left on ${name}${acts}, and no logs are known to be written to it.`;
    return [finding({ ...base, verdict: 'pass', reason })];
  }
  const written = `${who} ${writers.length === 1 ? 'writes' : 'write'} ${bytesText(rate)} of logs a second to ${name}, where ${bytesText(freeBytes)} are left${acts}`;
  if (fullMs <= horizonMs) {
    const isByChange = actions.length > 0 && hit.some((component) => touched.has(component));
    return [
      finding({
        ...base,
        // What comes later than anybody watches the change is no harm of now.
        verdict: isByChange && fullMs <= soonMs ? 'block' : 'latent',
        reason: `${written}: it is full in ${formatDuration(fullMs)}.`,
        remedies: remediesFor(view, filling),
        effect: 'outage',
        takesDown,
        beginsAfterMs: fullMs,
        lastsMs: null,
      }),
    ];
  }
  const held =
    fullMs === Infinity
      ? `rotation holds them at ${bytesText(writers.reduce((sum, { keptBytes }) => sum + keptBytes, 0))}`
      : `it is full in ${formatDuration(fullMs)}, beyond the ${formatDuration(horizonMs)} that are looked at`;
  return [finding({ ...base, verdict: 'pass', reason: `${written}: ${held}.` })];
}

/** Logs of which it is known that nothing bounds them, or how fast they grow, but not the disk. */
function checkUnmeasured(
  { after: view, actions, touched }: RuleInput,
  measured: ReadonlySet<string>,
): readonly RuleFinding[] {
  const isAsked = (component: string): boolean =>
    actions.length === 0 ||
    (touched.has(component) &&
      actions.some(
        (action) =>
          action.kind === 'configure' && (action.attribute === 'logging' || action.attribute === 'log-growth'),
      ));
  const boundless = [...view.known('logging', 'component'), ...view.known('log-growth', 'component')]
    .map(({ subject }) => subject.component)
    .filter(
      (component) => !measured.has(component) && keptLogBytes(view, component) === Infinity && isAsked(component),
    );
  const names = [...new Set(boundless)].sort();
  if (names.length === 0) return [];
  return [
    finding({
      verdict: 'unknown',
      about: names.map(ofComponent),
      reason: `Nothing bounds the logs of ${listed(names)}; how fast they grow on which disk is not known.`,
      evidence: names.flatMap((name) => [
        view.fact(ofComponent(name), 'logging'),
        view.fact(ofComponent(name), 'log-growth'),
      ]),
      missing: names.flatMap((name) => [
        ...(view.of(name, 'log-growth') === undefined
          ? [{ subject: ofComponent(name), attribute: 'log-growth' as const }]
          : []),
        { subject: ofComponent(name), attribute: 'disks' as const },
      ]),
      remedies: names
        .filter((name) => view.of(name, 'logging') !== undefined)
        .map((name) => ({
          does: `Keep 3 files of 10 MiB of each instance of ${name}.`,
          action: {
            kind: 'configure',
            component: name,
            attribute: 'logging',
            value: { driver: view.of(name, 'logging')?.driver ?? 'json-file', maxFileBytes: 10 * 2 ** 20, maxFiles: 3 },
          } satisfies Action,
        })),
    }),
  ];
}

function judge({ before, after, actions, condition, horizonMs }: RuleInput): readonly RuleRemedyAnswer[] {
  const wrong = fillingsOf(before, condition).filter(({ fullMs }) => fullMs <= horizonMs);
  return wrong.flatMap((was) => {
    const is = fillingsOf(after, []).find(({ owner, disk }) => owner === was.owner && disk.disk === was.disk.disk);
    const about = [ofComponent(was.owner)];
    const hit = [was.owner, ...was.writers.map(({ component }) => component)];
    return actions.flatMap((action): RuleRemedyAnswer[] => {
      const target =
        action.kind === 'prune-logs'
          ? (action.component ?? action.node)
          : 'component' in action
            ? action.component
            : undefined;
      if (target === undefined || !hit.includes(target)) return [];
      if (action.kind === 'prune-logs') {
        const rate = was.writers.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
        const because = `It frees the disk once, and ${bytesText(rate)} a second go on coming.`;
        return [{ about, action, works: rate === 0 ? 'yes' : 'partly', because, cost: 'the logs are lost' }];
      }
      if (action.kind === 'configure' || action.kind === 'resize-volume') {
        const fullMs = is?.fullMs ?? Infinity;
        const works = fullMs === Infinity ? 'yes' : fullMs > horizonMs ? 'partly' : 'no';
        const because =
          fullMs === Infinity
            ? 'Rotation holds the logs before the disk is full.'
            : `The disk is full in ${formatDuration(fullMs)} then.`;
        return [{ about, action, works, because }];
      }
      if (action.kind === 'restart' || action.kind === 'scale')
        return [
          {
            about,
            action,
            works: 'no',
            because: 'What is written stays on the disk, and the same goes on being written.',
          },
        ];
      return [];
    });
  });
}

/** Whether logs fill a disk, and when. */
export const logSpace: Rule = {
  name: 'log-space',
  question: 'Do logs fill a disk within the time that is looked at, or does rotation hold them?',
  reads: ['log-growth', 'logging', 'disks', 'placement', 'replicas'],
  surer: 'how fast each log grows, what rotation keeps of it, and what is free on the disk',
  relevantTo: 'always',
  check: (input) => {
    const fillings = fillingsOf(input.after, input.condition);
    const measured = new Set(fillings.flatMap(({ writers }) => writers.map(({ component }) => component)));
    return [...fillings.flatMap((filling) => checkFilling(input, filling)), ...checkUnmeasured(input, measured)];
  },
  judge,
};
