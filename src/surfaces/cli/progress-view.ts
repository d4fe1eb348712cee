import { createLogUpdate } from 'log-update';
import sliceAnsi from 'slice-ansi';
import type { Document, Progress } from '../../app/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { renderDocument } from './render-document.ts';
import { terminalText } from './terminal-text.ts';

/** How often a plain log repeats the state of one step, and shows a live view: often enough to see that it lives. */
const plainStepEveryMs = 2_000;
const plainFrameEveryMs = 5_000;

/** Progress on stderr, with an end: what a live line leaves behind is settled by `close`. */
export interface ProgressView extends Progress {
  close(): void;
}

/** No progress at all: `--quiet`. */
export const silentProgress: ProgressView = { step: () => undefined, frame: () => undefined, close: () => undefined };

/**
 * Progress as lines that are redrawn in place, for a terminal.
 *
 * @param stream - A terminal.
 * @param colour - Whether it shows colours.
 */
export function createLiveProgress(stream: NodeJS.WriteStream, colour: boolean): ProgressView {
  const live = createLogUpdate(stream);
  const steps = new Map<string, string>();
  let picture = '';
  let drawn = { lineCount: 0, columns: 0 };
  const draw = (): void => {
    const width = Math.max(0, ...[...steps.keys()].map((name) => name.length));
    const stepLines = [...steps].map(
      ([name, state]) => `  ${terminalText(name).padEnd(width)}  ${terminalText(state)}`,
    );
    const { columns, rows } = stream;
    // Cut, not wrapped: a wrapped row is no table, and cut at the bottom: the first lines say what it is.
    const lines = [...stepLines, ...(picture === '' ? [] : ['', ...picture.trimEnd().split('\n')])]
      .slice(0, rows - 1)
      .map((line) => sliceAnsi(line, 0, columns - 1));
    // log-update 7 redraws only what differs, and loses the lines below where one was added or taken away.
    if (lines.length !== drawn.lineCount || columns !== drawn.columns) live.clear();
    drawn = { lineCount: lines.length, columns };
    live(lines.join('\n'));
  };
  return {
    step: (name, state) => {
      if (picture !== '') {
        // What is told after a picture is another stretch of work: the picture stays above it.
        live.done();
        picture = '';
        drawn = { lineCount: 0, columns: 0 };
      }
      steps.set(name, state);
      draw();
    },
    frame: (document) => {
      // The picture tells what the steps told; both together may be taller than the terminal.
      steps.clear();
      picture = renderDocument(document, { colour, columns: stream.columns });
      draw();
    },
    close: () => {
      live.done();
    },
  };
}

/**
 * Progress as plain lines, for a file or a pipe.
 *
 * @param write - Takes each line, with its line end.
 * @param clock - Spaces out what is repeated.
 */
export function createPlainProgress(write: (text: string) => void, clock: Clock): ProgressView {
  const lastStep = new Map<string, { readonly atMs: number; readonly state: string }>();
  const held = new Map<string, string>();
  let lastFrameMs = -Infinity;
  let heldFrame: Document | undefined;
  const writeStep = (name: string, state: string): void => {
    lastStep.set(name, { atMs: clock.monotonicMs(), state });
    held.delete(name);
    write(`${terminalText(name)}: ${terminalText(state)}\n`);
  };
  const writeFrame = (document: Document): void => {
    lastFrameMs = clock.monotonicMs();
    heldFrame = undefined;
    write(`${renderDocument(document, { colour: false })}\n`);
  };
  /** What was held back long enough is told late rather than never. */
  const writeDue = (): void => {
    for (const [name, state] of held) {
      const { atMs } = lastStep.get(name) ?? { atMs: -Infinity };
      if (clock.monotonicMs() - atMs >= plainStepEveryMs) writeStep(name, state);
    }
  };
  return {
    step: (name, state) => {
      held.delete(name);
      // What is told after a picture makes it old.
      heldFrame = undefined;
      writeDue();
      const last = lastStep.get(name);
      if (last?.state === state) return;
      if (last !== undefined && clock.monotonicMs() - last.atMs < plainStepEveryMs) held.set(name, state);
      else writeStep(name, state);
    },
    frame: (document) => {
      writeDue();
      if (clock.monotonicMs() - lastFrameMs < plainFrameEveryMs) heldFrame = document;
      else writeFrame(document);
    },
    close: () => {
      for (const [name, state] of held) writeStep(name, state);
      if (heldFrame !== undefined) writeFrame(heldFrame);
    },
  };
}
