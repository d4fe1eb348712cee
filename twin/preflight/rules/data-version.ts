import type { AttributeValueOf, Subject } from '../../../src/estate/index.ts';
import { startsAnew } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import {
  compareVersions,
  dependantsOf,
  imageText,
  imageVersion,
  seriesOfImage,
  seriesOfNumbers,
  versionedDataOf,
} from '../reasoning/index.ts';
import type { DataSeries, VersionedData } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput, RuleRemedyAnswer } from '../rule.ts';

type Image = AttributeValueOf<'image'>;

const isBelow = (path: string, directory: string): boolean => path === directory || path.startsWith(`${directory}/`);

/** Which version wrote what is on the volume: as it is told, else the image that has run on it so far. */
interface KeptData {
  readonly told: string | undefined;
  readonly place: string;
}

/** The volume that holds its data; undefined where it has none, or one that is empty. */
function keptDataOf(view: EstateView, component: string, { directories }: VersionedData): KeptData | undefined {
  const isOfData = (target: string | undefined): boolean =>
    target === undefined ||
    directories.some((directory) => isBelow(target, directory) || isBelow(directory, target.replace(/\/$/, '')));
  const volume = (view.of(component, 'volumes') ?? []).find(({ target }) => isOfData(target));
  if (volume !== undefined) {
    if (volume.hasData === false && volume.dataVersion === undefined) return undefined;
    return { told: volume.dataVersion, place: volume.name ?? volume.target ?? 'its volume' };
  }
  const mount = (view.of(component, 'mounts') ?? []).find(
    ({ type, target, readOnly }) => type !== 'tmpfs' && !readOnly && isOfData(target),
  );
  return mount === undefined ? undefined : { told: undefined, place: mount.source ?? mount.target };
}

/** What becomes of data of one series under a program of another. */
type Outcome = 'same' | 'patch' | 'older' | 'refused' | 'skips' | 'taken-over' | 'unnamed';

function outcomeOf(data: VersionedData, was: DataSeries, is: DataSeries): Outcome {
  const order = compareVersions(is.numbers, was.numbers);
  if (was.series === undefined || is.series === undefined) {
    if (is.numbers.length === 0 || was.numbers.length === 0 || order === 0) return 'unnamed';
    return order < 0 ? 'older' : data.takesOver === 'none' ? 'refused' : 'unnamed';
  }
  if (was.series === is.series) return order < 0 ? 'patch' : 'same';
  if (order < 0) return 'older';
  if (data.takesOver === 'none') return 'refused';
  if (data.takesOver === 'any') return 'taken-over';
  const at = (series: string): number =>
    (data.takesOver as readonly string[][]).findIndex((step) => step.includes(series));
  const [from, to] = [at(was.series), at(is.series)];
  if (from < 0 || to < 0) return 'unnamed';
  const least = data.lastMinor?.[was.series];
  const isLast = least === undefined || was.numbers[1] === undefined || was.numbers[1] >= least;
  return to - from <= 1 && isLast ? 'taken-over' : 'skips';
}

interface Question {
  readonly input: RuleInput;
  readonly component: string;
  readonly subject: Subject;
  readonly data: VersionedData;
  readonly kept: KeptData;
  readonly was: DataSeries;
  readonly is: DataSeries;
  readonly image: Image;
  readonly isStarted: boolean;
}

const numbersText = ({ numbers, series }: DataSeries): string =>
  numbers.length === 0 ? (series ?? '') : numbers.join('.');

/** The newest series that the data may be taken to in one step; undefined where nothing tells. */
function nextSeries({ data, was }: Question): string | undefined {
  const { takesOver } = data;
  if (typeof takesOver === 'string' || was.series === undefined) return undefined;
  const at = takesOver.findIndex((step) => step.includes(was.series ?? ''));
  return at < 0 ? undefined : takesOver[at + 1]?.at(-1);
}

/** The image as it was asked for before, where it is of the series that wrote the data. */
function backTo({ input: { before }, component, data, was }: Question): ProposedRemedy[] {
  const old = before.of(component, 'image');
  if (old === undefined || was.series === undefined || seriesOfImage(data, old).series !== was.series) return [];
  return [
    {
      does: `Stay with ${imageText(old)}, which reads this data.`,
      action: { kind: 'set-image', component, image: imageText(old) },
    },
  ];
}

