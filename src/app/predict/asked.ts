import { readComposeProject } from '../../../connectors/compose/index.ts';
import { openInput } from '../../../connectors/files/index.ts';
import { changeOfConfiguration, readWhatIf } from '../../../twin/prediction/what-if/index.ts';
import type { WhatIf } from '../../../twin/prediction/what-if/index.ts';
import { findingsOfCompose } from '../../estate/index.ts';
import type { FactStore, SnapshotDocument } from '../../estate/index.ts';
import { RegisteredError } from '../../kernel/index.ts';
import { readChange } from '../preflight/index.ts';

/** What is asked about an estate, and what of it nothing can show. */
export interface Asked extends WhatIf {
  /** Each action of the change in words, where it says more briefly what it is. */
  readonly texts?: readonly (string | undefined)[];
  readonly notExercised: readonly string[];
}

/** Where a question may stand: one of these. */
export interface Question {
  readonly change?: string | undefined;
  readonly compose: readonly string[];
  readonly scenario?: string | undefined;
}

const nothingElse = { faults: [], load: [], traffic: 1, objectives: [], modelPatches: [] } as const;

async function ofChange(path: string): Promise<Asked> {
  const placed = readChange(await (await openInput(path)).text(), path);
  return {
    ...nothingElse,
    change: placed.map(({ action }) => action),
    written: { change: placed.map(({ written }) => written), faults: [], remedy: [] },
    places: placed.map(({ place }) => place),
    notExercised: [],
  };
}

async function ofCompose(
  files: readonly string[],
  document: SnapshotDocument,
  facts: FactStore,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Asked> {
  const observation = readComposeProject({ files, environment, seal: await facts.seal(), missingVariables: 'note' });
  const { change, written, texts, places, notExercised } = changeOfConfiguration(
    document,
    findingsOfCompose(observation),
  );
  return { ...nothingElse, change, texts, written: { change: written, faults: [], remedy: [] }, places, notExercised };
}

/**
 * Reads what is asked about an estate.
 *
 * @param question - Where it stands.
 * @param document - The snapshot of the estate.
 * @param facts - Its store.
 * @param environment - For variables of compose files.
 * @throws RegisteredError `usage-invalid` where not exactly one place is named, and what reading each of them throws
 */
export async function readAsked(
  { change, compose, scenario }: Question,
  document: SnapshotDocument,
  facts: FactStore,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Asked> {
  const given = [change !== undefined, compose.length > 0, scenario !== undefined].filter(Boolean).length;
  if (given !== 1) {
    const problem = `found ${given === 0 ? 'none' : 'several'} of --change, --compose and --scenario; accepted: one of them`;
    throw new RegisteredError('usage-invalid', { problem, command: 'backlot predict' });
  }
  if (change !== undefined) return ofChange(change);
  if (scenario !== undefined)
    return { ...readWhatIf(await (await openInput(scenario)).text(), scenario), notExercised: [] };
  return ofCompose(compose, document, facts, environment);
}
