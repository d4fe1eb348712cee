import { LineCounter, parseAllDocuments } from 'yaml';
import { DocumentConverter, YamlProblemFound } from './convert-document.ts';
import type { YamlNode, YamlPlace, YamlProblem } from './yaml-node.ts';

/** The documents of a file as located values, or the first thing that stands in the way. */
export type YamlReading =
  | { readonly documents: readonly YamlNode[]; readonly problem?: undefined }
  | { readonly documents?: undefined; readonly problem: YamlProblem };

/** What YAML does not allow and a binary file is full of. */

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const tooDeep = { problem: 'size', found: 'values nested too deep', accepted: 'at most 100 deep' } as const;

/** The parser recurses where values nest, and tells of the end of its stack as of a mistake in the text. */
const endOfStack = /call stack/;

/** The parser's own words, without what it quotes of the text: a value may be a secret. */
function wordsOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first.replaceAll(/(["'`]).*?\1/g, '…').slice(0, 120);
}

function placeAt(file: string, lines: LineCounter, offset: number): YamlPlace {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

function placeInText(file: string, text: string, offset: number): YamlPlace {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * Reads YAML: anchors, aliases and merges resolved, every value and key with its place. Documents without a value are left
 * out. Work and memory are bounded whatever the text, as long as its length is.
 *
 * @param text - The file.
 * @param file - How it is called in places.
 * @param onDuplicate - Told of keys that stand twice, of which the first then counts; without it the first of them is the
 *   problem.
 */
export function parseYaml(text: string, file: string, onDuplicate?: (problem: YamlProblem) => void): YamlReading {
  const illegal = control.exec(text);
  if (illegal !== null) {
    const found = `a control character (U+${(illegal[0].codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()})`;
    const place = placeInText(file, text, illegal.index);
    return { problem: { place, problem: 'binary', found, accepted: 'text in UTF-8, as YAML' } };
  }
  const lines = new LineCounter();
  try {
    const parsed = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
      // Types, merges and keys that stand twice are ours: the library compares each key with all others.
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
    });
    const documents: YamlNode[] = [];
    for (const document of parsed) {
      const [error] = document.errors;
      if (error !== undefined) {
        const place = placeAt(file, lines, error.pos[0]);
        if (endOfStack.test(error.message)) return { problem: { place, ...tooDeep } };
        return { problem: { place, problem: 'syntax', found: wordsOf(error.message), accepted: 'well-formed YAML' } };
      }
      const node = new DocumentConverter(file, lines, onDuplicate).convert(document);
      if (node !== undefined) documents.push(node);
    }
    return { documents };
  } catch (thrown) {
    if (thrown instanceof YamlProblemFound) return { problem: thrown.problem };
    if (!(thrown instanceof RangeError)) throw thrown;
    return { problem: { place: placeAt(file, lines, 0), ...tooDeep } };
  }
}
