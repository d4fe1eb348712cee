import { action, notUndone, undoneBy } from '../action-entry.ts';
import { component, instances } from '../frequent-parameters.ts';
import { notInPreflight, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const gone = 'what its instances held in memory, connections and positions among it, is lost';

const caveat =
  'preflight says what would be missing meanwhile and whether the action removes a cause, not how long it takes';

/** Whether it runs, and since when. */
export const lifecycleActions = inFamily('lifecycle', {
  restart: action({
    about: 'ends instances and starts them again, the same containers',
    alsoKnownAs: ['reboot', 'bounce', 'rollout-restart'],
    parameters: {
      component,
      instances,
      oneByOne: { quantity: 'flag', about: 'each only when the one before is ready', default: true },
    },
    undo: notUndone(gone),
    interrupts: 'the requests of the instances, and what they hold in memory',
    tiers: partlyInPreflight,
    caveat,
    example: { component: 'checkout' },
  }),
  recreate: action({
    about: 'removes instances and makes them anew from the image and configuration declared now; addresses may change',
    alsoKnownAs: ['redeploy', 'force-recreate'],
    parameters: { component, instances },
    undo: notUndone(`${gone}, and so is what was written into the container`),
    interrupts: 'the requests of the instances, what they hold in memory, and callers that keep their old addresses',
    tiers: partlyInPreflight,
    caveat,
    example: { component: 'checkout' },
  }),
  stop: action({
    about: 'ends instances, and leaves them ended',
    alsoKnownAs: ['shutdown', 'halt'],
    parameters: { component, instances },
    undo: undoneBy('start'),
    interrupts: 'everything that the component does',
    tiers: partlyInPreflight,
    caveat,
    example: { component: 'report-job' },
  }),
  start: action({
    about: 'starts instances that are stopped',
    parameters: { component, instances },
    undo: undoneBy('stop'),
    interrupts: null,
    tiers: partlyInPreflight,
    caveat,
    example: { component: 'report-job' },
  }),
  reload: action({
    about: 'lets a component read its configuration again without ending',
    alsoKnownAs: ['sighup', 'refresh'],
    parameters: { component },
    undo: notUndone('what it read is undone by setting the configuration of before, and reloading again'),
    interrupts: null,
    tiers: { ...notInPreflight, preflight: 'partly', model: 'partly' },
    caveat: 'preflight and model know of addresses that are looked up anew, and of nothing else that a reload changes',
    example: { component: 'gateway' },
  }),
  'suspend-job': action({
    about: 'keeps a job from being started on its schedule',
    alsoKnownAs: ['disable-cron', 'pause-job'],
    parameters: { component: { ...component, about: 'the job' } },
    undo: undoneBy('resume-job'),
    interrupts: 'the runs that would come; one under way goes on',
    tiers: partlyInPreflight,
    caveat: 'preflight knows when it would have run, not what piles up meanwhile',
    example: { component: 'nightly-report' },
  }),
  'resume-job': action({
    about: 'lets a job be started on its schedule again',
    alsoKnownAs: ['enable-cron'],
    parameters: { component: { ...component, about: 'the job' } },
    undo: undoneBy('suspend-job'),
    interrupts: null,
    tiers: partlyInPreflight,
    caveat: 'preflight knows when it runs, not how long',
    example: { component: 'nightly-report' },
  }),
});
