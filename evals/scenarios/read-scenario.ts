import type { z } from 'zod';
import type { ComponentKind, FoundFact } from '../../src/estate/index.ts';
import { formatDuration, formatPlace, parseYaml, plainValue, readAction, readFault } from '../../src/kernel/index.ts';
import type { Action, Fault, YamlStep } from '../../src/kernel/index.ts';
import { mergePatch } from '../../twin/prediction/enactment/index.ts';
import type { MemberSource } from './member-source.ts';
import { scenarioSchema } from './scenario.ts';
import type { ScenarioFile } from './scenario.ts';
import { FileProblems } from '../../twin/prediction/what-if/index.ts';
import { componentsOf, factsOf, writtenFactsSchema } from '../../src/estate/written-facts/index.ts';

/** What a compose file beside the scenario declares. */
export interface Captured {
  readonly components: ReadonlyMap<string, ComponentKind>;
  readonly facts: readonly FoundFact[];
}

type Written = Readonly<Record<string, unknown>>;

/** One member, with all that it shares with the others put in. */
export interface Member {
  readonly name: string;
  readonly about?: string;
  readonly atMs: number;
  readonly horizonMs: number;
  readonly components: readonly { readonly name: string; readonly kind: ComponentKind }[];
  readonly facts: readonly FoundFact[];
  /** Arrivals as a model file has them. */
  readonly load: readonly Written[];
  /** Merged over the model that is made of the facts, in turn. */
  readonly modelPatches: readonly Written[];
  readonly change: readonly Action[];
  readonly faults: readonly Fault[];
  readonly remedy: readonly Action[];
  /** The same as they stand in the file, for the timeline of a model. */
  readonly written: {
    readonly change: readonly Written[];
    readonly faults: readonly Written[];
    readonly remedy: readonly Written[];
  };
  readonly expect: ScenarioFile['members'][number]['expect'];
  readonly source: MemberSource;
}

/** A scenario, read and checked. */
export interface Scenario extends Pick<ScenarioFile, 'id' | 'title' | 'source' | 'about' | 'chosen'> {
  readonly file: string;
  readonly members: readonly Member[];
}

/** Where nothing is said: the moment from which times count, and a week ahead. */
const unlessTold = { atMs: Date.parse('2026-01-01T00:00:00Z'), horizonMs: 7 * 86_400_000 };

const pathIn =
  (...base: readonly YamlStep[]) =>
  (path: readonly YamlStep[]): readonly YamlStep[] => [...base, ...path];

class ScenarioReader {
  readonly #problems: FileProblems;
  readonly #scenario: ScenarioFile;
  readonly #content: Written;
  readonly #file: string;
  readonly #captured: Captured;

  constructor(problems: FileProblems, scenario: ScenarioFile, content: Written, file: string, captured: Captured) {
    this.#problems = problems;
    this.#scenario = scenario;
    this.#content = content;
    this.#file = file;
    this.#captured = captured;
  }