function refused(question: Question, outcome: 'refused' | 'skips' | 'older'): RuleFinding {
  const { component, subject, data, kept, was, is, image, isStarted, input } = question;
  const view = input.after;
  const next = nextSeries(question);
  const name = data.product;
  const why = {
    refused: `${name} ${numbersText(is)} does not read it and takes nothing over by itself`,
    skips: `${name} takes data over from one series to the next only${next === undefined ? '' : `, here to ${next}`}${data.lastMinor?.[was.series ?? ''] === undefined ? '' : `, and from ${was.series ?? ''}.${data.lastMinor[was.series ?? ''] ?? 0} on`}`,
    older: `no ${name} reads data of a newer one`,
  }[outcome];
  const moves: ProposedRemedy[] = {
    refused: [
      { does: `Dump the data with ${name} ${numbersText(was)} and load it into ${numbersText(is)} on a new volume.` },
    ],
    skips: next === undefined ? [] : [{ does: `Go to ${name} ${next} first, and let it finish.` }],
    older: [],
  }[outcome];
  return finding({
    verdict: isStarted ? 'block' : 'latent',
    about: [subject],
    reason: `The data of ${component} on ${kept.place} is of ${name} ${numbersText(was)}, and ${imageText(image)} is to run on it: ${why}; it ends at every start. Going back to the old image works for as long as nothing has written with the new one.`,
    arithmetic: [
      ...was.numbers.slice(0, 1).map((value) => ({ term: 'version that wrote the data', value })),
      ...is.numbers.slice(0, 1).map((value) => ({ term: 'version that is to read it', value })),
    ],
    evidence: [view.fact(subject, 'image'), view.fact(subject, 'volumes'), view.fact(subject, 'mounts')],
    missing: kept.told === undefined ? [{ subject, attribute: 'volumes', part: 'dataVersion' }] : [],
    remedies: [...backTo(question), ...moves],
    effect: 'outage',
    takesDown: [component, ...dependantsOf(view, component)],
    lastsMs: null,
  });
}

function checkComponent(input: RuleInput, component: string): readonly RuleFinding[] {
  const { before, after: view, disturbances } = input;
  const [image, old] = [view.of(component, 'image'), before.of(component, 'image')];
  const data = image === undefined ? undefined : versionedDataOf(image.repository);
  if (image === undefined || data === undefined) return [];
  const kept = keptDataOf(view, component, data);
  if (kept === undefined) return [];
  const subject = { kind: 'component', component } as const;
  const isStarted = disturbances.some((each) => each.component === component && startsAnew(each));
  const oldData = old === undefined ? undefined : versionedDataOf(old.repository);
  const evidence = [view.fact(subject, 'image'), view.fact(subject, 'volumes'), view.fact(subject, 'mounts')];
  const missing = [{ subject, attribute: 'volumes' as const, part: 'dataVersion' }];
  const about = [subject];
  const isChanged = old !== undefined && imageText(old) !== imageText(image);
  if (isChanged && oldData !== undefined && oldData.product !== data.product) {
    const reason = `The data of ${component} on ${kept.place} was written by ${oldData.product}, and whether ${imageText(image)} reads it is not known.`;
    return [finding({ verdict: 'unknown', about, reason, evidence, missing })];
  }
  const is = seriesOfImage(data, image);
  const told = kept.told?.match(/\d+/g)?.map(Number);
  const was = told !== undefined ? seriesOfNumbers(data, told) : seriesOfImage(data, old ?? image);
  const question = { input, component, subject, data, kept, was, is, image, isStarted };
  const outcome = outcomeOf(data, was, is);
  if (outcome === 'refused' || outcome === 'skips' || outcome === 'older') return [refused(question, outcome)];
  const took = `The data of ${component} on ${kept.place} is of ${data.product} ${numbersText(was)}`;
  if (outcome === 'unnamed') {
    const { names } = imageVersion(image);
    // The image is as it was, and nothing is made anew; or what it names has not changed and cannot.
    if (!isStarted && !isChanged && kept.told === undefined) return floatingOnData(question);
    if (names === 'pinned' || names === 'full') {
      const reason = `The data of ${component} is on ${kept.place}, and which version wrote it or is to read it is not known.`;
      return isStarted || isChanged ? [finding({ verdict: 'unknown', about, reason, evidence, missing })] : [];
    }
    return floatingOnData(question);
  }
  if (outcome === 'taken-over') {
    return [
      finding({
        verdict: isStarted ? 'warn' : 'latent',
        about,
        reason: `${took}, and ${imageText(image)} takes it over when it first starts: there is no way back to ${numbersText(was)} but a backup.`,
        evidence,
        remedies: [
          { does: `Back the volume ${kept.place} up while ${component} is stopped, and rehearse the start on a copy.` },
          ...backTo(question),
        ],
        effect: 'degradation',
        takesDown: [component],
      }),
    ];
  }
  if (!isStarted) return [];
  const back = outcome === 'patch' ? '; it is an older patch level than before' : '';
  const reason = `${took}, and ${imageText(image)} reads it${back}.`;
  return [finding({ verdict: outcome === 'patch' ? 'warn' : 'pass', about, reason, evidence })];
}

