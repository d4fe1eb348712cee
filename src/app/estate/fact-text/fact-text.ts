import { behaviourTexts } from './behaviour-texts.ts';
import { configurationTexts } from './configuration-texts.ts';
import { stateTexts } from './state-texts.ts';

/** How much of a value is shown; all of it is in the JSON output. */
const longest = 110;

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

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
 * @param most - Characters; what is longer is cut.
 */
export function factText(attribute: string, value: unknown, most = longest): string {
  const text = texts[attribute];
  const said = text === undefined ? (typeof value === 'string' ? value : JSON.stringify(value)) : text(value as never);
  return cut(said, most);
}