  member(at: number): Member | undefined {
    const member = this.#scenario.members[at];
    if (member === undefined) return undefined;
    const { name, about, expect } = member;
    const known = this.#facts(at, member.facts);
    const load = member.load ?? this.#scenario.load ?? [];
    const written = {
      change: this.#problems.withKeptValues(['members', at, 'change'], member.change ?? []),
      faults: member.faults ?? [],
      remedy: this.#problems.withKeptValues(['members', at, 'remedy'], member.remedy ?? []),
    };
    const change = this.#problems.readWords(['members', at, 'change'], written.change, readAction);
    const faults = this.#problems.readWords(['members', at, 'faults'], written.faults, readFault);
    const remedy = this.#problems.readWords(['members', at, 'remedy'], written.remedy, readAction);
    this.#checkExpectation(at, member);
    if (expect.remedy !== undefined && remedy.length === 0) {
      this.#problems.tell(['members', at, 'expect', 'remedy'], 'an expectation of a remedy', 'a remedy beside it');
    }
    if (known === undefined) return undefined;
    const names = this.#namesOf(known, [this.#scenario.model, member.model]);
    for (const [key, words] of [
      ['change', change],
      ['faults', faults],
      ['remedy', remedy],
    ] as const) {
      for (const [index, word] of words.entries()) this.#checkName(['members', at, key, index], word, names);
    }
    return {
      name,
      ...(about === undefined ? {} : { about }),
      atMs: member.at ?? this.#scenario.at ?? unlessTold.atMs,
      horizonMs: member.horizon ?? this.#scenario.horizon ?? unlessTold.horizonMs,
      components: [...known.components].map(([component, kind]) => ({ name: component, kind })),
      facts: known.facts,
      load,
      modelPatches: [this.#scenario.model, member.model].flatMap((patch) => (patch === undefined ? [] : [patch])),
      change,
      faults,
      remedy,
      written,
      expect,
      source: { content: this.#content, at, placeOf: (path) => this.#problems.placeOf(path) },
    };
  }

  /** Components that facts name, and those that only `model` does. */
  #namesOf(known: Captured, patches: readonly (Written | undefined)[]): readonly string[] {
    const modelled = patches.flatMap((patch) => Object.keys((patch?.['components'] ?? {}) as Written));
    return [...new Set([...known.components.keys(), ...modelled])];
  }

  #facts(at: number, patch: Written | undefined): Captured | undefined {
    const merged = mergePatch(this.#content['facts'] ?? {}, patch ?? {});
    const read = writtenFactsSchema.safeParse(merged);
    if (!read.success) {
      // What the patch brings in stands in the member; what is wrong without it was told already.
      this.#problems.tellIssues(read.error.issues, merged, writtenFactsSchema, pathIn('members', at, 'facts'));
      return undefined;
    }
    const byHand = factsOf(read.data, this.#file);
    const given = new Set(byHand.map(({ subject, attribute }) => JSON.stringify([subject, attribute])));
    const captured = this.#captured.facts.filter(
      ({ subject, attribute }) => !given.has(JSON.stringify([subject, attribute])),
    );
    return {
      components: new Map([...this.#captured.components, ...componentsOf(read.data)]),
      facts: [...captured, ...byHand],
    };
  }

  /** Refuses an expectation that nothing could meet, and a name that tells no member from another. */
  #checkExpectation(at: number, { name, expect: { begins } }: ScenarioFile['members'][number]): void {
    const { from, to } = begins ?? {};
    if (from !== undefined && to !== undefined && from > to) {
      const accepted = `from at most to, which is ${formatDuration(to)}`;
      this.#problems.tell(['members', at, 'expect', 'begins', 'from'], formatDuration(from), accepted);
    }
    const first = this.#scenario.members.findIndex((other) => other.name === name);
    if (first < at)
      this.#problems.tell(
        ['members', at, 'name'],
        `${JSON.stringify(name)}, which member ${first + 1} has too`,
        'a name of its own',
      );
  }

  /** Refuses what is done to components that the estate does not have: nothing would ever be wrong with it. */
  #checkName(path: readonly YamlStep[], word: Action | Fault, names: readonly string[]): void {
    const members: Readonly<Record<string, unknown>> = { ...word };
    for (const key of ['component', 'to', 'from']) {
      const name = members[key];
      if (typeof name !== 'string' || names.includes(name)) continue;
      this.#problems.tellName([...path, key], 'component of the estate', name, names);
    }
  }
}

/** Whether there are two members that cannot come out alike: without them, saying always the same would be right. */
function tellsApart(members: ScenarioFile['members']): boolean {
  const accepted = members.map(({ expect: { verdict = [], remedy = [] } }) =>
    verdict.length > 0 ? verdict : remedy.map((effect) => `remedy ${effect}`),
  );
  return accepted.some((one) => accepted.some((other) => other.every((each) => !one.includes(each))));
}

/**
 * Reads a scenario.
 *
 * @param text - The whole file: YAML or JSON.
 * @param file - How it is called in messages.
 * @param capture - Reads a compose file that stands beside it; undefined where its path leads out of the folder.
 * @throws RegisteredError `scenario-invalid` with every mistake, each with its place
 */
export async function readScenario(
  text: string,
  file: string,
  capture: (path: string) => Promise<Captured | undefined>,
): Promise<Scenario> {
  const { documents = [], problem } = parseYaml(text, file);
  const [root, second] = documents;
  const problems = new FileProblems(file, root);
  if (problem !== undefined) problems.tellAt(formatPlace(problem.place), [], problem.found, problem.accepted);
  else if (root === undefined) problems.tell([], 'an empty file', 'a scenario as docs/scenario-format.md describes it');
  if (second !== undefined)
    problems.tellAt(formatPlace(second.place), [], 'a second document', 'one scenario in a file');
  problems.throwIfAny();
  const content = root === undefined ? {} : plainValue(root);
  const checked = scenarioSchema.safeParse(content);
  if (!checked.success) problems.tellIssues(checked.error.issues, content, scenarioSchema, pathIn());
  problems.throwIfAny();
  // The check above has thrown where there is no data.
  const scenario = checked.data as z.output<typeof scenarioSchema>;
  const paths = scenario.capture ?? [];
  const captures = (await Promise.all(paths.map(capture))).flatMap((captured, at) => {
    if (captured !== undefined) return [captured];
    const step = Array.isArray((content as Written)['capture']) ? [at] : [];
    const accepted = 'a file in the folder of the scenario, or in a folder inside it, links followed';
    problems.tell(['capture', ...step], JSON.stringify(paths[at]), accepted);
    return [];
  });
  const reader = new ScenarioReader(problems, scenario, content as Written, file, {
    components: new Map(captures.flatMap(({ components }) => [...components])),
    facts: captures.flatMap(({ facts }) => facts),
  });
  const members = scenario.members.flatMap((_, at) => reader.member(at) ?? []);
  if (!tellsApart(scenario.members)) {
    const accepted = 'two members of which one accepts nothing that the other accepts';
    problems.tell(['members'], 'members that could all come out alike', accepted);
  }
  problems.throwIfAny();
  const { id, title, source, about, chosen } = scenario;
  return {
    id,
    title,
    chosen,
    ...(source === undefined ? {} : { source }),
    ...(about === undefined ? {} : { about }),
    file,
    members,
  };
}
