import type { Perform, Stage } from '../stage.ts';

/** Waiting, asking somebody, and leaving things as they are. */
export const peopleActions = {
  wait: ({ cluster }: Stage, { forMs }, done) => cluster.after(forMs, () => done()),
  'page-on-call': ({ people }: Stage, { person }, done) => {
    people.page(person, { answered: () => done(), unanswered: (why) => done(why) });
  },
  'do-nothing': (_stage: Stage, _action, done) => done(),
} satisfies { readonly [Kind in 'wait' | 'page-on-call' | 'do-nothing']: Perform<Kind> };
