import type { ModelPath, Remarks } from '../reading/model-remarks.ts';
import type { ModelView } from './model-view.ts';
import type { HeldLock } from './step-visits.ts';

interface Taking {
  readonly lock: string;
  readonly mode: 'shared' | 'exclusive';
  readonly timeout: number | undefined;
  readonly path: ModelPath;
}

/** The locks that an operation takes itself or by what it calls and waits for, each once with where. */
function takingsOf(operation: string, view: ModelView): readonly Taking[] {
  const seen = new Set([operation]);
  const waiting = [operation];
  const takings: Taking[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { step, path, isDetached } of view.operations.get(next)?.visits ?? []) {
      if (isDetached) continue;
      if ('lock' in step) takings.push({ lock: step.lock, mode: step.mode, timeout: step.timeout, path });
      if ('call' in step && !seen.has(step.call)) {
        seen.add(step.call);
        waiting.push(step.call);
      }
    }
  }
  return takings;
}

function tell(held: HeldLock, taking: Taking, by: string, remarks: Remarks): void {
  if (held.mode === 'shared' && taking.mode === 'shared') {
    const about = `the lock ${taking.lock} is shared inside itself${by}: who waits for it alone in between stops both`;
    remarks.warn(taking.path, about, 'take it once, around both');
  } else if (taking.timeout === undefined) {
    const found = `the lock ${taking.lock} inside itself${by}, which waits for itself for ever`;
    remarks.refuse(taking.path, found, 'a lock that is taken once, around all that needs it');
  } else {
    const about = `the lock ${taking.lock} inside itself${by}: it always times out`;
    remarks.warn(taking.path, about, 'take it once, around all that needs it');
  }
}

/**
 * Refuses locks that are taken inside themselves, in the same operation or in one that it calls.
 *
 * @param view - The model.
 * @param remarks - Told of each.
 */
export function checkLocks(view: ModelView, remarks: Remarks): void {
  const told = new Set<string>();
  const takingsByOperation = new Map<string, readonly Taking[]>();
  const takings = (operation: string): readonly Taking[] => {
    const known = takingsByOperation.get(operation) ?? takingsOf(operation, view);
    takingsByOperation.set(operation, known);
    return known;
  };
  const once = (held: HeldLock, taking: Taking, by: string): void => {
    const place = taking.path.join('.');
    if (taking.lock !== held.lock || told.has(place)) return;
    told.add(place);
    tell(held, taking, by, remarks);
  };
  for (const { visits } of view.bodies) {
    for (const { step, path, held } of visits) {
      for (const each of held) {
        if ('lock' in step) once(each, { lock: step.lock, mode: step.mode, timeout: step.timeout, path }, '');
        if ('call' in step)
          for (const taking of takings(step.call)) once(each, taking, ` (held over a call of ${step.call})`);
      }
    }
  }
}
