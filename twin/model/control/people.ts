import { readAction } from '../../../src/kernel/index.ts';
import type { Action } from '../../../src/kernel/index.ts';
import type { Model } from '../format/index.ts';
import type { Cluster } from './cluster.ts';

/** What became of a page. */
export interface PageOutcome {
  readonly answered: (person: string) => void;
  readonly unanswered: (why: string) => void;
}

/** Whom a page reaches: after a while, with a chance, and what they do then, one action after the other. */
export class People {
  readonly #cluster: Cluster;
  readonly #people: Model['people'];
  readonly #draws = new Map<string, { readonly after: number; readonly answers: number }>();
  readonly #unreachable: { readonly person: string | undefined }[] = [];
  readonly #act: (action: Action, done: () => void) => void;

  /**
   * @param act - Carries one action out and says when that is over, well or not.
   */
  constructor(cluster: Cluster, act: (action: Action, done: () => void) => void) {
    const { draws, program } = cluster.engine;
    this.#cluster = cluster;
    this.#people = program.model.people;
    this.#act = act;
    for (const [name, { answersAfter }] of Object.entries(this.#people)) {
      const after = draws.source(`${name} answers after`, answersAfter);
      this.#draws.set(name, { after, answers: draws.uniforms(`${name} answers`) });
    }
  }

  /** Nobody, or one person, can be reached until the function that is given back is called. */
  unreachable(person: string | undefined): () => void {
    const entry = { person };
    this.#unreachable.push(entry);
    return () => {
      this.#unreachable.splice(this.#unreachable.indexOf(entry), 1);
    };
  }

  /**
   * Pages somebody.
   *
   * @param person - The first of all where undefined.
   */
  page(person: string | undefined, outcome: PageOutcome): void {
    const { engine, log } = this.#cluster;
    const name = person ?? Object.keys(this.#people)[0];
    const [paged, draws] = name === undefined ? [] : [this.#people[name], this.#draws.get(name)];
    if (name === undefined || paged === undefined || draws === undefined) {
      outcome.unanswered(name === undefined ? 'the model has no people' : `the model has no person ${name}`);
      return;
    }
    log.tell(`${name} is paged`);
    const afterMs = engine.draws.next(draws.after);
    const willAnswer = engine.draws.next(draws.answers) < paged.answers;
    engine.at(engine.nowMs + afterMs, () => {
      const isOut = this.#unreachable.some((entry) => entry.person === undefined || entry.person === name);
      if (isOut || !willAnswer) {
        outcome.unanswered(`${name} does not answer`);
        return;
      }
      log.tell(`${name} answers`);
      outcome.answered(name);
      // Reading the model has read these actions once already.
      const actions = paged.acts.map((given, at) => readAction(given, `people.${name}.acts[${at}]`));
      this.#actInTurn(actions);
    });
  }

  #actInTurn([first, ...rest]: readonly Action[]): void {
    if (first !== undefined) this.#act(first, () => this.#actInTurn(rest));
  }
}
