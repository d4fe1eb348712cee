import { action, notUndone, undoneBy } from '../action-entry.ts';
import { component, optionalComponent, queue } from '../frequent-parameters.ts';
import { notInPreflight, partlyInPreflight } from '../tier.ts';
import { inFamily } from '../word.ts';

const broker = { ...optionalComponent, about: 'the broker that holds it, where several do' } as const;

const emptyCopies =
  'replicas start with empty or synthetic data: they show that the command works, not how much it frees';
const onEmptyCopies = { ...partlyInPreflight, 'replica-docker': 'partly', 'replica-kubernetes': 'partly' } as const;

/** What it holds: entries, messages, statements, files. */
export const dataActions = inFamily('data', {
  'flush-cache': action({
    about: 'empties a cache',
    alsoKnownAs: ['clear-cache', 'invalidate-cache', 'flushall'],
    parameters: {
      component: { ...optionalComponent, about: 'the component that is the cache, or has it in memory' },
      cache: { quantity: 'text', about: 'which cache, where the component has several', optional: true },
    },
    atLeastOne: ['component', 'cache'],
    undo: notUndone('a cache fills again by itself, at the cost of what is behind it'),
    interrupts: 'nothing, but everything behind the cache takes its load until it is warm',
    tiers: onEmptyCopies,
    caveat: `preflight says what load goes through, not how long it takes to warm; ${emptyCopies}`,
    example: { component: 'redis' },
  }),
  'purge-queue': action({
    about: 'throws away the messages of a queue',
    alsoKnownAs: ['drain-queue', 'clear-queue'],
    parameters: { queue, component: broker },
    undo: notUndone('the messages are lost'),
    interrupts: 'the work that the messages stand for',
    tiers: onEmptyCopies,
    caveat: `preflight says whether the broker is relieved by it, not what the lost work costs; ${emptyCopies}`,
    example: { queue: 'orders' },
  }),
  'pause-consumers': action({
    about: 'keeps consumers from taking messages',
    alsoKnownAs: ['stop-consumers'],
    parameters: {
      queue,
      component: { ...optionalComponent, about: 'only these consumers; all where left out' },
    },
    undo: undoneBy('resume-consumers'),
    interrupts: 'the work that the messages stand for; they pile up',
    tiers: partlyInPreflight,
    caveat: 'preflight says when the queue is full, not how long the backlog then takes',
    example: { queue: 'orders' },
  }),
  'resume-consumers': action({
    about: 'lets consumers take messages again',
    parameters: {
      queue,
      component: { ...optionalComponent, about: 'only these consumers; all where left out' },
    },
    undo: undoneBy('pause-consumers'),
    interrupts: null,
    tiers: partlyInPreflight,
    caveat: 'preflight says how fast a backlog shrinks on average, not what it does to what is behind the consumers',
    example: { queue: 'orders' },
  }),
  'cancel-statement': action({
    about: 'ends statements of a database that run or wait for too long',
    alsoKnownAs: ['kill-query', 'pg-cancel-backend', 'cancel-query'],
    parameters: {
      component: { ...component, about: 'the database' },
      from: { quantity: 'component', about: 'only those of this caller; all where left out', optional: true },
      lock: { quantity: 'text', about: 'only those that hold or want this lock or table', optional: true },
      runningFor: { quantity: 'duration', about: 'only those that have run for this long', optional: true },
    },
    atLeastOne: ['from', 'lock', 'runningFor'],
    undo: notUndone('what the statement had done is rolled back; its caller has to ask again'),
    interrupts: 'the requests that wait for these statements',
    tiers: { ...partlyInPreflight, model: 'partly' },
    caveat:
      'preflight says whether it frees the lock, not how fast the queue behind it drains; in the model callers get an error at once, and a statement that is at work ends only with its work',
    example: { component: 'database', lock: 'orders', runningFor: '30s' },
  }),
  'prune-logs': action({
    about: 'removes old logs to free a disk',
    alsoKnownAs: ['clean-logs', 'rotate-logs', 'truncate-logs'],
    parameters: {
      component: optionalComponent,
      node: { quantity: 'node', about: 'all that is on this node', optional: true },
      olderThan: { quantity: 'duration', about: 'only what is older; all where left out', optional: true },
    },
    atLeastOne: ['component', 'node'],
    undo: notUndone('the logs are lost'),
    interrupts: null,
    tiers: {
      ...notInPreflight,
      preflight: 'yes',
      model: 'no',
      'replica-docker': 'partly',
      'replica-kubernetes': 'partly',
    },
    caveat: emptyCopies,
    example: { component: 'gateway', olderThan: '7d' },
  }),
});
