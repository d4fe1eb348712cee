import type { AttributeValueOf, FoundFact, Subject } from '../../../src/estate/index.ts';
import type { Disturbance } from '../change/index.ts';
import type { EstateView, Known } from '../estate-view.ts';
import { counted, dependantsOf, imageText, listed, readImageReference, rolloutPlan } from '../reasoning/index.ts';
import { finding } from '../rule.ts';
import type { ProposedRemedy, Rule, RuleFinding, RuleInput } from '../rule.ts';

type Image = AttributeValueOf<'image'>;
type Running = Known<'running-image', 'instance'>;

/** What became of an image in this place before. */
interface Standing {
  readonly becameReady: number;
  readonly neverReady: number;
}

const normal = (reference: string): string => imageText(readImageReference(reference));

/** Ways in which an instance comes that is made from what is declared by then; a restart keeps its container. */
const fromDeclared = ({ how }: Disturbance): boolean =>
  how === 'recreated' || how === 'evicted' || how === 'rolled-out' || how === 'added';

/** The image that an instance was made from, where facts tell it in a form that can be compared. */
function differs({ value }: Running, image: Image): boolean | undefined {
  if (value.tagMoved) return true;
  if (value.reference !== undefined) return normal(value.reference) !== imageText(image);
  if (image.digest === undefined) return value.digests.length > 0 || value.imageId !== '' ? false : undefined;
  const { digest } = image;
  if (value.imageId === digest) return false;
  return value.digests.length === 0 ? undefined : !value.digests.some((known) => known.endsWith(digest));
}

function standingOf(view: EstateView, component: string, image: Image): Standing | undefined {
  const record = view.of(component, 'image-record');
  const names = [imageText(image), image.digest, image.tag];
  return record?.find((entry) => names.includes(normal(entry.image)) || names.includes(entry.image));
}

/** Whether some alert speaks of a component; undefined where no rules were read. */
function isWatched(view: EstateView, component: string): boolean | undefined {
  const rules = view.ofEstate('alert-rules');
  return rules?.some(({ name, expression, labels }) =>
    [name, expression, ...Object.values(labels)].some((text) => text.toLowerCase().includes(component.toLowerCase())),
  );
}

interface Question {
  readonly view: EstateView;
  readonly component: string;
  readonly subject: Subject;
  readonly image: Image;
  readonly events: readonly Disturbance[];
}

/** A new image that has been tried here before and never came up. */
function checkNewImage({ view, component, subject, image, events }: Question): readonly RuleFinding[] {
  const standing = standingOf(view, component, image);
  const evidence = [view.fact(subject, 'image'), view.fact(subject, 'image-record'), view.fact(subject, 'replicas')];
  if (standing === undefined) return [];
  const arithmetic = [
    { term: 'instances of this image that became ready', value: standing.becameReady },
    { term: 'instances of this image that never did', value: standing.neverReady },
  ];
  if (standing.becameReady > 0 || standing.neverReady === 0) {
    if (standing.becameReady === 0) return [];
    const reason = `${imageText(image)} has become ready as ${component} before, ${counted(standing.becameReady, 'time')}.`;
    return [finding({ verdict: 'pass', about: [subject], reason, arithmetic, evidence })];
  }
  const replicas = view.replicasOf(component) ?? 1;
  const plan = rolloutPlan(view, component, replicas);
  const keepsOld = events.every(({ how }) => how === 'rolled-out' || how === 'added') && plan.unavailable < replicas;
  return [
    finding({
      verdict: keepsOld ? 'never-completes' : 'block',
      about: [subject],
      reason: `${imageText(image)} has never become ready as ${component} (${counted(standing.neverReady, 'try', 'tries')})${keepsOld ? ': its rollout stops at the first instances, and the old ones serve on' : ': nothing serves once the old instances are gone'}.`,
      arithmetic,
      evidence,
      effect: keepsOld ? (plan.unavailable > 0 ? 'degradation' : 'none') : 'outage',
      takesDown:
        keepsOld && plan.unavailable === 0 ? [] : [component, ...(keepsOld ? [] : dependantsOf(view, component))],
      lastsMs: null,
    }),
  ];
}

