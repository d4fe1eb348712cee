/**
 * What is said to a person, decided once. The terminal, a web page, Slack and a ticket each draw the same document and
 * decide only how it looks.
 */

/** How a piece of text is to be taken. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'quiet' | 'strong';

/** A piece of text with its tone. A bare string is plain. */
export type Text = string | { readonly text: string; readonly tone: Tone };

/** Where a column's text stands. Numbers stand right. */
export interface Column {
  readonly heading: string;
  readonly align?: 'left' | 'right';
}

/** One block of a document. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: Text }
  | { readonly kind: 'list'; readonly items: readonly Text[] }
  | { readonly kind: 'fields'; readonly fields: readonly { readonly label: string; readonly value: Text }[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Text[])[] }
  | { readonly kind: 'code'; readonly text: string };

/** A whole document, in reading order. */
export type Document = readonly Block[];
