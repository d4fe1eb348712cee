import type { Action, Fault } from '../../kernel/index.ts';

/** One line for an action or a fault: `scale component=checkout replicas=3`. */
export function actionText({ kind, ...parameters }: Action | Fault): string {
  const given = Object.entries(parameters).map(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${shown}`;
  });
  return [kind, ...given].join(' ');
}
