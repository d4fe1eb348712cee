import { createLogUpdate } from 'log-update';
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
  let drawnLines = 0;
  const draw = (): void => {
    const width = Math.max(0, ...[...steps.keys()].map((name) => name.length));
    const lines = [...steps].map(([name, state]) => `  ${terminalText(name).padEnd(width)}  ${terminalText(state)}`);
    const text = [...lines, ...(picture === '' ? [] : ['', picture.trimEnd()])].join('\n');
    const lineCount = text.split('\n').length;
    // log-update 7 redraws only what differs, and loses the lines below where one was added or taken away.
    if (lineCount !== drawnLines) live.clear();
    drawnLines = lineCount;
    live(text);
  };
  return {
    step: (name, state) => {
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
