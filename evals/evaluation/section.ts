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
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
