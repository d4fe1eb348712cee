import { behaviourTexts } from './behaviour-texts.ts';
import { configurationTexts } from './configuration-texts.ts';
import { stateTexts } from './state-texts.ts';

/** How much of a value is shown; all of it is in the JSON output. */
const longest = 110;

const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

const texts: Readonly<Record<string, ((value: never) => string) | undefined>> = {
  ...configurationTexts,
  ...behaviourTexts,
  ...stateTexts,
};

/**
 * The value of a fact in one line, for people.
 *
 * @param attribute - The attribute.
 * @param value - Its value, as the attribute's schema says.
 */
export function factText(attribute: string, value: unknown): string {
  const text = texts[attribute];
  return cut(text === undefined ? (typeof value === 'string' ? value : JSON.stringify(value)) : text(value as never));
}
