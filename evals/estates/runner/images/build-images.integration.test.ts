import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWithDocker } from '../../../../testing/docker-gate.ts';
import { randomName, removeFromEngine } from '../../../../testing/docker-leftovers.ts';
import { systemClock } from '../../../../src/kernel/index.ts';
import type { ImageRecipe } from '../../image-recipe.ts';
import { connectEngine } from '../../../../connectors/docker/index.ts';
import type { RunContext } from '../run-context.ts';
import { buildImages } from './build-images.ts';
import { removeImages } from './remove-images.ts';

jest.setTimeout(60_000);

const run = randomName('builder');

let context: RunContext;

function recipe(tag: string, dockerfile: string, content = 'hello'): ImageRecipe {
  return {
    tag: `${run}-${tag}:1`,
    dockerfile: 'Dockerfile',
    files: [
      { path: 'Dockerfile', source: { content: dockerfile } },
      { path: 'folder/a file', source: { content }, mode: 0o755 },
    ],
    buildArguments: { BASE: 'debian:bookworm-slim' },
  };
}

const base = recipe('base', 'ARG BASE\nFROM ${BASE}\nCOPY folder /folder\nRUN test -x "/folder/a file"\n');
const top = recipe('top', `FROM ${base.tag}\nRUN grep hello "/folder/a file"\n`);

describeWithDocker('buildImages on a real engine', () => {
  beforeAll(async () => {
    const engine = await connectEngine(undefined);
    context = { engine, clock: systemClock, report: () => undefined, signal: new AbortController().signal };
  });
  afterAll(() => removeFromEngine(run));

  it('builds what others stand on first, once, and again when a file changes', async () => {
    const first = await buildImages(context, [top, base]);
    expect(first.map(({ tag, built }) => [tag, built])).toEqual([
      [base.tag, true],
      [top.tag, true],
    ]);
    expect((await buildImages(context, [top, base])).map(({ built }) => built)).toEqual([false, false]);
    const changed = recipe('base', 'ARG BASE\nFROM ${BASE}\nCOPY folder /folder\n', 'hello, hello');
    const again = await buildImages(context, [top, changed]);
    expect(again.map(({ built }) => built)).toEqual([true, true]);
    expect(await context.engine.inspectImage(first[0]?.imageId ?? '')).toBeUndefined();
  });

  it('removes what nothing uses, and keeps what an image in use stands on', async () => {
    const { engine } = context;
    const [lower, upper, other] = [
      recipe('lower', 'ARG BASE\nFROM ${BASE}\nCOPY folder /folder\n'),
      recipe('upper', `FROM ${run}-lower:1\nRUN touch /upper\n`),
      recipe('other', 'ARG BASE\nFROM ${BASE}\nRUN touch /other\n'),
    ];
    await buildImages(context, [lower, upper, other]);
    const id = await engine.createContainer(`${run}-user`, {
      Image: upper.tag,
      Cmd: ['true'],
      Env: [],
      Labels: {},
      ExposedPorts: {},
      HostConfig: {
        RestartPolicy: { Name: 'no' },
        PortBindings: {},
        Mounts: [],
        ExtraHosts: [],
        Tmpfs: {},
        ReadonlyRootfs: false,
        CapDrop: [],
        NetworkMode: 'none',
      },
      NetworkingConfig: { EndpointsConfig: {} },
    });
    const first = await removeImages(context, `${run}-`);
    expect(first.kept).toEqual([lower.tag, upper.tag]);
    expect(first.removed).toContain(other.tag);
    await engine.removeContainer(id);
    expect((await removeImages(context, `${run}-`)).removed).toEqual([lower.tag, upper.tag]);
  });

  it('tells what a failed build said last', async () => {
    const failing = recipe('failing', 'FROM debian:bookworm-slim\nRUN echo so far && echo no further >&2 && exit 3\n');
    await expect(buildImages(context, [failing])).rejects.toMatchObject({
      code: 'image-build-failed',
      details: {
        tag: failing.tag,
        reason: expect.stringMatching(/exit 3.*non-zero code: 3/) as unknown,
        output: expect.arrayContaining(['so far', 'no further']) as unknown,
      },
    });
  });

  it('tells of a file that is not there', async () => {
    const { files, ...rest } = recipe('fileless', 'FROM debian:bookworm-slim\nCOPY folder /folder\n');
    const missing = { path: 'folder/b', source: { file: '/nonexistent/b' } };
    await expect(buildImages(context, [{ ...rest, files: [...files, missing] }])).rejects.toMatchObject({
      code: 'image-build-failed',
      message: expect.stringContaining('/nonexistent/b') as unknown,
    });
  });

  it('says how to come by a base image that is nowhere', async () => {
    const image = `${run}.invalid/nowhere:1`;
    await expect(buildImages(context, [recipe('baseless', `FROM ${image}\n`)])).rejects.toMatchObject({
      code: 'base-image-missing',
      details: { image },
    });
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const slow = recipe('slow', 'FROM debian:bookworm-slim\nRUN sleep 30\n');
    const report = (_name: string, state: string): void => {
      if (state.includes('sleep 30')) abort.abort();
    };
    const building = buildImages({ ...context, report, signal: abort.signal }, [slow]);
    await expect(building).rejects.toThrow(/abort/i);
    expect(await context.engine.inspectImage(slow.tag)).toBeUndefined();
  });
});
