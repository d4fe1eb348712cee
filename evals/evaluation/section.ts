/** One part of the page of evaluations, made from the results that a run has left. */
export interface EvaluationSection {
  /** The file of the results under `docs/evaluation/`; where it is not there, the part is left out. */
  readonly file: string;
  /**
   * The part as Markdown, its heading included.
   *
   * @param results - What the file holds.
   */
  readonly page: (results: unknown) => string;
}

/**
 * A text as a cell of a table in Markdown.
 *
 * @param text - Of one or several lines.
 */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/**
 * A line of a table in Markdown.
 *
 * @param cells - Their texts.
 */
export const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/**
 * The lines of a table in Markdown, and an empty one after it.
 *
 * @param headings - Of its columns.
 * @param rows - Each as long as the headings.
 */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  line(headings),
  line(headings.map(() => '---')),
  ...rows.map(line),
  '',
];