function remediesFor(component: string, drifted: readonly Running[]): readonly ProposedRemedy[] {
  const reference = drifted.map(({ value }) => value.reference).find((known) => known !== undefined);
  return reference === undefined
    ? [{ does: `Find out first whether the declared image of ${component} works, on one instance that may fail.` }]
    : [
        {
          does: `Declare the image that runs, ${reference}, before anything makes a new instance.`,
          action: { kind: 'set-image', component, image: reference },
        },
      ];
}

function checkDrift(question: Question, drifted: readonly Running[], all: readonly Running[]): readonly RuleFinding[] {
  const { view, component, subject, image, events } = question;
  const standing = standingOf(view, component, image);
  const evidence: (FoundFact | undefined)[] = [
    view.fact(subject, 'image'),
    ...drifted.map(({ fact }) => fact),
    view.fact(subject, 'image-record'),
    view.fact(subject, 'replicas'),
  ];
  const replicas = view.replicasOf(component) ?? all.length;
  const hasFailed = standing !== undefined && standing.becameReady === 0 && standing.neverReady > 0;
  const hasWorked = standing !== undefined && standing.becameReady > 0;
  const watched = isWatched(view, component);
  const isAll = events.some(({ instances }) => instances === undefined || instances >= replicas);
  const event = [...new Set(events.map(({ by }) => by))];
  const runs = drifted.map(({ value }) => value.reference ?? value.imageId.replace(/^sha256:/, '').slice(0, 12));
  const others = [...new Set(runs)];
  const record = hasFailed
    ? `has never become ready here (${counted(standing.neverReady, 'try', 'tries')})`
    : hasWorked
      ? `has become ready here before`
      : 'has never run here, as far as is known';
  const whenever = event.length === 0 ? 'The next time that an instance is made anew it' : `After ${listed(event)} it`;
  const verdict = events.length === 0 ? 'latent' : hasFailed ? 'block' : 'warn';
  return [
    finding({
      verdict,
      about: [subject],
      reason: `${component} runs ${listed(others)} and is declared as ${imageText(image)}${drifted.some(({ value }) => value.tagMoved) ? ', a tag that has moved since' : ''}. ${whenever} starts from the declared image, which ${record}${replicas === 1 ? '; there is only this one instance' : ''}${watched === false ? ', and no alert watches it' : ''}.`,
      arithmetic: [
        { term: `instances of ${component}`, value: replicas },
        { term: 'of them made from another image', value: drifted.length },
      ],
      evidence,
      missing: standing === undefined ? [{ subject, attribute: 'image-record' }] : [],
      remedies: remediesFor(component, drifted),
      effect: hasFailed && isAll ? 'outage' : events.length === 0 || hasWorked ? 'unknown' : 'degradation',
      takesDown: events.length === 0 ? [] : [component, ...(hasFailed && isAll ? dependantsOf(view, component) : [])],
      ...(hasFailed ? { lastsMs: null } : {}),
    }),
  ];
}

function check({ after: view, actions, disturbances }: RuleInput): readonly RuleFinding[] {
  const running = Map.groupBy(view.known('running-image', 'instance'), ({ subject }) => subject.component);
  return view.known('image', 'component').flatMap(({ subject, value: image }): readonly RuleFinding[] => {
    const { component } = subject;
    const events = disturbances.filter((each) => each.component === component && fromDeclared(each));
    const question = { view, component, subject, image, events };
    if (actions.some((action) => action.kind === 'set-image' && action.component === component))
      return checkNewImage(question);
    const instances = running.get(component) ?? [];
    const compared = instances.map((instance) => ({ instance, isOther: differs(instance, image) }));
    const drifted = compared.filter(({ isOther }) => isOther === true).map(({ instance }) => instance);
    if (drifted.length > 0) return checkDrift(question, drifted, instances);
    if (instances.length === 0 || compared.some(({ isOther }) => isOther === undefined)) return [];
    const reason = `${component} runs the image that is declared, ${imageText(image)}.`;
    const evidence = [view.fact(subject, 'image'), ...instances.map(({ fact }) => fact)];
    return [finding({ verdict: 'pass', about: [subject], reason, evidence })];
  });
}

/** Whether instances that are made anew become what runs now. */
export const imageDrift: Rule = {
  name: 'image-drift',
  question: 'Is the image that runs the one that is declared, and has that one ever become ready here?',
  reads: ['image', 'running-image', 'image-record', 'replicas', 'rollout', 'alert-rules'],
  surer: 'digests of what runs and of what is declared, and which images have become ready here',
  relevantTo: 'always',
  check,
};
