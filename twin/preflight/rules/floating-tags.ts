import type { AttributeValueOf } from '../../../src/estate/index.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView } from '../estate-view.ts';
import { counted, imageText, imageVersion, isFloatingTag, listed, orchestratorOf } from '../reasoning/index.ts';
import type { ImageVersion } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput } from '../rule.ts';

type Image = AttributeValueOf<'image'>;

const meaning: Readonly<Record<ImageVersion['names'], string>> = {
  any: 'names no version',
  channel: 'names no version',
  major: 'names only a major version',
  minor: 'names no patch level',
  full: 'names a whole version',
  pinned: 'is named by its digest',
};

/** Ways in which an instance is made from an image again; a restart keeps its container. */
const madeAnew: readonly Disturbance['how'][] = ['recreated', 'rolled-out', 'added', 'evicted'];

/**
 * Whether making an instance asks the registry what the tag means now: `never`, where the image that is there is taken;
 * `elsewhere`, where it comes to a host that may not have it; `maybe`, where the policy is not known.
 */
function pulls(view: EstateView, component: string, image: Image): 'yes' | 'never' | 'elsewhere' | 'maybe' {
  const told = view.of(component, 'pull-policy')?.toLowerCase();
  if (told !== undefined) {
    if (told === 'never') return 'never';
    return /^(?:missing|if_?not_?present)$/.test(told) ? 'elsewhere' : 'yes';
  }
  const orchestrator = orchestratorOf(view, component);
  // https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
  if (orchestrator === 'kubernetes') return imageVersion(image).names === 'any' ? 'yes' : 'elsewhere';
  return orchestrator === 'docker' ? 'elsewhere' : 'maybe';
}

/** Whether there are hosts that may not have the image. */
const hasOtherHosts = (view: EstateView, component: string): boolean => orchestratorOf(view, component) !== 'docker';

interface Question {
  readonly input: RuleInput;
  readonly component: string;
  readonly image: Image;
  readonly version: ImageVersion;
}

function remedyFor({ input: { after: view }, component, image }: Question): ProposedRemedy {
  const digests = view
    .known('running-image', 'instance')
    .filter(({ subject }) => subject.component === component)
    .flatMap(({ value }) => value.digests)
    .map((digest) => digest.slice(digest.indexOf('@') + 1));
  const [running] = digests;
  if (running === undefined || new Set(digests).size > 1 || !/^sha256:[0-9a-f]{64}$/.test(running))
    return { does: `Name the image of ${component} by its digest.` };
  const { tag = 'latest', repository } = image;
  return {
    does: `Name the image of ${component} by the digest that runs.`,
    action: { kind: 'set-image', component, image: `${repository}:${tag}@${running}` },
  };
}

/** Instances that were made from one tag at times at which it meant different images. */
function skewOf({ after: view }: RuleInput, component: string): number {
  const ids = view
    .known('running-image', 'instance')
    .flatMap(({ subject, value }) => (subject.component === component ? [value.imageId] : []));
  return new Set(ids).size;
}

function checkFloating(question: Question): RuleFinding {
  const { input, component, image, version } = question;
  const { after: view, actions, disturbances } = input;
  const subject = { kind: 'component', component } as const;
  const made = disturbances.filter((each) => each.component === component && madeAnew.includes(each.how));
  const isSet = actions.some((action) => action.kind === 'set-image' && action.component === component);
  const moved = view
    .known('running-image', 'instance')
    .filter(({ subject: { component: owner }, value }) => owner === component && value.tagMoved);
  const when = isSet ? 'yes' : pulls(view, component, image);
  // Of an instance that is made anew on a cluster nobody knows on which node it comes up.
  const comesElsewhere = hasOtherHosts(view, component) || made.some(({ how }) => how === 'evicted');
  const mayChange =
    made.length > 0 &&
    (moved.length > 0 || when === 'yes' || when === 'maybe' || (when === 'elsewhere' && comesElsewhere));
  const skew = skewOf(input, component);
  const base = {
    about: [subject],
    evidence: [view.fact(subject, 'image'), view.fact(subject, 'pull-policy'), ...moved.map(({ fact }) => fact)],
    missing: when === 'maybe' ? [{ subject, attribute: 'pull-policy' as const }] : [],
  };
  const text = `${component} is asked for as ${imageText(image)}, which ${meaning[version.names]}`;
  const by = listed([...new Set(made.map((each) => each.by))]);
  if (skew > 1)
    return finding({
      ...base,
      verdict: 'warn',
      reason: `${text}, and its instances run ${counted(skew, 'different image')} of that name.`,
      arithmetic: [{ term: 'different images of one name', value: skew }],
      remedies: [remedyFor(question)],
      effect: 'unknown',
      takesDown: [component],
    });
  if (mayChange) {
    const why =
      moved.length > 0
        ? `the tag means another image by now than the one that runs`
        : when === 'yes'
          ? `the registry is asked what it means now`
          : when === 'maybe'
            ? `the registry may be asked what it means now`
            : `a host that has no image of that name asks what it means now`;
    return finding({
      ...base,
      verdict: 'warn',
      reason: `${text}; at ${by} ${why}: what comes up may be another ${version.names === 'major' ? 'minor ' : ''}version than what ran before, and going back to the same name brings nothing back.`,
      remedies: [remedyFor(question)],
      effect: 'unknown',
      takesDown: [component],
    });
  }
  if (made.length > 0)
    return finding({
      ...base,
      verdict: 'pass',
      reason: `${text}; at ${by} the image that the host has is taken.`,
    });
  return finding({
    ...base,
    verdict: 'latent',
    reason: `${text}: another image comes up when one is pulled.`,
    remedies: [remedyFor(question)],
  });
}

function check(input: RuleInput): readonly RuleFinding[] {
  const { after: view, disturbances } = input;
  return view.known('image', 'component').flatMap(({ subject: { component }, value: image, fact }) => {
    const version = imageVersion(image);
    // What is built here has no registry to change it.
    if (view.of(component, 'build') !== undefined) return [];
    if (isFloatingTag(image)) return [checkFloating({ input, component, image, version })];
    const isMade = disturbances.some((each) => each.component === component && madeAnew.includes(each.how));
    if (!isMade) return [];
    const isOwn = version.names === 'major' || version.names === 'channel';
    const names = isOwn ? 'names one of its builds, as far as its form tells' : meaning[version.names];
    const reason = `${component} is asked for as ${imageText(image)}, which ${names}.`;
    return [finding({ verdict: 'pass', about: [{ kind: 'component', component }], reason, evidence: [fact] })];
  });
}

/** Whether an instance that is made anew runs the image that ran before. */
export const floatingTags: Rule = {
  name: 'floating-tags',
  question:
    'Does the name of an image say which version comes up when an instance is made anew, here or on another host?',
  reads: ['image', 'pull-policy', 'running-image', 'build', 'placement', 'rollout'],
  surer: 'the digest in the name of the image; else the policy by which it is pulled, and what runs',
  relevantTo: 'always',
  check,
};
