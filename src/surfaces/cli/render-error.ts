import { styleText } from 'node:util';
import type { RegisteredError } from '../../kernel/index.ts';
import { terminalText } from './terminal-text.ts';

/**
 * Draws an error: for a person two parts, what is wrong and what to do; for a program one line of JSON.
 *
 * @param error - What went wrong.
 * @param look - Whether a program reads it, and whether the terminal shows colours.
 */
export function renderError(
  error: RegisteredError,
  look: { readonly json: boolean; readonly colour: boolean },
): string {
  const { code, category, message, remedy, exitCode } = error;
  if (look.json) return `${JSON.stringify({ error: { code, category, message, remedy, exitCode } })}\n`;
  const word = (text: string, style: 'red' | 'cyan'): string =>
    look.colour ? styleText(style, text, { validateStream: false }) : text;
  return `${word('error', 'red')} (${code}): ${terminalText(message)}\n${word('remedy', 'cyan')}: ${terminalText(remedy)}\n`;
}
