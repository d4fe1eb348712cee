import { existsSync, readFileSync } from 'node:fs';
import { modelBenchSection } from '../bench/index.ts';
import { nezhaSection } from './nezha-section.ts';
import { petshopSection } from './petshop-section.ts';
import { scenariosSection } from './scenarios-section.ts';
import { shopSection } from './shop-section.ts';
import type { EvaluationSection } from './section.ts';

/** The folders of scenarios that are evaluated, and where their results are kept. */
export const scenarioFolders = {
  stories: new URL('../scenarios/stories', import.meta.url),
  neighbours: new URL('../scenarios/neighbours', import.meta.url),
} as const;

/** Where the results are kept that the page is made from. */
export const resultsFolder = new URL('../../docs/evaluation/', import.meta.url);

/** Recorded faults beside the repository, which a user's clone does not have: their results are kept here. */
export const nezhaFolder = new URL('../../../shared/data/nezha/', import.meta.url);

/** Measured changes beside the repository, likewise. */
export const petshopFolder = new URL('../../../shared/data/petshop/', import.meta.url);

/** The parts of the page, in its order. */
const sections: readonly EvaluationSection[] = [
  scenariosSection(
    'stories.json',
    'Stories',
    'Real outages that somebody has written about, each with its paired variant in which all was well, and some with the remedies that were tried. `evals/scenarios/stories` holds them in the form of [scenario-format.md](scenario-format.md); `backlot eval stories` runs them.',
  ),
  scenariosSection(
    'neighbours.json',
    'Neighbours of the stories',
    'The same mechanisms with other numbers and in other estates, and mechanisms beside them, so that a rule is found out that knows a story and not what was behind it. Each file says where its expectation comes from. `backlot eval stories evals/scenarios/neighbours` runs them.',
  ),
  nezhaSection,
  petshopSection,
  shopSection,
  modelBenchSection,
];

/** `docs/evaluation.md`: what the results say that are kept in `docs/evaluation/`. */
export function evaluationPage(): string {
  const parts = sections.flatMap(({ file, page }) => {
    const path = new URL(file, resultsFolder);
    return existsSync(path) ? [page(JSON.parse(readFileSync(path, 'utf8')))] : [];
  });
  return [
    '<!-- Generated from docs/evaluation/*.json by `npm run evaluate`. -->',
    '',
    '# Evaluation',
    '',
    'How well Backlot does, by what it said of cases whose outcome is known. Nothing here is written by hand: `npm run',
    'evaluate` runs the cases, keeps what came out in `docs/evaluation/`, and makes this page of it. A test holds the page to',
    'what the code says now. What is not right is listed with its reason.',
    '',
    ...parts,
  ].join('\n');
}
