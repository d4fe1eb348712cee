import { describe, expect, it } from '@jest/globals';
import { actionNames, faultNames, RegisteredError } from '../../kernel/index.ts';
import type { Document, VerbContext } from '../index.ts';
import { vocabularyVerbs } from './index.ts';

interface Listed {
  readonly name: string;
  readonly family: string;
  readonly tiers: Readonly<Record<string, string>>;
  readonly parameters: readonly { readonly name: string; readonly valueName: string; readonly required: boolean }[];
}

/** Runs a verb as a surface does: parameters and result through its own schemas. */
async function run(path: string, given: Readonly<Record<string, string>> = {}) {
  const verb = vocabularyVerbs.find((candidate) => candidate.path.join(' ') === path)!;
  // They list what is in the program, and so ask nothing of where they run.
  const result = verb.result.parse(await verb.run(verb.parameters.parse(given), {} as VerbContext));
  const listed = (result as Readonly<Record<string, readonly Listed[]>>)[path]!;
  return { listed, document: verb.present(result) };
}

const textOf = (document: Document): string => JSON.stringify(document);

describe('backlot actions', () => {
  it('lists every action, in the order of the families', async () => {
    const { listed, document } = await run('actions');
    expect(listed.map(({ name }) => name)).toEqual(actionNames);
    for (const name of actionNames) expect(textOf(document)).toContain(`"${name}"`);
  });

  it('shows one in full: what it takes, an example, what undoes it', async () => {
    const { listed, document } = await run('actions', { name: 'drain-node' });
    expect(listed).toMatchObject([
      {
        name: 'drain-node',
        undo: { kind: 'action', action: 'uncordon-node', why: null },
        exampleLine: expect.any(String),
      },
    ]);
    expect(listed[0]?.parameters).toMatchObject([
      { name: 'node', valueName: 'node', required: true },
      { name: 'timeout', valueName: 'timeoutMs', required: false },
    ]);
    expect(textOf(document)).toContain('{ action: drain-node, node: node-2, timeout: 10m }');
    expect(textOf(document)).toContain('uncordon-node');
  });

  it('says why nothing undoes one', async () => {
    expect(textOf((await run('actions', { name: 'purge-queue' })).document)).toContain(
      'nothing: the messages are lost',
    );
  });

  it('leads from what others call it to its name', async () => {
    await expect(run('actions', { name: 'deploy' })).rejects.toThrow(
      /unknown action deploy; .* most like it set-image/,
    );
    await expect(run('actions', { name: 'deploy' })).rejects.toBeInstanceOf(RegisteredError);
  });

  it('lists those of one family that one tier can run, in whole or in part', async () => {
    const { listed } = await run('actions', { family: 'nodes' });
    expect(listed.map(({ name }) => name)).toEqual(['drain-node', 'cordon-node', 'uncordon-node']);
    const { listed: onDocker, document } = await run('actions', { family: 'nodes', tier: 'replica-docker' });
    expect(onDocker).toEqual([]);
    expect(textOf(document)).toContain('None');
  });
});

describe('backlot faults', () => {
  it('lists every fault', async () => {
    expect((await run('faults')).listed.map(({ name }) => name)).toEqual(faultNames);
  });

  it('tells those that last from those that are over at once', async () => {
    expect(textOf((await run('faults', { name: 'latency' })).document)).toContain('until the end');
    expect(textOf((await run('faults', { name: 'kill' })).document)).toContain('for a moment');
  });

  it('lists by tier what it can run, and nothing that it cannot', async () => {
    const { listed } = await run('faults', { tier: 'model' });
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter(({ tiers }) => tiers['model'] === 'no')).toEqual([]);
    expect(listed.map(({ name }) => name)).not.toContain('clock-skew');
  });

  it.each([{ family: 'weather' }, { tier: 'staging' }])('refuses %j and says what there is', async (given) => {
    await expect(run('faults', given)).rejects.toThrow(/one of \w+/);
  });
});