/** An image that names no version, or not all of a series, on data that belongs to one. */
function floatingOnData(question: Question): readonly RuleFinding[] {
  const { input, component, subject, data, kept, was, image, isStarted } = question;
  const view = input.after;
  const { names } = imageVersion(image);
  if (names === 'pinned' || names === 'full' || (data.seriesParts === 1 && names !== 'any' && names !== 'channel'))
    return [];
  const isSet = input.actions.some((action) => action.kind === 'set-image' && action.component === component);
  const consequence =
    data.takesOver === 'none'
      ? 'where a newer series is pulled, it does not read the data and ends at every start'
      : 'where a newer series is pulled, it takes the data over without a way back, or refuses it';
  const known = was.numbers.length === 0 ? '' : ` of ${data.product} ${numbersText(was)}`;
  return [
    finding({
      verdict: isSet && data.takesOver === 'none' ? 'block' : isStarted ? 'warn' : 'latent',
      about: [subject],
      reason: `The data of ${component} on ${kept.place}${known} belongs to a series of ${data.product}, and ${imageText(image)} names none: ${consequence}.`,
      evidence: [view.fact(subject, 'image'), view.fact(subject, 'volumes'), view.fact(subject, 'mounts')],
      missing: kept.told === undefined ? [{ subject, attribute: 'volumes', part: 'dataVersion' }] : [],
      remedies: [
        was.series === undefined
          ? { does: `Name the series that wrote the data in the image of ${component}.` }
          : {
              does: `Ask for ${imageText({ repository: image.repository, tag: was.series })}.`,
              action: {
                kind: 'set-image',
                component,
                image: imageText({ repository: image.repository, tag: was.series }),
              },
            },
      ],
      effect: 'outage',
      // A change of who uses it does not pull its image.
      takesDown: isStarted || input.touched.size === 0 ? [component, ...dependantsOf(view, component)] : [],
    }),
  ];
}

function judge(input: RuleInput): readonly RuleRemedyAnswer[] {
  const { before, actions } = input;
  const asItIs = { ...input, after: before, disturbances: [] };
  return actions.flatMap((action): RuleRemedyAnswer[] => {
    if (!('component' in action)) return [];
    const { component } = action;
    const [wrong] = checkComponent(asItIs, component);
    if (wrong?.effect !== 'outage') return [];
    const about = wrong.about;
    if (action.kind === 'restart' || action.kind === 'recreate' || action.kind === 'delete-instance')
      return [{ about, action, works: 'no', because: 'It meets the same data with the same image.' }];
    if (action.kind === 'rollback')
      return [
        {
          about,
          action,
          works: 'yes',
          because: 'The old image reads the data, where nothing has written with the new one.',
          cost: 'what a new one has written, if it has',
        },
      ];
    if (action.kind !== 'set-image') return [];
    const still = checkComponent(input, component).some(({ verdict }) => verdict === 'block');
    const image = imageText(input.after.of(component, 'image') ?? { repository: component });
    const because = still ? `${image} does not read the data either.` : `${image} reads the data.`;
    return [{ about, action, works: still ? 'no' : 'yes', because }];
  });
}

/** Whether the program that is to run reads the data that an earlier version of it has written. */
export const dataVersion: Rule = {
  name: 'data-version',
  question: 'Does a new version read the data that an older one has written on the volume, and is there a way back?',
  reads: ['image', 'volumes', 'mounts'],
  surer: 'the version that wrote the data, as the volume itself has it (`PG_VERSION`)',
  relevantTo: 'always',
  check: (input) =>
    input.after.known('image', 'component').flatMap(({ subject }) => checkComponent(input, subject.component)),
  judge,
};
